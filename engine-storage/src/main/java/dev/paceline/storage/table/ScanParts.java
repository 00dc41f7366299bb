package dev.paceline.storage.table;

import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ScanTarget.FirstRows;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.storage.encoding.ZoneMap;
import dev.paceline.storage.scan.ScanTable;
import dev.paceline.storage.table.rowgroup.FirstRowsScan;
import dev.paceline.storage.table.rowgroup.RowGroup;
import dev.paceline.storage.table.rowgroup.RowGroupSelection;
import dev.paceline.storage.table.rowgroup.RowGroupSequence;
import dev.paceline.storage.table.rowgroup.SplitScan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which row groups a scan needs, because rows of them may match, with all of its columns; and which
 * it needs without some: those that only predicates look at, where statistics say that all rows
 * match. Of the sets of columns that could be spared somewhere, the one that spares the most blocks
 * is taken, so that a scan has at most two parts.
 *
 * @param edges row groups that need all columns
 * @param inside row groups that can do without the spared ones
 * @param columns of the table
 * @param spared positions in {@code columns}
 * @param skippedBlocks blocks of the columns that are not read, in row groups of all kinds
 */
record ScanParts(
    RowGroupSelection edges,
    RowGroupSelection inside,
    int[] columns,
    BitSet spared,
    long skippedBlocks) {

  /**
   * @param onlyTested positions in {@code columns} of those that only predicates look at
   */
  static ScanParts of(
      RowGroupSequence rowGroups,
      int[] columns,
      List<ScanPredicate> predicates,
      BitSet onlyTested) {
    Runs runs = new Runs(columns, predicates, onlyTested);
    rowGroups.visit(runs);
    BitSet spared = runs.mostSpared();
    RowGroupSelection.Builder edges = new RowGroupSelection.Builder(rowGroups);
    RowGroupSelection.Builder inside = new RowGroupSelection.Builder(rowGroups);
    for (Run run : runs.found) {
      boolean canSpare = !spared.isEmpty() && contains(run.matched, spared);
      (canSpare ? inside : edges).add(run.start, run.length, run.rowsBefore, run.rows);
    }
    RowGroupSelection wanted = edges.build();
    RowGroupSelection sparing = inside.build();
    long skipped = (long) (rowGroups.size() - wanted.size() - sparing.size()) * columns.length;
    return new ScanParts(
        wanted, sparing, columns, spared, skipped + (long) sparing.size() * spared.cardinality());
  }

  /** Neighbouring row groups whose rows all match the predicates on the same columns. */
  private static final class Run {
    final BitSet matched;
    final int start;
    final long rowsBefore;
    int length;
    long rows;

    Run(BitSet matched, int start, long rowsBefore) {
      this.matched = matched;
      this.start = start;
      this.rowsBefore = rowsBefore;
    }
  }

  /**
   * Finds the row groups that may have rows that match. Nodes of which statistics say that no row
   * matches, or that all do, are not entered.
   */
  static final class Runs implements RowGroupSequence.Visitor {
    final List<Run> found = new ArrayList<>();
    private final int[] columns;
    private final List<ScanPredicate> predicates;
    private final BitSet onlyTested;

    Runs(int[] columns, List<ScanPredicate> predicates, BitSet onlyTested) {
      this.columns = columns;
      this.predicates = predicates;
      this.onlyTested = (BitSet) onlyTested.clone();
    }

    @Override
    public boolean enters(RowGroupSequence.Node node, int first, long rowsBefore) {
      if (!mayMatch(node::bounds)) {
        return false;
      }
      if (!allMatch(node::bounds)) {
        return true;
      }
      add(onlyTested, first, node.size, rowsBefore, node.rowCount);
      return false;
    }

    @Override
    public void visit(RowGroup rowGroup, int index, long rowsBefore) {
      if (mayMatch(rowGroup::statistics)) {
        add(matched(rowGroup), index, 1, rowsBefore, rowGroup.rowCount());
      }
    }

    private void add(BitSet matched, int start, int length, long rowsBefore, long rows) {
      Run last = found.isEmpty() ? null : found.getLast();
      if (last == null || last.start + last.length != start || !last.matched.equals(matched)) {
        last = new Run(matched, start, rowsBefore);
        found.add(last);
      }
      last.length += length;
      last.rows += rows;
    }

    private boolean mayMatch(IntFunction<ColumnStatistics> statistics) {
      for (ScanPredicate predicate : predicates) {
        if (!ZoneMap.mayMatch(
            statistics.apply(columns[predicate.column()]), predicate.predicate())) {
          return false;
        }
      }
      return true;
    }

    private boolean allMatch(IntFunction<ColumnStatistics> statistics) {
      for (ScanPredicate predicate : predicates) {
        if (!ZoneMap.allMatch(
            statistics.apply(columns[predicate.column()]), predicate.predicate())) {
          return false;
        }
      }
      return true;
    }

    /** The columns that are only tested, and whose rows all match. */
    private BitSet matched(RowGroup rowGroup) {
      if (onlyTested.isEmpty()) {
        return onlyTested;
      }
      BitSet matched = new BitSet();
      matched.or(onlyTested);
      for (ScanPredicate predicate : predicates) {
        int column = predicate.column();
        if (matched.get(column)
            && !ZoneMap.allMatch(rowGroup.statistics(columns[column]), predicate.predicate())) {
          matched.clear(column);
        }
      }
      return matched;
    }

    /** The set of columns that spares the most blocks; empty if none can be spared. */
    BitSet mostSpared() {
      Map<BitSet, Integer> sizes = new HashMap<>();
      for (Run run : found) {
        sizes.merge(run.matched, run.length, Integer::sum);
      }
      BitSet spared = new BitSet();
      long most = 0;
      for (BitSet candidate : sizes.keySet()) {
        long rowGroups = 0;
        for (Map.Entry<BitSet, Integer> entry : sizes.entrySet()) {
          rowGroups += contains(entry.getKey(), candidate) ? entry.getValue() : 0;
        }
        long blocks = rowGroups * candidate.cardinality();
        if (blocks > most) {
          most = blocks;
          spared = candidate;
        }
      }
      return spared;
    }
  }

  private static boolean contains(BitSet all, BitSet some) {
    BitSet missing = new BitSet();
    missing.or(some);
    missing.andNot(all);
    return missing.isEmpty();
  }

  /**
   * Registers the scans; the caller holds the row groups.
   *
   * @param firstRows which rows a sort above wants, if no columns are spared; null for all
   */
  ChunkSource open(TableStore store, ScanTable table, @Nullable FirstRows firstRows) {
    if (firstRows != null) {
      return FirstRowsScan.open(
          edges,
          columns[firstRows.column()],
          columns.length,
          firstRows.bound(),
          rowGroups -> store.openScan(table, rowGroups, columns, false));
    }
    if (inside.isEmpty()) {
      return store.openScan(table, edges, columns, false);
    }
    List<Integer> read = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      if (!spared.get(i)) {
        read.add(columns[i]);
      }
    }
    int[] fewer = read.stream().mapToInt(Integer::intValue).toArray();
    ChunkSource rest = store.openScan(table, inside, fewer, false);
    try {
      @Nullable ChunkSource all =
          edges.isEmpty() ? null : store.openScan(table, edges, columns, true);
      return new SplitScan(all, rest, spared);
    } catch (RuntimeException | Error e) {
      rest.close();
      throw e;
    }
  }
}
