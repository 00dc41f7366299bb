package dev.paceline.storage.table;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.storage.scan.ScanTable;
import dev.paceline.storage.table.rowgroup.KeyRanges;
import dev.paceline.storage.table.rowgroup.RowGroup;
import dev.paceline.storage.table.rowgroup.RowGroupSequence;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One state of a table. What it shows is immutable; any thread may use it while it holds it.
 *
 * <p>Row groups are not counted one by one. A version that is replaced owns those that its
 * successor does not have, and holds the successor: when nobody holds it any more, and therefore
 * none of its predecessors, it lets these row groups go, and then its successor.
 */
public final class TableVersion {
  /** More changes at once than this, and what is known about keys is computed anew. */
  private static final int MOST_KEY_CHANGES = 64;

  private final ScanTable scans;
  private final RowGroupSequence rowGroups;

  /** The key ranges of the columns that were asked for. */
  private final Map<Integer, KeyRanges> keys = new ConcurrentHashMap<>();

  private final AtomicInteger holders = new AtomicInteger(1);

  /** Set before the last holder can let go of this version. */
  private List<RowGroup> retired = List.of();

  private @Nullable TableVersion successor;

  private TableVersion(ScanTable scans, RowGroupSequence rowGroups) {
    this.scans = scans;
    this.rowGroups = rowGroups;
  }

  /**
   * The first state of a table, held by the caller.
   *
   * @param scans of the table, in any version
   * @param rowGroups each with one hold, which the versions of the table take over
   */
  public static TableVersion first(ScanTable scans, List<RowGroup> rowGroups) {
    place(0, rowGroups);
    return new TableVersion(scans, RowGroupSequence.of(rowGroups));
  }

  /**
   * The state after a change of this one, held by the caller, who then lets go of this one. Called
   * once.
   *
   * @param added come with one hold each, which the versions of the table take over
   */
  public TableVersion replacedBy(int kept, List<RowGroup> added) {
    place(kept, added);
    TableVersion next = new TableVersion(scans, rowGroups.replaceFrom(kept, added));
    List<RowGroup> removed = List.copyOf(rowGroups.subList(kept, rowGroups.size()));
    if (removed.size() + added.size() <= MOST_KEY_CHANGES) {
      keys.forEach(
          (column, ranges) -> next.keys.put(column, changed(ranges, column, removed, added)));
    }
    next.retain();
    retired = removed;
    successor = next;
    return next;
  }

  /** The table is dropped: ends the caller's hold, and all row groups go with the last holder. */
  public void retire() {
    retired = rowGroups;
    release();
  }

  private static KeyRanges changed(
      KeyRanges ranges, int column, List<RowGroup> removed, List<RowGroup> added) {
    KeyRanges changed = ranges;
    for (RowGroup group : removed) {
      changed = changed.minus(group.statistics(column));
    }
    for (RowGroup group : added) {
      changed = changed.plus(group.statistics(column));
    }
    return changed;
  }

  private static void place(int first, List<RowGroup> rowGroups) {
    for (int i = 0; i < rowGroups.size(); i++) {
      rowGroups.get(i).placeAt(first + i);
    }
  }

  /** Adds a holder; only who holds it already, or keeps the table from changing, may do so. */
  public void retain() {
    if (holders.getAndIncrement() <= 0) {
      throw PacelineException.internal("a version of " + scans + " is used after its end", null);
    }
  }

  /** Ends one hold. */
  public void release() {
    TableVersion version = this;
    while (version != null) {
      int left = version.holders.decrementAndGet();
      if (left > 0) {
        return;
      }
      if (left < 0) {
        throw PacelineException.internal(
            "a version of " + scans + " is let go more often than it is held", null);
      }
      version.retired.forEach(RowGroup::release);
      version = version.successor;
    }
  }

  ScanTable scans() {
    return scans;
  }

  public RowGroupSequence rowGroups() {
    return rowGroups;
  }

  public long rowCount() {
    return rowGroups.rowCount();
  }

  /** Over all row groups. */
  public ColumnStatistics statistics(int column) {
    RowGroupSequence.Node all = rowGroups.root();
    if (all == null) {
      return ColumnStatistics.unknown(0, 0);
    }
    ColumnStatistics bounds = all.bounds(column);
    if (all.size == 1) {
      return bounds;
    }
    long distinct =
        Math.min(all.distinct(column).estimate(), bounds.rowCount() - bounds.nullCount());
    return new ColumnStatistics(
        bounds.rowCount(),
        bounds.nullCount(),
        distinct,
        bounds.hasLongBounds(),
        bounds.minLong(),
        bounds.maxLong(),
        bounds.hasDoubleBounds(),
        bounds.minDouble(),
        bounds.maxDouble(),
        bounds.minBytes(),
        bounds.maxBytes(),
        bounds.sorted(),
        isUnique(column));
  }

  /** The range of a column's values; null if some block does not tell, or there is none. */
  @Nullable ValueRange range(int column) {
    RowGroupSequence.Node all = rowGroups.root();
    if (all == null) {
      return null;
    }
    ColumnStatistics bounds = all.bounds(column);
    return bounds.hasLongBounds() && bounds.nullCount() < bounds.rowCount()
        ? new ValueRange(bounds.minLong(), bounds.maxLong())
        : null;
  }

  /** Whether the whole numbers of a column ascend in each block, and from block to block. */
  public boolean isSorted(int column) {
    RowGroupSequence.Node all = rowGroups.root();
    return all == null || all.bounds(column).hasLongBounds() && all.bounds(column).sorted();
  }

  /**
   * Whether the values of a column are unique in each block, and the ranges of the blocks have
   * nothing in common.
   */
  public boolean isUnique(int column) {
    return Objects.requireNonNull(
            keys.computeIfAbsent(
                column,
                absent ->
                    KeyRanges.of(
                        rowGroups.stream().map(group -> group.statistics(column)).toList())))
        .isUnique();
  }
}
