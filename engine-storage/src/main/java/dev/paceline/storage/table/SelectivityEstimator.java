package dev.paceline.storage.table;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnPredicate.NullTest;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnSketch;
import dev.paceline.storage.encoding.ZoneMap;
import dev.paceline.storage.table.rowgroup.RowGroup;
import dev.paceline.storage.table.rowgroup.RowGroupSequence;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Estimates which fraction of a table's rows satisfies a predicate. */
final class SelectivityEstimator {
  /** Histograms that are looked at, spread evenly over the row groups that may match. */
  static final int MOST_HISTOGRAMS = 1024;

  /** Row groups that are sampled where there is no histogram. */
  private static final int SAMPLED_GROUPS = 4;

  private static final int SAMPLED_ROWS = 2048;

  /** How long planning waits for a block that is to be sampled. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The share of matching rows that is assumed for rows that could not be sampled. */
  private static final double UNSEEN_FRACTION = 1.0 / 3;

  private final TableStore store;
  private final TableVersion version;
  private final MemoryScope scratch;

  /**
   * @param version held by the caller
   */
  SelectivityEstimator(TableStore store, TableVersion version, MemoryScope scratch) {
    this.store = store;
    this.version = version;
    this.scratch = scratch;
  }

  double estimate(int column, ColumnPredicate predicate) {
    RowGroupSequence all = version.rowGroups();
    if (all.rowCount() == 0) {
      return 0;
    }
    Undecided undecided = new Undecided(column, predicate);
    all.visit(undecided);
    List<RowGroup> groups = undecided.groups;
    int step = Math.max(1, Math.ceilDiv(groups.size(), MOST_HISTOGRAMS));
    double rows = 0;
    double matching = 0;
    for (int i = step / 2; i < groups.size(); i += step) {
      BlockSummary summary = groups.get(i).summaries().get(column);
      ColumnStatistics statistics = summary.statistics();
      double fraction = fraction(summary, predicate);
      if (!(fraction >= 0)) { // a histogram of NaN tells nothing, either
        return sample(column, predicate);
      }
      double values = statistics.rowCount() - statistics.nullCount();
      matching += fraction * values + (ZoneMap.nullMatches(predicate) ? statistics.nullCount() : 0);
      rows += statistics.rowCount();
    }
    double undecidedMatching = rows == 0 ? 0 : matching / rows * undecided.rows;
    return (undecided.matchingRows + undecidedMatching) / all.rowCount();
  }

  /** Finds the row groups of which statistics do not say that all rows match, or none. */
  static final class Undecided implements RowGroupSequence.Visitor {
    final List<RowGroup> groups = new ArrayList<>();
    long rows;
    long matchingRows;
    private final int column;
    private final ColumnPredicate predicate;

    Undecided(int column, ColumnPredicate predicate) {
      this.column = column;
      this.predicate = predicate;
    }

    @Override
    public boolean enters(RowGroupSequence.Node node, int first, long rowsBefore) {
      ColumnStatistics bounds = node.bounds(column);
      if (ZoneMap.allMatch(bounds, predicate)) {
        matchingRows += node.rowCount;
        return false;
      }
      return ZoneMap.mayMatch(bounds, predicate);
    }

    @Override
    public void visit(RowGroup rowGroup, int index, long rowsBefore) {
      ColumnStatistics statistics = rowGroup.statistics(column);
      if (ZoneMap.allMatch(statistics, predicate)) {
        matchingRows += rowGroup.rowCount();
      } else if (ZoneMap.mayMatch(statistics, predicate)) {
        groups.add(rowGroup);
        rows += rowGroup.rowCount();
      }
    }
  }

  /** The fraction of a block's values that match; -1 if its histogram does not tell. */
  private static double fraction(BlockSummary summary, ColumnPredicate predicate) {
    double fraction = 0;
    switch (predicate) {
      case NullTest test -> {
        return test.isNull() ? 0 : 1;
      }
      case LongRanges ranges -> {
        if (!summary.statistics().hasLongBounds()) {
          return -1;
        }
        for (int i = 0; i < ranges.lows().length; i++) {
          fraction += fraction(summary, ranges.lows()[i], ranges.highs()[i]);
        }
      }
      case DoubleRanges ranges -> {
        for (DoubleRange range : ranges.ranges()) {
          Double low = range.low();
          Double high = range.high();
          fraction +=
              fraction(
                  summary,
                  low == null ? Double.NEGATIVE_INFINITY : low,
                  high == null ? Double.POSITIVE_INFINITY : high);
        }
      }
      default -> {
        return -1;
      }
    }
    return Math.clamp(fraction, 0, 1);
  }

  /**
   * At least one value's share, because the block may match, but no more than a histogram of so
   * many buckets can overlook.
   */
  private static double fraction(BlockSummary summary, double low, double high) {
    ColumnSketch sketch = summary.sketch();
    ColumnStatistics statistics = summary.statistics();
    double atMostHigh = sketch.rank(high);
    if (atMostHigh < 0) {
      return 1;
    }
    double belowLow = sketch.rank(Math.nextDown(low));
    boolean outside =
        statistics.hasLongBounds()
            ? high < statistics.minLong() || low > statistics.maxLong()
            : high < statistics.minDouble() || low > statistics.maxDouble();
    double share =
        outside ? 0 : 1.0 / Math.max(ColumnSketch.HISTOGRAM_BUCKETS, statistics.distinctEstimate());
    return Math.max(share, atMostHigh - belowLow);
  }

  private double sample(int column, ColumnPredicate predicate) {
    List<RowGroup> rowGroups = version.rowGroups();
    MemorySegment bitmap = scratch.allocate(Bitmaps.bytes(SAMPLED_ROWS));
    int step = Math.max(1, rowGroups.size() / SAMPLED_GROUPS);
    double rows = 0;
    double matching = 0;
    for (int i = step / 2; i < rowGroups.size(); i += step) {
      RowGroup group = rowGroups.get(i);
      rows += group.rowCount();
      if (!ZoneMap.mayMatch(group.statistics(column), predicate)) {
        continue;
      }
      Double fraction =
          TableScan.read(
              store,
              version.scans(),
              group,
              new int[] {column},
              PATIENCE_NANOS,
              chunk -> sample(chunk.column(0), predicate, bitmap, scratch));
      matching += (fraction == null ? UNSEEN_FRACTION : fraction) * group.rowCount();
    }
    return Math.min(1, matching / rows);
  }

  /** The fraction of some rows in the middle of a block that match, or half a row's. */
  private static double sample(
      ChunkColumn block, ColumnPredicate predicate, MemorySegment bitmap, MemoryScope scratch) {
    int rows = (int) block.statistics().rowCount();
    int sampled = Math.min(SAMPLED_ROWS, rows);
    Bitmaps.fill(bitmap, 0, sampled);
    ColumnVector decoded = new ColumnVector(block.type(), scratch);
    block.filter(predicate, decoded).narrow((rows - sampled) / 2, sampled, bitmap);
    return Math.max(0.5, Bitmaps.count(bitmap, 0, sampled)) / sampled;
  }
}
