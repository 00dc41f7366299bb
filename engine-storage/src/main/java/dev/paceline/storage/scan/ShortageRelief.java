package dev.paceline.storage.scan;

import dev.paceline.storage.scan.CooperativeScan.Registration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Takes back what scans hold without using it, when others need it: chunks that they do not read
 * when memory is short, and slots of scans that do not ask for chunks when a table has no free
 * slot.
 *
 * <p>Guarded, like all state of a {@link ScanScheduler}, by whoever drives the scheduler.
 */
final class ShortageRelief {
  private final ScanScheduler scheduler;

  /** Whether queries need memory that could not be given back. */
  private boolean memoryIsShort;

  private long nextLook = Long.MAX_VALUE;

  ShortageRelief(ScanScheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * Notes that queries need memory that could not be given back.
   *
   * @return false if this is known already
   */
  boolean lacksMemory() {
    boolean isNew = !memoryIsShort;
    memoryIsShort = true;
    return isNew;
  }

  /**
   * Returns when {@link #relieveSlots} may find a slot although nothing else has happened; {@link
   * Long#MAX_VALUE} for never.
   */
  long nextLook() {
    return nextLook;
  }

  /**
   * Asks scans for chunks that they hold without reading them, if memory is short.
   *
   * @param asked takes the scans, which are asked when they are woken up
   */
  void relieveMemory(long now, List<CooperativeScan> asked) {
    if (memoryIsShort || scheduler.isShort()) {
      memoryIsShort = false;
      askBack(CooperativeScan.ownersOf(scheduler.scans()), Integer.MAX_VALUE, now, asked);
    }
  }

  /**
   * Takes slots from scans that do not ask for chunks, the longest silent first, for those that
   * wait for one.
   *
   * @param asked takes the scans that are to give back chunks first
   */
  void relieveSlots(long now, List<CooperativeScan> asked) {
    nextLook = Long.MAX_VALUE;
    for (ScanTable table : scheduler.withoutSlot().tables()) {
      List<CooperativeScan> others = new ArrayList<>();
      for (CooperativeScan scan : CooperativeScan.ownersOf(scheduler.scans())) {
        if (scan.table().equals(table)) {
          others.add(scan);
        }
      }
      others.sort(Comparator.comparingLong(scan -> scan.lastAsked));
      for (CooperativeScan scan : others) {
        Registration registration = scan.registration();
        if (scheduler.withoutSlot().count(table) > 0
            && registration != null
            && !scheduler.inUse().isHeldBack(registration)
            && scan.isDormant(now - ScanScheduler.PATIENCE_NANOS)) {
          scan.park();
          scheduler.unregister(registration, now);
        }
      }
      askBack(others, scheduler.withoutSlot().count(table), now, asked);
      if (scheduler.withoutSlot().count(table) > 0) {
        nextLook = now + ScanScheduler.PATIENCE_NANOS;
      }
    }
  }

  /**
   * @param count how many scans at most
   */
  private static void askBack(
      List<CooperativeScan> candidates, int count, long now, List<CooperativeScan> asked) {
    int left = count;
    for (CooperativeScan scan : candidates) {
      if (left > 0 && scan.isHolding(now - ScanScheduler.PATIENCE_NANOS)) {
        scan.askBack(now);
        asked.add(scan);
        left--;
      }
    }
  }
}
