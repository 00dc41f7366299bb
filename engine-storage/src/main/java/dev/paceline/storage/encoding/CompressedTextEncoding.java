package dev.paceline.storage.encoding;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.scan.BytesAutomaton;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.BytesTest;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.block.BlockBuilder;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.encoding.filter.AnchorFilter;
import dev.paceline.storage.encoding.filter.Anchors;
import dev.paceline.storage.encoding.filter.RowFilter;
import dev.paceline.storage.encoding.filter.ValueFilter;
import dev.paceline.storage.encoding.profile.ColumnProfile;
import dev.paceline.storage.encoding.profile.ColumnValues;
import dev.paceline.storage.encoding.profile.StringEntries;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Strings whose frequent parts are written as codes of one byte, after FSST (Boncz, Neumann and
 * Leis, VLDB 2020): any string can be read alone. The entries are the symbols, 8 bytes each, first
 * byte lowest; the heap has their lengths, a byte each, and then the encoded strings one behind the
 * other; the codes are where each starts behind the lengths, and one more for the end: 2 bytes a
 * row from the start of its group of 64 rows, then 4 bytes a group; or 4 bytes a row where groups
 * are too long.
 */
final class CompressedTextEncoding implements Encoding {
  /** Rows whose starts share a base: a group of 1 &lt;&lt; this. */
  private static final int GROUP_SHIFT = 6;

  /** The least that the start of a string takes. */
  private static final int MIN_START_BYTES = 2;

  /** Above this, the length of decoded strings is counted instead of estimated by its bound. */
  private static final long ESTIMATED_BYTES = 256 << 10;

  /** Decoding all rows is faster if at least one in this number of rows is selected. */
  private static final int DENSE_ROWS = 2;

  /** Rows whose codes are counted, to know which are rare. */
  private static final int SAMPLED_ROWS = 512;

  /** Rows whose codes are checked in one go. */
  private static final int CHECKED_ROWS = 1024;

  /** Codes that are copied to be checked: loops over arrays are fast before C2 compiles them. */
  private static final int CHECKED_CODES = 16 << 10;

  private @Nullable TextCompressor scratch;

  @Override
  public byte id() {
    return 9;
  }

  /** Reading decodes every byte. */
  @Override
  public double cost() {
    return 1.4;
  }

  @Override
  public @Nullable BlockPlan plan(ColumnValues values, ColumnProfile profile) {
    if (values.type().family() != TypeFamily.BYTES
        || values.nullCount() == values.rowCount()
        || !values.hasLanes()) {
      return null;
    }
    StringEntries entries = profile.entries();
    long most = Long.MAX_VALUE;
    if (entries != null) { // more code than this, and the dictionary is chosen
      double dictionary = StringDictionaryEncoding.lengthBound(entries, values.rowCount());
      most = (long) (dictionary / cost()) - (long) MIN_START_BYTES * values.rowCount();
    }
    TextCompressor compressor = scratch;
    if (compressor == null) {
      compressor = new TextCompressor();
      scratch = compressor;
    }
    if (!compressor.compress(values, most)) {
      return null;
    }
    int symbols = compressor.table().count();
    int width = startWidth(compressor, values.rowCount());
    BlockBuilder builder =
        new BlockBuilder(values.type(), id(), profile.statistics())
            .codes(width, startsBytes(width, values.rowCount()))
            .entries(symbols)
            .heap(symbols + (long) compressor.length());
    return new Plan(builder, values, compressor, width);
  }

  private static int startWidth(TextCompressor compressor, int rows) {
    for (int row = 0; row <= rows; row++) {
      int group = row >>> GROUP_SHIFT << GROUP_SHIFT;
      if (compressor.start(row) - compressor.start(group) >>> 16 != 0) {
        return 4;
      }
    }
    return 2;
  }

  private static long startsBytes(int width, int rows) {
    return width == 4 ? 4 * (rows + 1L) : basesOffset(rows) + 4L * ((rows >>> GROUP_SHIFT) + 1);
  }

  /** Returns the position of the groups' bases, which follow starts of 2 bytes. */
  private static long basesOffset(int rows) {
    return 2 * (rows + 1L) + 3 & -4;
  }

  private record Plan(
      BlockBuilder builder, ColumnValues values, TextCompressor compressor, int width)
      implements BlockPlan {
    @Override
    public long length() {
      return builder.length();
    }

    @Override
    public void write(MemorySegment block) {
      builder.start(block, values.nulls());
      writeStarts(block, builder.codesOffset());
      SymbolTable table = compressor.table();
      for (int i = 0; i < table.count(); i++) {
        block.set(
            ValueLayout.JAVA_LONG, builder.entriesOffset() + ((long) i << 3), table.symbols[i]);
        block.set(ValueLayout.JAVA_BYTE, builder.heapOffset() + i, (byte) table.lengths[i]);
      }
      MemorySegment.copy(
          compressor.codes(),
          0,
          block,
          ValueLayout.JAVA_BYTE,
          builder.heapOffset() + table.count(),
          compressor.length());
    }

    private void writeStarts(MemorySegment block, long starts) {
      int rows = values.rowCount();
      long bases = starts + basesOffset(rows);
      for (int row = 0; row <= rows; row++) {
        int group = row >>> GROUP_SHIFT;
        int start = compressor.start(row);
        if (width == 4) {
          block.set(ValueLayout.JAVA_INT, starts + ((long) row << 2), start);
        } else {
          int base = compressor.start(group << GROUP_SHIFT);
          block.set(ValueLayout.JAVA_SHORT, starts + ((long) row << 1), (short) (start - base));
          block.set(ValueLayout.JAVA_INT, bases + ((long) group << 2), base);
        }
      }
    }
  }

  @Override
  public EncodedColumn open(ColumnBlock block) {
    return new Column(block);
  }

  private static final class Column extends EncodedColumn {
    private final long offset;
    private final int width;
    private final long bases;

    /** The position of the encoded strings in the block. */
    private final long codes;

    private final long[] symbols = new long[256];
    private final byte[] lengths = new byte[256];

    Column(ColumnBlock block) {
      super(block);
      offset = block.codesOffset();
      width = block.codeWidth();
      bases = offset + basesOffset(block.rowCount());
      int count = block.entryCount();
      codes = block.heapOffset() + count;
      ColumnBlock.check(type().family() == TypeFamily.BYTES, "type");
      ColumnBlock.check(count > 0 && count <= SymbolTable.MAX_SYMBOLS, "entries");
      ColumnBlock.check(width == 2 || width == 4, "code width");
      block.checkSection(offset, startsBytes(width, block.rowCount()), "codes");
      block.checkSection(block.entriesOffset(), 8L * count, "entries");
      block.checkSection(block.heapOffset(), block.heapLength(), "heap");
      ColumnBlock.check(block.heapLength() >= count, "heap");
      for (int i = 0; i < count; i++) {
        symbols[i] = segment.get(ValueLayout.JAVA_LONG, block.entriesOffset() + ((long) i << 3));
        lengths[i] = segment.get(ValueLayout.JAVA_BYTE, block.heapOffset() + i);
        ColumnBlock.check(
            lengths[i] > 0 && lengths[i] <= SymbolTable.MAX_SYMBOL_LENGTH, "symbol lengths");
      }
      checkCodes(count, block.heapLength() - count);
    }

    /**
     * Checks that codes have a symbol, escapes have a byte behind them, and no string is too long.
     */
    private void checkCodes(int count, long length) {
      ColumnBlock.check(start(0) == 0, "string starts");
      ColumnBlock.check(start(block.rowCount()) == length, "string starts");
      byte[] codesOf = new byte[256];
      Arrays.fill(codesOf, 0, count, (byte) 1);
      codesOf[SymbolTable.ESCAPE] = 2;
      byte[] window = new byte[CHECKED_CODES];
      int from = 0;
      int to = 0;
      int at = 0;
      for (int first = 0; first < block.rowCount(); first += CHECKED_ROWS) {
        int rows = Math.min(CHECKED_ROWS, block.rowCount() - first);
        int[] ends = starts(first + 1, rows, SymbolDecoder.ofThread());
        for (int i = 0; i < rows; i++) {
          int end = ends[i];
          ColumnBlock.check(at <= end && end <= length, "string starts");
          ColumnBlock.check(
              end - at <= StringView.MAX_LENGTH / SymbolTable.MAX_SYMBOL_LENGTH
                  || decodedLength(at, end) <= StringView.MAX_LENGTH,
              "string lengths");
          while (at < end) {
            if (at >= to) {
              from = at;
              to = (int) Math.min(length, from + (long) CHECKED_CODES);
              MemorySegment.copy(
                  segment, ValueLayout.JAVA_BYTE, codes + from, window, 0, to - from);
            }
            at = from + next(window, at - from, Math.min(end, to) - from, codesOf);
          }
          ColumnBlock.check(at == end, "codes");
        }
      }
    }

    /**
     * Checks codes up to a position.
     *
     * @param codesOf the number of bytes of each code, with the byte that an escape stands for; 0
     *     for codes that do not exist
     * @return the position of the first code at the end or behind it
     */
    private static int next(byte[] window, int start, int end, byte[] codesOf) {
      int at = start;
      while (at < end) {
        int step = codesOf[window[at] & 0xff];
        ColumnBlock.check(step > 0, "codes");
        at += step;
      }
      return at;
    }

    /** Returns where strings start, in an array of the decoder. */
    private int[] starts(int fromRow, int count, SymbolDecoder decoder) {
      int[] starts = decoder.starts(count);
      if (width == 4) {
        MemorySegment.copy(
            segment, ValueLayout.JAVA_INT, offset + ((long) fromRow << 2), starts, 0, count);
        return starts;
      }
      short[] inGroup = decoder.startsInGroup(count);
      MemorySegment.copy(
          segment, ValueLayout.JAVA_SHORT, offset + ((long) fromRow << 1), inGroup, 0, count);
      int i = 0;
      while (i < count) {
        int group = fromRow + i >>> GROUP_SHIFT;
        int base = segment.get(ValueLayout.JAVA_INT, bases + ((long) group << 2));
        int end = Math.min(count, (group + 1 << GROUP_SHIFT) - fromRow);
        for (; i < end; i++) {
          starts[i] = base + (inGroup[i] & 0xffff);
        }
      }
      return starts;
    }

    private int start(int row) {
      return width == 4
          ? segment.get(ValueLayout.JAVA_INT, offset + ((long) row << 2))
          : segment.get(ValueLayout.JAVA_INT, bases + ((long) (row >>> GROUP_SHIFT) << 2))
              + (segment.get(ValueLayout.JAVA_SHORT, offset + ((long) row << 1)) & 0xffff);
    }

    /** Returns an upper bound of the decoded bytes of some encoded strings, plus 8. */
    private long room(int start, int end) {
      long bound = (long) SymbolTable.MAX_SYMBOL_LENGTH * (end - start);
      return (bound > ESTIMATED_BYTES ? decodedLength(start, end) : bound)
          + SymbolTable.MAX_SYMBOL_LENGTH;
    }

    private long decodedLength(int start, int end) {
      long decoded = 0;
      for (int at = start; at < end; at++) {
        int code = segment.get(ValueLayout.JAVA_BYTE, codes + at) & 0xff;
        boolean escape = code == SymbolTable.ESCAPE;
        decoded += escape ? 1 : lengths[code];
        at += escape ? 1 : 0;
      }
      return decoded;
    }

    /**
     * Decodes one string, and writes up to 7 bytes behind it.
     *
     * @return where it ends
     */
    private long decode(int start, int end, MemorySegment target, long to) {
      MemorySegment source = segment;
      long[] symbolOf = symbols;
      byte[] lengthOf = lengths;
      long last = codes + end;
      long out = to;
      for (long at = codes + start; at < last; at++) {
        int code = source.get(ValueLayout.JAVA_BYTE, at) & 0xff;
        if (code != SymbolTable.ESCAPE) {
          target.set(ValueLayout.JAVA_LONG_UNALIGNED, out, symbolOf[code]);
          out += lengthOf[code];
        } else {
          at++;
          target.set(ValueLayout.JAVA_BYTE, out, source.get(ValueLayout.JAVA_BYTE, at));
          out++;
        }
      }
      return out;
    }

    @Override
    protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
      return switch (predicate) {
        case BytesRanges ranges -> {
          yield new RowFilter(new RangesTest(ranges.ranges()));
        }
        case BytesTest test -> {
          BytesAutomaton automaton = test.matcher().automaton();
          yield automaton == null
              ? new RowFilter(row -> matches(test, row, scratch))
              : automatonFilter(automaton);
        }
        default -> throw mismatch(predicate);
      };
    }

    private ValueFilter automatonFilter(BytesAutomaton automaton) {
      IntPredicate test = new SymbolAutomaton(automaton);
      int[] frequencies = new int[256];
      int rows = Math.min(SAMPLED_ROWS, block.rowCount());
      int end = start(rows);
      for (int at = 0; at < end; at++) {
        frequencies[segment.get(ValueLayout.JAVA_BYTE, codes + at) & 0xff]++;
      }
      byte[] anchors =
          Anchors.rarest(
              automaton.parts(), symbols, lengths, block.entryCount(), frequencies, rows / 2);
      return anchors == null
          ? new RowFilter(test)
          : new AnchorFilter(segment, codes, this::start, anchors, automaton.isNegated(), test);
    }

    /** Tests strings without decoding them: what a symbol does to a state is found out before. */
    private final class SymbolAutomaton implements IntPredicate {
      private final BytesAutomaton automaton;

      /** The next state, indexed by state × 256 + code. */
      private final byte[] next;

      SymbolAutomaton(BytesAutomaton automaton) {
        this.automaton = automaton;
        this.next = new byte[automaton.stateCount() << 8];
        for (int i = 0; i < next.length; i++) {
          int state = i >>> 8;
          for (int at = 0; at < lengths[i & 0xff]; at++) {
            state = automaton.next(state, (int) (symbols[i & 0xff] >>> 8 * at));
          }
          next[i] = (byte) state;
        }
      }

      @Override
      public boolean test(int row) {
        MemorySegment source = segment;
        byte[] nextOf = next;
        long last = codes + start(row + 1);
        int state = BytesAutomaton.START;
        for (long at = codes + start(row); at < last; at++) {
          int code = source.get(ValueLayout.JAVA_BYTE, at) & 0xff;
          if (code != SymbolTable.ESCAPE) {
            state = nextOf[state << 8 | code];
          } else {
            at++;
            state = automaton.next(state, source.get(ValueLayout.JAVA_BYTE, at));
          }
        }
        return automaton.accepts(state);
      }
    }

    private boolean matches(BytesTest test, int row, ColumnVector scratch) {
      int start = start(row);
      int end = start(row + 1);
      MemorySegment heap = scratch.heapScratch(room(start, end), 0);
      return test.matcher().matches(heap, StringView.of(0, (int) decode(start, end, heap, 0)));
    }

    /**
     * Tests whether strings lie in ranges. The first symbol decides for most strings; the others
     * are compared symbol by symbol.
     */
    private final class RangesTest implements IntPredicate {
      private final List<BytesRange> ranges;

      /** Whether the ranges contain the strings that begin with a code, by code. */
      private final Containment[] byFirstCode = new Containment[256];

      private final boolean containsEmpty;

      RangesTest(List<BytesRange> ranges) {
        this.ranges = ranges;
        this.containsEmpty = Containment.ofEmpty(ranges);
        for (int code = 0; code < byFirstCode.length; code++) {
          byFirstCode[code] = Containment.ofPrefix(ranges, symbols[code], lengths[code]);
        }
      }

      @Override
      public boolean test(int row) {
        int start = start(row);
        if (start == start(row + 1)) {
          return containsEmpty;
        }
        int code = segment.get(ValueLayout.JAVA_BYTE, codes + start) & 0xff;
        Containment known = byFirstCode[code];
        return known == Containment.UNKNOWN ? contains(ranges, row) : known == Containment.INSIDE;
      }
    }

    private boolean contains(List<BytesRange> ranges, int row) {
      for (int i = 0; i < ranges.size(); i++) {
        if (contains(ranges.get(i), row)) {
          return true;
        }
      }
      return false;
    }

    private boolean contains(BytesRange range, int row) {
      byte[] low = range.low();
      if (low != null) {
        int order = compare(row, low);
        if (order < 0 || order == 0 && !range.lowInclusive()) {
          return false;
        }
      }
      byte[] high = range.high();
      if (high != null) {
        int order = compare(row, high);
        return order < 0 || order == 0 && range.highInclusive();
      }
      return true;
    }

    /** Compares a string with other bytes, symbol by symbol up to the first difference. */
    private int compare(int row, byte[] other) {
      MemorySegment source = segment;
      long last = codes + start(row + 1);
      int done = 0;
      for (long at = codes + start(row); at < last; at++) {
        int code = source.get(ValueLayout.JAVA_BYTE, at) & 0xff;
        long symbol;
        int length;
        if (code != SymbolTable.ESCAPE) {
          symbol = symbols[code];
          length = lengths[code];
        } else {
          at++;
          symbol = source.get(ValueLayout.JAVA_BYTE, at);
          length = 1;
        }
        for (int i = 0; i < length; i++) {
          if (done == other.length) {
            return 1;
          }
          int difference = (int) (symbol >>> 8 * i & 0xff) - (other[done] & 0xff);
          if (difference != 0) {
            return difference;
          }
          done++;
        }
      }
      return Integer.compare(done, other.length);
    }

    @Override
    public void read(int fromRow, int rowCount, ColumnVector out) {
      MemorySegment views = out.scratch(8L * rowCount);
      out.setViews(views, 0, readRun(fromRow, rowCount, out, views));
      windowNulls(fromRow, rowCount, out);
    }

    @Override
    public void read(int fromRow, Selection selection, ColumnVector out) {
      int count = selection.count();
      MemorySegment positions = selection.positions();
      MemorySegment views = out.scratch(8L * selection.rowCount());
      MemorySegment heap;
      if (count * DENSE_ROWS >= selection.rowCount()) {
        heap = readRun(fromRow, selection.rowCount(), out, views);
        for (int i = 0; i < count; i++) {
          long row = positions.get(ValueLayout.JAVA_INT, (long) i << 2);
          views.set(
              ValueLayout.JAVA_LONG, (long) i << 3, views.get(ValueLayout.JAVA_LONG, row << 3));
        }
      } else {
        heap = readEach(fromRow, selection, out, views);
      }
      out.setViews(views, 0, heap);
      selectedNulls(fromRow, selection, out);
    }

    /** Decodes neighbouring rows into the heap scratch of a vector, and returns that. */
    private MemorySegment readRun(
        int fromRow, int rowCount, ColumnVector out, MemorySegment views) {
      SymbolDecoder decoder = SymbolDecoder.ofThread();
      int[] starts = starts(fromRow, rowCount + 1, decoder);
      MemorySegment heap = out.heapScratch(room(starts[0], starts[rowCount]), 0);
      long to = 0;
      int row = 0;
      while (row < rowCount) {
        int first = row;
        int start = starts[first];
        while (row < rowCount && starts[row + 1] - start <= SymbolDecoder.MAX_CODES) {
          row++;
        }
        if (row > first) {
          int length =
              decoder.decode(
                  segment, codes + start, starts[row] - start, symbols, lengths, heap, to);
          long from = to;
          for (int i = first; i < row; i++) {
            long next = to + decoder.position(starts[i + 1] - start);
            setView(views, i, from, next);
            from = next;
          }
          to += length;
        } else {
          row++;
          long next = decode(start, starts[row], heap, to);
          setView(views, first, to, next);
          to = next;
        }
      }
      return heap;
    }

    /** Decodes selected rows one by one into the heap scratch of a vector, and returns that. */
    private MemorySegment readEach(
        int fromRow, Selection selection, ColumnVector out, MemorySegment views) {
      int count = selection.count();
      MemorySegment positions = selection.positions();
      MemorySegment heap = out.heapScratch(SymbolTable.MAX_SYMBOL_LENGTH, 0);
      long to = 0;
      for (int i = 0; i < count; i++) {
        int row = fromRow + positions.get(ValueLayout.JAVA_INT, (long) i << 2);
        int start = start(row);
        int end = start(row + 1);
        heap = out.heapScratch(to + room(start, end), to);
        long next = decode(start, end, heap, to);
        setView(views, i, to, next);
        to = next;
      }
      return heap;
    }

    private static void setView(MemorySegment views, int row, long from, long to) {
      views.set(ValueLayout.JAVA_LONG, (long) row << 3, StringView.of(from, (int) (to - from)));
    }
  }
}
