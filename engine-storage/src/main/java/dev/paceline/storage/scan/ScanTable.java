package dev.paceline.storage.scan;

import org.jspecify.annotations.Nullable;

/**
 * A table as the scheduler sees it: its registered scans, each in a slot, and its chunks by class.
 * Scans of different tables compete for memory and for the device, and share nothing.
 */
public final class ScanTable {
  /** The most scans of a table that are registered at a time; others wait for a slot. */
  public static final int MAX_SCANS = Long.SIZE;

  public static final int MAX_UNITS = Long.SIZE;

  /**
   * A scan with fewer available chunks is starved, unless it needs no further chunks. A scan on a
   * device that serves many reads at a time may need more of them, see {@link
   * RegisteredScan#enough}.
   */
  static final int ENOUGH = 2;

  /** A scan with at most this many available chunks may starve soon. */
  static final int ALMOST_ENOUGH = 3;

  private final String name;
  private final @Nullable RegisteredScan[] slots = new @Nullable RegisteredScan[MAX_SCANS];
  private final ChunkClasses classes = new ChunkClasses();

  // The distinct sets of units that scans want, with the scans that want each of them. There are
  // few.
  private final long[] setUnits = new long[MAX_SCANS];
  private final long[] setScans = new long[MAX_SCANS];
  private int sets;

  private long occupied;

  /** The scans that want no more chunks, although some chunks still count them as interested. */
  private long forgotten;

  private long starved;
  private long almostStarved;

  /** The position of the device: the chunk after the last one that was ordered. */
  int position;

  public ScanTable(String name) {
    this.name = name;
  }

  ChunkClasses classes() {
    return classes;
  }

  /** Returns the scans that have too few chunks, including those that are being read. */
  long starved() {
    return starved;
  }

  /** Returns the scans that starve or may starve soon. */
  long almostStarved() {
    return almostStarved;
  }

  boolean isFull() {
    return occupied == -1L;
  }

  boolean hasScans() {
    return occupied != 0;
  }

  /**
   * Returns the scans that may want chunks. A chunk may count other scans as interested for a
   * while.
   */
  long present() {
    return occupied & ~forgotten;
  }

  /** Records that a scan wants no more chunks. */
  void forget(RegisteredScan scan) {
    forgotten |= scan.bit();
    starved &= ~scan.bit();
    almostStarved &= ~scan.bit();
  }

  /** Returns the number of queries that scan the table; the parts of a scan count once. */
  int queryCount() {
    int count = 0;
    for (long left = present(); left != 0; left &= left - 1) {
      count += scan(Long.numberOfTrailingZeros(left)).isFurtherPart() ? 0 : 1;
    }
    return count;
  }

  RegisteredScan scan(int slot) {
    RegisteredScan scan = slots[slot];
    if (scan == null) {
      throw new IllegalStateException("slot " + slot + " of " + this + " is empty");
    }
    return scan;
  }

  /** Gives a scan a slot; there must be a free one. */
  int enter(RegisteredScan scan) {
    int slot = Long.numberOfTrailingZeros(~occupied);
    slots[slot] = scan;
    occupied |= 1L << slot;
    int set = 0;
    while (set < sets && setUnits[set] != scan.units) {
      set++;
    }
    if (set == sets) {
      setUnits[set] = scan.units;
      setScans[set] = 0;
      sets++;
    }
    setScans[set] |= 1L << slot;
    return slot;
  }

  /** Takes the slot of a scan back, which no chunk counts as interested any more. */
  void leave(RegisteredScan scan) {
    long bit = scan.bit();
    slots[scan.slot()] = null;
    occupied &= ~bit;
    forgotten &= ~bit;
    starved &= ~bit;
    almostStarved &= ~bit;
    for (int set = 0; set < sets; set++) {
      setScans[set] &= ~bit;
      if (setScans[set] == 0) {
        sets--;
        setUnits[set] = setUnits[sets];
        setScans[set] = setScans[sets];
        set--;
      }
    }
  }

  /** Records what a scan has and wants. */
  void refresh(RegisteredScan scan) {
    long bit = scan.bit();
    boolean starves = scan.available() + scan.coming() < Math.min(scan.enough(), scan.needed());
    boolean almost =
        scan.needed() > 0 && scan.available() <= Math.max(ALMOST_ENOUGH, scan.enough());
    starved = starves ? starved | bit : starved & ~bit;
    almostStarved = almost ? almostStarved | bit : almostStarved & ~bit;
  }

  /** Returns the units that any of some scans wants. */
  long unitsOf(long scans) {
    long units = 0;
    for (int set = 0; set < sets; set++) {
      if ((setScans[set] & scans) != 0) {
        units |= setUnits[set];
      }
    }
    return units;
  }

  /** Returns the scans that want any of some units. */
  long overlapping(long units) {
    long scans = 0;
    for (int set = 0; set < sets; set++) {
      if ((setUnits[set] & units) != 0) {
        scans |= setScans[set];
      }
    }
    return scans & present();
  }

  @Override
  public String toString() {
    return name;
  }
}
