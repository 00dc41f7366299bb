package dev.paceline.storage.encoding.filter;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import java.lang.foreign.MemorySegment;

/** Filters on BOOLEAN values as a bitmap. */
public final class BitFilters {
  private BitFilters() {}

  /**
   * @param offset byte offset of the bitmap, a multiple of 8
   */
  public static ValueFilter ranges(MemorySegment bits, long offset, LongRanges ranges) {
    boolean falseMatches = ranges.contains(0);
    boolean trueMatches = ranges.contains(1);
    if (falseMatches == trueMatches) {
      return ValueFilter.of(trueMatches ? Outcome.ALL_MATCH : Outcome.NONE_MATCH);
    }
    return (fromRow, rowCount, bitmap) -> {
      long bit = (offset << 3) + fromRow;
      if (trueMatches) {
        Bitmaps.clearWhereClear(bits, bit, rowCount, bitmap);
      } else {
        Bitmaps.clearWhereSet(bits, bit, rowCount, bitmap);
      }
    };
  }
}
