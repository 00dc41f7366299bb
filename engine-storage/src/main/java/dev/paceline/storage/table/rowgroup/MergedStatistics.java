package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.scan.ColumnStatistics;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The statistics of several blocks of a column together: their bounds, NULLs and order. Merging is
 * associative, so that what was merged can be merged again.
 */
final class MergedStatistics {
  private MergedStatistics() {}

  /**
   * @param parts at least one, in the order of the rows
   * @return of one part, as it is; of several, without uniqueness and distinct values, which do not
   *     follow from those of the parts
   */
  static <T> ColumnStatistics of(List<T> parts, Function<T, ColumnStatistics> statistics) {
    ColumnStatistics merged = null;
    for (T part : parts) {
      ColumnStatistics next = statistics.apply(part);
      merged = merged == null ? next : merge(merged, next);
    }
    return java.util.Objects.requireNonNull(merged);
  }

  /** Both together; blocks without values have no say in the bounds. */
  private static ColumnStatistics merge(ColumnStatistics left, ColumnStatistics right) {
    if (left.nullCount() == left.rowCount()) {
      return withCounts(right, left);
    }
    if (right.nullCount() == right.rowCount()) {
      return withCounts(left, right);
    }
    byte[] leftMin = left.minBytes();
    byte[] rightMin = right.minBytes();
    byte[] leftMax = left.maxBytes();
    byte[] rightMax = right.maxBytes();
    boolean doubles = left.hasDoubleBounds() && right.hasDoubleBounds();
    boolean longs = left.hasLongBounds() && right.hasLongBounds();
    boolean sorted =
        longs && left.sorted() && right.sorted() && left.maxLong() <= right.minLong()
            || doubles && left.sorted() && right.sorted() && left.maxDouble() <= right.minDouble();
    return new ColumnStatistics(
        left.rowCount() + right.rowCount(),
        left.nullCount() + right.nullCount(),
        -1,
        longs,
        Math.min(left.minLong(), right.minLong()),
        Math.max(left.maxLong(), right.maxLong()),
        doubles,
        DoubleRange.compare(left.minDouble(), right.minDouble()) <= 0
            ? left.minDouble()
            : right.minDouble(),
        DoubleRange.compare(left.maxDouble(), right.maxDouble()) >= 0
            ? left.maxDouble()
            : right.maxDouble(),
        leftMin == null || rightMin == null
            ? null
            : Arrays.compareUnsigned(leftMin, rightMin) <= 0 ? leftMin : rightMin,
        leftMax == null || rightMax == null
            ? null
            : Arrays.compareUnsigned(leftMax, rightMax) >= 0 ? leftMax : rightMax,
        sorted,
        false);
  }

  private static ColumnStatistics withCounts(ColumnStatistics bounds, ColumnStatistics other) {
    return new ColumnStatistics(
        bounds.rowCount() + other.rowCount(),
        bounds.nullCount() + other.nullCount(),
        bounds.distinctEstimate(),
        bounds.hasLongBounds(),
        bounds.minLong(),
        bounds.maxLong(),
        bounds.hasDoubleBounds(),
        bounds.minDouble(),
        bounds.maxDouble(),
        bounds.minBytes(),
        bounds.maxBytes(),
        false,
        false);
  }
}
