package dev.paceline.storage.encoding.filter;

import dev.paceline.core.kernel.CompareKernels;
import dev.paceline.core.scan.ChunkFilter.Outcome;
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
