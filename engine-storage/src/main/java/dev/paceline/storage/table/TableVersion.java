package dev.paceline.storage.table;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.exec.ColumnPredicate.DoubleRange;
import dev.paceline.core.exec.ColumnStatistics;
import dev.paceline.core.exec.ValueRange;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnSketch;
import dev.paceline.storage.scan.ScanTable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One state of a table. Immutable; any thread may use it. */
final class TableVersion {
  private final ScanTable scans;
  private final List<RowGroup> rowGroups;
  private final long rowCount;

  @GuardedBy("statistics")
  private final Map<Integer, ColumnStatistics> statistics = new HashMap<>();

  @GuardedBy("unique")
  private final Map<Integer, Boolean> unique = new HashMap<>();

  /**
   * @param scans of the table, in any version
   */
  TableVersion(ScanTable scans, List<RowGroup> rowGroups) {
    this.scans = scans;
    this.rowGroups = List.copyOf(rowGroups);
    for (int i = 0; i < rowGroups.size(); i++) {
      rowGroups.get(i).placeAt(i);
    }
    this.rowCount = rowGroups.stream().mapToLong(RowGroup::rowCount).sum();
  }

  ScanTable scans() {
    return scans;
  }

  List<RowGroup> rowGroups() {
    return rowGroups;
  }

  long rowCount() {
    return rowCount;
  }

  /** Over all row groups; computed once. */
  ColumnStatistics statistics(int column) {
    synchronized (statistics) {
      return statistics.computeIfAbsent(column, this::merge);
    }
  }

  private ColumnStatistics merge(int column) {
    List<BlockSummary> summaries =
        rowGroups.stream().map(group -> group.summaries().get(column)).toList();
    ColumnStatistics merged = null;
    for (BlockSummary summary : summaries) {
      ColumnStatistics next = summary.statistics();
      merged = merged == null ? next : merge(merged, next);
    }
    if (merged == null) {
      return ColumnStatistics.unknown(0, 0);
    }
    if (summaries.size() == 1) {
      return merged;
    }
    long distinct =
        Math.min(
            ColumnSketch.distinct(summaries.stream().map(BlockSummary::sketch).toList()),
            merged.rowCount() - merged.nullCount());
    return new ColumnStatistics(
        merged.rowCount(),
        merged.nullCount(),
        distinct,
        merged.hasLongBounds(),
        merged.minLong(),
        merged.maxLong(),
        merged.hasDoubleBounds(),
        merged.minDouble(),
        merged.maxDouble(),
        merged.minBytes(),
        merged.maxBytes(),
        merged.sorted(),
        isUnique(column));
  }

  /** The range of a column's values; null if some block does not tell, or there is none. */
  @Nullable ValueRange range(int column) {
    ValueRange all = null;
    for (RowGroup group : rowGroups) {
      ColumnStatistics block = statistics(group, column);
      if (block.nullCount() == block.rowCount()) {
        continue;
      }
      if (!block.hasLongBounds()) {
        return null;
      }
      ValueRange range = new ValueRange(block.minLong(), block.maxLong());
      all = all == null ? range : all.union(range);
    }
    return all;
  }

  /** Whether the whole numbers of a column ascend in each block, and from block to block. */
  boolean isSorted(int column) {
    long last = Long.MIN_VALUE;
    for (RowGroup group : rowGroups) {
      ColumnStatistics block = statistics(group, column);
      if (!block.hasLongBounds() || !block.sorted() || block.minLong() < last) {
        return false;
      }
      last = block.maxLong();
    }
    return true;
  }

  /**
   * Whether the values of a column are unique in each block, and the ranges of the blocks have
   * nothing in common.
   */
  boolean isUnique(int column) {
    synchronized (unique) {
      return unique.computeIfAbsent(column, this::areApart);
    }
  }

  private boolean areApart(int column) {
    if (!rowGroups.stream().allMatch(group -> statistics(group, column).unique())) {
      return false;
    }
    List<ColumnStatistics> blocks =
        rowGroups.stream()
            .map(group -> statistics(group, column))
            .sorted(Comparator.comparingLong(ColumnStatistics::minLong))
            .toList();
    for (int i = 0; i < blocks.size(); i++) {
      ColumnStatistics block = blocks.get(i);
      if (blocks.size() > 1
          && (!block.hasLongBounds() || i > 0 && block.minLong() <= blocks.get(i - 1).maxLong())) {
        return false;
      }
    }
    return !blocks.isEmpty();
  }

  private static ColumnStatistics statistics(RowGroup group, int column) {
    return group.summaries().get(column).statistics();
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
