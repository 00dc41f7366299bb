package dev.paceline.storage.encoding.filter;

import dev.paceline.core.kernel.CompareKernels;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Filters on lanes of a fixed width, given as ranges of codes. */
public final class LaneFilters {
  /** More ranges than this are looked up row by row; fewer are compared one after the other. */
  private static final int MAX_COMPARED_RANGES = 4;

  private LaneFilters() {}

  /**
   * @param offset byte offset of the lane of row 0
   * @param width 1, 2 or 4: unsigned codes; 8: signed values
   * @param lows ascending, disjoint
   * @param highs inclusive; both inside what the width can hold
   */
  public static ValueFilter ranges(
      MemorySegment lanes, long offset, int width, long[] lows, long[] highs) {
    if (lows.length == 0) {
      return ValueFilter.of(Outcome.NONE_MATCH);
    }
    if (lows.length > MAX_COMPARED_RANGES) {
      return width <= 2
          ? new TableFilter(lanes, offset, width, lows, highs)
          : new RowFilter(row -> contains(lows, highs, lane(lanes, offset, width, row)));
    }
    ValueFilter[] parts = new ValueFilter[lows.length];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = new RangeFilter(lanes, offset, width, lows[i], highs[i]);
    }
    return parts.length == 1 ? parts[0] : new UnionFilter(parts);
  }

  /**
   * Filters lanes that stand for base + multiplier × code.
   *
   * @param width as in {@link #ranges}; of 8 bytes: base 0 and multiplier 1
   * @param min the smallest value of a row that is not NULL, equal to the base unless the width is
   *     8
   * @param max the largest value
   */
  public static ValueFilter affineRanges(
      MemorySegment lanes,
      long offset,
      int width,
      long base,
      long multiplier,
      long min,
      long max,
      LongRanges ranges) {
    int count = 0;
    long[] lows = new long[ranges.lows().length];
    long[] highs = new long[lows.length];
    for (int i = 0; i < lows.length; i++) {
      long low = Math.max(min, ranges.lows()[i]);
      long high = Math.min(max, ranges.highs()[i]);
      if (low <= high) {
        lows[count] = width == 8 ? low : firstCode(low, base, multiplier);
        highs[count] = width == 8 ? high : Long.divideUnsigned(high - base, multiplier);
        if (lows[count] <= highs[count]) {
          count++;
        }
      }
    }
    return ranges(lanes, offset, width, Arrays.copyOf(lows, count), Arrays.copyOf(highs, count));
  }

  /** The code of the smallest value that is not less than {@code low}. */
  private static long firstCode(long low, long base, long multiplier) {
    long code = Long.divideUnsigned(low - base, multiplier);
    return base + code * multiplier == low ? code : code + 1;
  }

  /** Filters signed lanes of 16 bytes, low word first. */
  public static ValueFilter wideRanges(MemorySegment lanes, long offset, LongRanges ranges) {
    return new RowFilter(
        row -> {
          long at = offset + ((long) row << 4);
          long low = lanes.get(ValueLayout.JAVA_LONG, at);
          return lanes.get(ValueLayout.JAVA_LONG, at + 8) == low >> 63 && ranges.contains(low);
        });
  }

  /** One range, compared by SIMD. */
  private record RangeFilter(MemorySegment lanes, long offset, int width, long low, long high)
      implements ValueFilter {
    @Override
    public void narrow(int fromRow, int rowCount, MemorySegment bitmap) {
      CompareKernels.current()
          .narrow(lanes, offset + (long) fromRow * width, width, rowCount, low, high, bitmap);
    }
  }

  /** Any set of narrow codes: one byte of a table says whether a code matches. */
  private static final class TableFilter implements ValueFilter {
    private final MemorySegment lanes;
    private final long offset;
    private final int width;
    private final byte[] matches;

    TableFilter(MemorySegment lanes, long offset, int width, long[] lows, long[] highs) {
      this.lanes = lanes;
      this.offset = offset;
      this.width = width;
      this.matches = new byte[1 << (8 * width)];
      for (int i = 0; i < lows.length; i++) {
        Arrays.fill(matches, (int) lows[i], (int) highs[i] + 1, (byte) 1);
      }
    }

    @Override
    public void narrow(int fromRow, int rowCount, MemorySegment bitmap) {
      for (int row = 0; row < rowCount; row += 64) {
        long at = (long) row >>> 3;
        long word = bitmap.get(ValueLayout.JAVA_LONG, at);
        if (word != 0) {
          int end = Math.min(64, rowCount - row);
          bitmap.set(ValueLayout.JAVA_LONG, at, word & matches(fromRow + row, end));
        }
      }
    }

    private long matches(int row, int rows) {
      long match = 0;
      if (width == 1) {
        for (int i = 0; i < rows; i++) {
          int code = lanes.get(ValueLayout.JAVA_BYTE, offset + row + i) & 0xff;
          match |= (long) matches[code] << i;
        }
      } else {
        for (int i = 0; i < rows; i++) {
          long at = offset + ((long) (row + i) << 1);
          match |= (long) matches[lanes.get(ValueLayout.JAVA_SHORT, at) & 0xffff] << i;
        }
      }
      return match;
    }
  }

  private static long lane(MemorySegment lanes, long offset, int width, int row) {
    return width == 4
        ? lanes.get(ValueLayout.JAVA_INT, offset + ((long) row << 2)) & 0xffff_ffffL
        : lanes.get(ValueLayout.JAVA_LONG, offset + ((long) row << 3));
  }

  private static boolean contains(long[] lows, long[] highs, long value) {
    int found = Arrays.binarySearch(lows, value);
    int range = found >= 0 ? found : -found - 2;
    return range >= 0 && value <= highs[range];
  }

  /** Rows that match any of some filters. */
  public static final class UnionFilter implements ValueFilter {
    private final ValueFilter[] parts;
    private long[] before = new long[0];
    private long[] matched = new long[0];

    public UnionFilter(ValueFilter... parts) {
      this.parts = parts;
    }

    @Override
    public void narrow(int fromRow, int rowCount, MemorySegment bitmap) {
      int words = rowCount + 63 >>> 6;
      if (before.length < words) {
        before = new long[words];
        matched = new long[words];
      }
      for (int i = 0; i < words; i++) {
        before[i] = bitmap.get(ValueLayout.JAVA_LONG, (long) i << 3);
        matched[i] = 0;
      }
      for (ValueFilter part : parts) {
        for (int i = 0; i < words; i++) {
          bitmap.set(ValueLayout.JAVA_LONG, (long) i << 3, before[i] & ~matched[i]);
        }
        part.narrow(fromRow, rowCount, bitmap);
        for (int i = 0; i < words; i++) {
          matched[i] |= bitmap.get(ValueLayout.JAVA_LONG, (long) i << 3);
        }
      }
      for (int i = 0; i < words; i++) {
        bitmap.set(ValueLayout.JAVA_LONG, (long) i << 3, matched[i]);
      }
    }
  }
}
