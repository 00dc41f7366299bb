package dev.paceline.core.scan;

import org.jspecify.annotations.Nullable;

/**
 * Statistics of the values of one column, in a chunk or a table.
 *
 * @param rowCount rows, NULLs included
 * @param nullCount NULLs, exact
 * @param distinctEstimate estimated distinct non-NULL values; -1 if unknown
 * @param hasLongBounds whether minLong and maxLong are the exact bounds of an INTEGRAL column (or
 *     BOOLEAN as 0 and 1)
 * @param hasDoubleBounds whether minDouble and maxDouble are the bounds of a FLOATING column (NaN
 *     is the largest value)
 * @param minBytes a lower bound of a BYTES column, possibly truncated; null if unknown
 * @param maxBytes an upper bound of a BYTES column, possibly truncated and rounded up; null if
 *     unknown
 * @param sorted whether the values ascend, with no NULL
 * @param unique whether it is proved that no two rows have the same value and none is NULL
 */
public record ColumnStatistics(
    long rowCount,
    long nullCount,
    long distinctEstimate,
    boolean hasLongBounds,
    long minLong,
    long maxLong,
    boolean hasDoubleBounds,
    double minDouble,
    double maxDouble,
    byte @Nullable [] minBytes,
    byte @Nullable [] maxBytes,
    boolean sorted,
    boolean unique) {

  /** Statistics that know only the number of rows. */
  public static ColumnStatistics unknown(long rowCount, long nullCount) {
    return new ColumnStatistics(
        rowCount, nullCount, -1, false, 0, 0, false, 0, 0, null, null, false, false);
  }

  /** Returns the same with an estimate of the distinct values. */
  public ColumnStatistics withDistinct(long estimate) {
    return new ColumnStatistics(
        rowCount,
        nullCount,
        estimate,
        hasLongBounds,
        minLong,
        maxLong,
        hasDoubleBounds,
        minDouble,
        maxDouble,
        minBytes,
        maxBytes,
        sorted,
        unique);
  }
}
