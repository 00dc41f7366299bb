package dev.paceline.core.operator.sort;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.operator.sort.SortPrefix.Range;
import dev.paceline.core.operator.spill.SpilledRun;
import dev.paceline.core.plan.SortKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows on disk, in order.
 *
 * @param ranges what is known about the values of each sort key
 */
record SortedRun(SpilledRun rows, List<Range> ranges) {
  /** Returns the ranges of the sort keys of some columns. */
  static List<Range> ranges(ColumnVector[] columns, List<SortKey> keys) {
    List<Range> ranges = new ArrayList<>();
    for (SortKey key : keys) {
      ranges.add(Range.of(columns[key.column()]));
    }
    return ranges;
  }

  /** Returns the ranges of the sort keys of one or more runs. */
  static List<Range> ranges(List<SortedRun> runs) {
    List<Range> all = new ArrayList<>(runs.getFirst().ranges);
    for (SortedRun run : runs) {
      for (int key = 0; key < all.size(); key++) {
        all.set(key, all.get(key).or(run.ranges.get(key)));
      }
    }
    return all;
  }
}
