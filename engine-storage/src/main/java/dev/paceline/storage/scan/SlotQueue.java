package dev.paceline.storage.scan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Scans that wait for a slot of their table, in the order in which they came.
 *
 * <p>Guarded, like all state of a {@link ScanScheduler}, by whoever drives the scheduler.
 */
@SuppressWarnings("ReferenceEquality") // tables have identity; they are never equal by value
final class SlotQueue {
  private final List<RegisteredScan> waiting = new ArrayList<>();

  void add(RegisteredScan scan) {
    waiting.add(scan);
  }

  void remove(RegisteredScan scan) {
    waiting.remove(scan);
  }

  /** Removes and returns the first scan of a table; null if none waits. */
  @Nullable RegisteredScan poll(ScanTable table) {
    for (RegisteredScan scan : waiting) {
      if (scan.table == table) {
        waiting.remove(scan);
        return scan;
      }
    }
    return null;
  }

  /** Returns the number of scans of a table that wait. */
  int count(ScanTable table) {
    int count = 0;
    for (RegisteredScan scan : waiting) {
      count += scan.table == table ? 1 : 0;
    }
    return count;
  }

  /** Returns the tables with scans that wait. */
  Set<ScanTable> tables() {
    Set<ScanTable> full = new LinkedHashSet<>();
    waiting.forEach(scan -> full.add(scan.table));
    return full;
  }

  List<RegisteredScan> all() {
    return List.copyOf(waiting);
  }
}
