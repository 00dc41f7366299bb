package dev.paceline.storage.encoding;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.block.BlockBuilder;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.encoding.filter.LaneFilters;
import dev.paceline.storage.encoding.filter.RowFilter;
import dev.paceline.storage.encoding.filter.ValueFilter;
import dev.paceline.storage.encoding.profile.ColumnProfile;
import dev.paceline.storage.encoding.profile.ColumnValues;
import dev.paceline.storage.encoding.profile.NumberEntries;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * INTEGRAL values of 64 bits and doubles as codes of 1 or 2 bytes into their distinct values, which
 * are ordered, so that ranges of values are ranges of codes. For values that are few but far apart.
 * NULL rows have code 0.
 */
final class NumberDictionaryEncoding implements Encoding {
  private static final int MAX_ENTRIES = 1 << 16;

  @Override
  public byte id() {
    return 7;
  }

  /** Reading gathers values, where others' codes are read in place. */
  @Override
  public double cost() {
    return 2.5;
  }

  @Override
  public @Nullable BlockPlan plan(ColumnValues values, ColumnProfile profile) {
    ColumnStatistics statistics = profile.statistics();
    boolean doubles = statistics.hasDoubleBounds();
    if (!doubles
        && (values.type().family() != TypeFamily.INTEGRAL || !statistics.hasLongBounds())) {
      return null;
    }
    double estimate = statistics.distinctEstimate();
    double bytes = (estimate <= 256 ? 1 : 2) * (double) values.rowCount() + 8 * estimate;
    if (estimate > MAX_ENTRIES || bytes * cost() > 8.0 * values.rowCount()) {
      return null;
    }
    if (!doubles && 0 <= range(statistics) && range(statistics) < MAX_ENTRIES) {
      return null;
    }
    NumberEntries entries = NumberEntries.collect(values, MAX_ENTRIES);
    if (entries == null) {
      return null;
    }
    int width = entries.values().length <= 1 << 8 ? 1 : 2;
    BlockBuilder builder =
        new BlockBuilder(values.type(), id(), statistics)
            .codes(width, 0, 1)
            .entries(entries.values().length);
    return new Plan(builder, values, entries, width);
  }

  private static long range(ColumnStatistics statistics) {
    return statistics.maxLong() - statistics.minLong();
  }

  private record Plan(BlockBuilder builder, ColumnValues values, NumberEntries entries, int width)
      implements BlockPlan {
    @Override
    public long length() {
      return builder.length();
    }

    @Override
    public void write(MemorySegment block) {
      builder.start(block, values.nulls());
      long codes = builder.codesOffset();
      for (int row = 0; row < values.rowCount(); row++) {
        int code = entries.codes()[row];
        if (width == 1) {
          block.set(ValueLayout.JAVA_BYTE, codes + row, (byte) code);
        } else {
          block.set(ValueLayout.JAVA_SHORT, codes + ((long) row << 1), (short) code);
        }
      }
      long[] distinct = entries.values();
      MemorySegment.copy(
          distinct, 0, block, ValueLayout.JAVA_LONG, builder.entriesOffset(), distinct.length);
    }
  }

  @Override
  public EncodedColumn open(ColumnBlock block) {
    return new Column(block);
  }

  private static final class Column extends EncodedColumn {
    private final long offset;
    private final int width;
    private final int count;
    private final long entries;
    private final boolean doubles;

    Column(ColumnBlock block) {
      super(block);
      offset = block.codesOffset();
      width = block.codeWidth();
      count = block.entryCount();
      entries = block.entriesOffset();
      doubles = type().family() == TypeFamily.FLOATING;
      ColumnBlock.check(
          doubles ? statistics().hasDoubleBounds() : statistics().hasLongBounds(), "bounds");
      ColumnBlock.check(width == 1 || width == 2, "code width");
      ColumnBlock.check(count > 0 && count <= MAX_ENTRIES, "entries");
      block.checkSection(offset, (long) width * block.rowCount(), "codes");
      block.checkSection(entries, 8L * count, "entries");
      int greatest = 0;
      for (int row = 0; row < block.rowCount(); row++) {
        greatest = Math.max(greatest, code(row));
      }
      ColumnBlock.check(greatest < count, "codes");
      checkEntries();
    }

    private void checkEntries() {
      for (int i = 1; i < count; i++) {
        ColumnBlock.check(NumberEntries.compare(entry(i - 1), entry(i), doubles) < 0, "entries");
      }
      if (!doubles) {
        ColumnBlock.check(
            entry(0) >= statistics().minLong() && entry(count - 1) <= statistics().maxLong(),
            "bounds");
      }
    }

    private int code(int row) {
      return width == 1
          ? segment.get(ValueLayout.JAVA_BYTE, offset + row) & 0xff
          : segment.get(ValueLayout.JAVA_SHORT, offset + ((long) row << 1)) & 0xffff;
    }

    private long entry(int code) {
      return segment.get(ValueLayout.JAVA_LONG, entries + ((long) code << 3));
    }

    private double doubleEntry(int code) {
      return Double.longBitsToDouble(entry(code));
    }

    @Override
    protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
      if (predicate instanceof LongRanges ranges && !doubles) {
        int size = ranges.lows().length;
        CodeRanges codes = new CodeRanges(size);
        for (int i = 0; i < size; i++) {
          long low = ranges.lows()[i];
          long high = ranges.highs()[i];
          codes.add(firstEntry(code -> entry(code) >= low), firstEntry(code -> entry(code) > high));
        }
        return codes.filter(segment, offset, width);
      }
      if (predicate instanceof DoubleRanges ranges && doubles) {
        if (ranges.ranges().size() > 1) {
          return new RowFilter(row -> contains(ranges, doubleEntry(code(row))));
        }
        DoubleRange range = ranges.ranges().getFirst();
        CodeRanges codes = new CodeRanges(1);
        codes.add(
            firstEntry(code -> !isBelow(code, range)), firstEntry(code -> isAbove(code, range)));
        return codes.filter(segment, offset, width);
      }
      throw mismatch(predicate);
    }

    private static boolean contains(DoubleRanges ranges, double value) {
      for (int i = 0; i < ranges.ranges().size(); i++) {
        if (ranges.ranges().get(i).contains(value)) {
          return true;
        }
      }
      return false;
    }

    private boolean isBelow(int code, DoubleRange range) {
      Double low = range.low();
      if (low == null) {
        return false;
      }
      int order = DoubleRange.compare(doubleEntry(code), low);
      return range.lowInclusive() ? order < 0 : order <= 0;
    }

    private boolean isAbove(int code, DoubleRange range) {
      Double high = range.high();
      if (high == null) {
        return false;
      }
      int order = DoubleRange.compare(doubleEntry(code), high);
      return range.highInclusive() ? order > 0 : order >= 0;
    }

    /** The first entry for which an ascending condition holds; the count if there is none. */
    private int firstEntry(IntPredicate condition) {
      int low = 0;
      int high = count;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (condition.test(middle)) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }

    @Override
    public void read(int fromRow, int rowCount, ColumnVector out) {
      MemorySegment lanes = out.scratch(8L * rowCount);
      if (width == 1) {
        for (int i = 0; i < rowCount; i++) {
          long code = segment.get(ValueLayout.JAVA_BYTE, offset + fromRow + i) & 0xff;
          lanes.set(
              ValueLayout.JAVA_LONG,
              (long) i << 3,
              segment.get(ValueLayout.JAVA_LONG, entries + (code << 3)));
        }
      } else {
        long from = offset + ((long) fromRow << 1);
        for (int i = 0; i < rowCount; i++) {
          long code = segment.get(ValueLayout.JAVA_SHORT, from + ((long) i << 1)) & 0xffff;
          lanes.set(
              ValueLayout.JAVA_LONG,
              (long) i << 3,
              segment.get(ValueLayout.JAVA_LONG, entries + (code << 3)));
        }
      }
      point(out, lanes);
      windowNulls(fromRow, rowCount, out);
    }

    @Override
    public void read(int fromRow, Selection selection, ColumnVector out) {
      MemorySegment positions = selection.positions();
      MemorySegment lanes = out.scratch(8L * selection.rowCount());
      for (int i = 0; i < selection.count(); i++) {
        int row = fromRow + positions.get(ValueLayout.JAVA_INT, (long) i << 2);
        lanes.set(ValueLayout.JAVA_LONG, (long) i << 3, entry(code(row)));
      }
      point(out, lanes);
      selectedNulls(fromRow, selection, out);
    }

    private void point(ColumnVector out, MemorySegment lanes) {
      if (doubles) {
        out.setDoubles(lanes, 0);
      } else {
        out.setLongs(lanes, 0).setBounds(statistics().minLong(), statistics().maxLong());
      }
    }
  }

  /** Ranges of codes, some of them empty when they are added. */
  private static final class CodeRanges {
    private final long[] lows;
    private final long[] highs;
    private int count;

    CodeRanges(int capacity) {
      lows = new long[capacity];
      highs = new long[capacity];
    }

    void add(int from, int to) {
      if (from < to) {
        lows[count] = from;
        highs[count++] = to - 1L;
      }
    }

    ValueFilter filter(MemorySegment lanes, long offset, int width) {
      return LaneFilters.ranges(
          lanes, offset, width, Arrays.copyOf(lows, count), Arrays.copyOf(highs, count));
    }
  }
}
