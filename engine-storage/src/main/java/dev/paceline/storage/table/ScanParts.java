package dev.paceline.storage.table;

import dev.paceline.core.exec.ChunkSource;
import dev.paceline.core.exec.ScanTarget.ScanPredicate;
import dev.paceline.storage.encoding.ZoneMap;
import dev.paceline.storage.scan.ScanTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which row groups of a scan need all of its columns, and which can do without some: those that
 * only predicates look at, where statistics say that all rows match. Of the sets of columns that
 * could be spared somewhere, the one that spares the most blocks is taken, so that a scan has at
 * most two parts.
 *
 * @param edges row groups that need all columns
 * @param inside row groups that can do without the spared ones
 * @param columns of the table
 * @param spared positions in {@code columns}
 */
record ScanParts(List<RowGroup> edges, List<RowGroup> inside, int[] columns, BitSet spared) {
  static ScanParts of(
      List<RowGroup> wanted, int[] columns, List<ScanPredicate> predicates, BitSet onlyTested) {
    if (onlyTested.isEmpty()) {
      return new ScanParts(wanted, List.of(), columns, new BitSet());
    }
    List<BitSet> matched = new ArrayList<>(wanted.size());
    Map<BitSet, Integer> groups = new HashMap<>();
    for (RowGroup rowGroup : wanted) {
      BitSet columnsThatMatch = matched(rowGroup, columns, predicates, onlyTested);
      matched.add(columnsThatMatch);
      groups.merge(columnsThatMatch, 1, Integer::sum);
    }
    BitSet spared = new BitSet();
    int most = 0;
    for (BitSet candidate : groups.keySet()) {
      int rowGroups = 0;
      for (Map.Entry<BitSet, Integer> entry : groups.entrySet()) {
        rowGroups += contains(entry.getKey(), candidate) ? entry.getValue() : 0;
      }
      int blocks = rowGroups * candidate.cardinality();
      if (blocks > most) {
        most = blocks;
        spared = candidate;
      }
    }
    List<RowGroup> edges = new ArrayList<>();
    List<RowGroup> inside = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      boolean canSpare = most > 0 && contains(matched.get(i), spared);
      (canSpare ? inside : edges).add(wanted.get(i));
    }
    return new ScanParts(edges, inside, columns, spared);
  }

  /** The columns that are only tested, and whose rows all match. */
  private static BitSet matched(
      RowGroup rowGroup, int[] columns, List<ScanPredicate> predicates, BitSet onlyTested) {
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

  private static boolean contains(BitSet all, BitSet some) {
    BitSet missing = new BitSet();
    missing.or(some);
    missing.andNot(all);
    return missing.isEmpty();
  }

  /** Blocks that are not read although their row groups are. */
  long sparedBlocks() {
    return (long) inside.size() * spared.cardinality();
  }

  /** Registers the scans; the caller holds the row groups. */
  ChunkSource open(TableStore store, ScanTable table) {
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
