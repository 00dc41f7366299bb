package dev.paceline.core.operator.row;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.DictionaryCodes;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Strings: blocks of 32-bit codes into {@link #entries} while dictionary vectors come, blocks of
 * views from the first other vector on. An entry of a dictionary is copied when a row first refers
 * to it.
 */
final class BytesPart extends ColumnPart {
  /** The most entries of a combined column that stays a dictionary. */
  private static final int MAX_DICTIONARY_ENTRIES = 1 << 16;

  /**
   * A column of so few rows becomes a dictionary whatever it was: its rows are looked up more often
   * than there are, and codes are narrower than views, and grouped by at once.
   */
  private static final int MAX_DICTIONARY_ROWS = 1 << 12;

  private static final int CODES = 4;
  private static final int VIEWS = 8;
  private static final int UNKNOWN = -1;

  private final MemoryScope scratch;
  private final StringHeap heap;

  /** Views of the strings that codes stand for. */
  private @Nullable MemorySegment entries;

  private int entryCount;

  private @Nullable Dictionary dictionary;

  /** Our code for each code of {@link #dictionary}, or {@link #UNKNOWN}. */
  private @Nullable MemorySegment codes;

  /** The last constant and its code: literals come with every batch. */
  private byte[] constant = new byte[0];

  private int constantCode = UNKNOWN;

  BytesPart(MemoryScope memory, MemoryScope scratch) {
    super(memory);
    this.scratch = scratch;
    this.heap = new StringHeap(memory);
  }

  @Override
  int narrowest() {
    return CODES;
  }

  @Override
  LaneBlock write(ColumnVector source, int count) {
    LaneBlock block = block(source.form() == Form.FLAT ? VIEWS : CODES, count);
    switch (source.form()) {
      case DICTIONARY -> writeCodes(source, block, count);
      case CONSTANT -> {
        int code = constantCode(source);
        for (int i = 0; i < count; i++) {
          writeCode(block, i, code);
        }
      }
      case FLAT -> {
        for (int i = 0; i < count; i++) {
          long view = source.isNull(i) ? 0 : heap.append(source.heap(), source.getView(i));
          block.lanes.set(ValueLayout.JAVA_LONG, block.end() + 8L * i, view);
        }
      }
    }
    return block;
  }

  private void writeCodes(ColumnVector source, LaneBlock block, int count) {
    MemorySegment map = codeMap(source.dictionary());
    int[] sourceCodes = DictionaryCodes.of(source, count);
    boolean nullable = source.mayHaveNulls();
    for (int i = 0; i < count; i++) {
      if (nullable && source.isNull(i)) {
        writeCode(block, i, 0);
        continue;
      }
      int theirs = sourceCodes[i];
      int ours = map.get(ValueLayout.JAVA_INT, (long) theirs << 2);
      if (ours == UNKNOWN) {
        ours = addEntry(source.dictionary().heap(), source.dictionary().view(theirs));
        map.set(ValueLayout.JAVA_INT, (long) theirs << 2, ours);
      }
      writeCode(block, i, ours);
    }
  }

  private void writeCode(LaneBlock block, int row, int code) {
    if (block.width == CODES) {
      block.lanes.set(ValueLayout.JAVA_INT, block.end() + 4L * row, code);
    } else {
      block.lanes.set(ValueLayout.JAVA_LONG, block.end() + 8L * row, entry(code));
    }
  }

  private MemorySegment codeMap(Dictionary current) {
    MemorySegment map = codes;
    if (dictionary == current && map != null) {
      return map;
    }
    long bytes = 4L * current.size();
    if (map == null || map.byteSize() < bytes) {
      if (map != null) {
        scratch.release(map);
      }
      map = scratch.allocate(bytes);
      codes = map;
    }
    map.asSlice(0, bytes).fill((byte) UNKNOWN);
    dictionary = current;
    return map;
  }

  private int constantCode(ColumnVector source) {
    byte[] value = source.getBytes(0);
    if (constantCode == UNKNOWN || !Arrays.equals(constant, value)) {
      constantCode = addEntry(source.heap(), source.constantLong());
      constant = value;
    }
    return constantCode;
  }

  private int addEntry(MemorySegment theirHeap, long view) {
    MemorySegment current = entries;
    long at = 8L * entryCount;
    if (current == null || at + 8 > current.byteSize()) {
      current = memory.reallocate(current, Math.max(1 << 10, 2 * at));
      entries = current;
    }
    current.set(ValueLayout.JAVA_LONG, at, heap.append(theirHeap, view));
    return entryCount++;
  }

  private long entry(int code) {
    MemorySegment known = entries;
    return known == null ? 0 : known.get(ValueLayout.JAVA_LONG, 8L * code);
  }

  @Override
  LaneCopy prepare(
      List<? extends ColumnPart> parts, int rowCount, MemoryScope target, ColumnVector out) {
    long[] heapStarts = new long[parts.size()];
    int[] entryStarts = new int[parts.size()];
    long heapBytes = 0;
    long entryTotal = 0;
    boolean allCodes = true;
    for (int i = 0; i < heapStarts.length; i++) {
      BytesPart strings = (BytesPart) parts.get(i);
      heapStarts[i] = heapBytes;
      entryStarts[i] = (int) entryTotal;
      heapBytes += strings.heap.bytes();
      entryTotal += strings.entryCount;
      allCodes &= strings.blocks.isEmpty() || strings.blocks.getLast().width == CODES;
    }
    MemorySegment bytes = target.allocate(heapBytes);
    return allCodes && entryTotal <= MAX_DICTIONARY_ENTRIES
        ? codes(parts, rowCount, heapStarts, entryStarts, (int) entryTotal, bytes, target, out)
        : views(parts, rowCount, heapStarts, bytes, target, out);
  }

  /** The bytes of the strings, page by page of each part. */
  @Override
  List<Runnable> pieces(List<? extends ColumnPart> parts, Supplier<LaneCopy> copy) {
    List<Runnable> pieces = new ArrayList<>();
    long start = 0;
    for (ColumnPart part : parts) {
      StringHeap strings = ((BytesPart) part).heap;
      long heapStart = start;
      for (int page = 0; page < strings.pageCount(); page++) {
        int number = page;
        pieces.add(() -> strings.copyPage(number, ((StringCopy) copy.get()).bytes(), heapStart));
      }
      start += strings.bytes();
    }
    return pieces;
  }

  private static LaneCopy codes(
      List<? extends ColumnPart> parts,
      int rowCount,
      long[] heapStarts,
      int[] entryStarts,
      int entryTotal,
      MemorySegment bytes,
      MemoryScope target,
      ColumnVector out) {
    // Rows that are NULL have a code too, so there is an entry even if no row has a string.
    int last = Math.max(0, entryTotal - 1);
    MemorySegment views = target.allocateZeroed(8L * (last + 1));
    int width = entryTotal <= 1 << 8 ? 1 : entryTotal <= 1 << 16 ? 2 : 4;
    MemorySegment lanes = target.allocate((long) width * rowCount);
    for (int part = 0; part < entryStarts.length; part++) {
      BytesPart strings = (BytesPart) parts.get(part);
      for (int i = 0; i < strings.entryCount; i++) {
        views.set(
            ValueLayout.JAVA_LONG,
            8L * (entryStarts[part] + i),
            moved(strings.entry(i), heapStarts[part]));
      }
    }
    out.setDictionary(lanes, 0, width, new Dictionary(last + 1, views, 0, bytes, false));
    return new StringCopy(
        bytes,
        (part, block, from, count, row) -> {
          int start = entryStarts[part];
          for (int i = 0; i < count; i++) {
            // The code of a NULL row may lie behind the last entry.
            int code =
                Math.min(last, start + block.lanes.get(ValueLayout.JAVA_INT, 4L * (from + i)));
            switch (width) {
              case 1 -> lanes.set(ValueLayout.JAVA_BYTE, (long) row + i, (byte) code);
              case 2 -> lanes.set(ValueLayout.JAVA_SHORT, 2L * (row + i), (short) code);
              default -> lanes.set(ValueLayout.JAVA_INT, 4L * (row + i), code);
            }
          }
        });
  }

  private static LaneCopy views(
      List<? extends ColumnPart> parts,
      int rowCount,
      long[] heapStarts,
      MemorySegment bytes,
      MemoryScope target,
      ColumnVector out) {
    MemorySegment views = target.allocate(8L * rowCount);
    if (rowCount > MAX_DICTIONARY_ROWS) {
      out.setViews(views, 0, bytes);
    } else {
      MemorySegment codes = target.allocate((long) Short.BYTES * rowCount);
      for (int code = 0; code < rowCount; code++) {
        codes.set(ValueLayout.JAVA_SHORT, (long) code << 1, (short) code);
      }
      out.setDictionary(codes, 0, Short.BYTES, new Dictionary(rowCount, views, 0, bytes, false));
    }
    return new StringCopy(
        bytes,
        (part, block, from, count, row) -> {
          BytesPart strings = (BytesPart) parts.get(part);
          for (int i = 0; i < count; i++) {
            long view =
                block.width == VIEWS
                    ? block.lanes.get(ValueLayout.JAVA_LONG, 8L * (from + i))
                    : strings.entry(block.lanes.get(ValueLayout.JAVA_INT, 4L * (from + i)));
            views.set(ValueLayout.JAVA_LONG, 8L * (row + i), moved(view, heapStarts[part]));
          }
        });
  }

  /**
   * @param bytes of all strings
   */
  private record StringCopy(MemorySegment bytes, LaneCopy lanes) implements LaneCopy {
    @Override
    public void copy(int part, LaneBlock block, int from, int count, int row) {
      lanes.copy(part, block, from, count, row);
    }
  }

  private static long moved(long view, long by) {
    return view + StringView.of(by, 0);
  }

  @Override
  long bytes() {
    return super.bytes() + heap.bytes();
  }

  @Override
  void release() {
    super.release();
    heap.release();
    if (entries != null) {
      memory.release(entries);
    }
  }
}
