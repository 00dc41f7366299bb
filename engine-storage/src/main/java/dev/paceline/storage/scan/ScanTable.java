package dev.paceline.storage.scan;

import org.jspecify.annotations.Nullable;

/**
 * A table as the scheduler sees it: its registered scans, each in a slot, and its chunks by class.
 * Scans of different tables compete for memory and for the device, and share nothing.
 */
public final class ScanTable {
  /** Scans that are registered at a time; others wait for a slot. */
  public static final int MAX_SCANS = Long.SIZE;

  public static final int MAX_UNITS = Long.SIZE;

  /**
   * A scan with fewer available chunks is starved, unless it needs no further chunks. A scan on a
   * device that serves many reads at a time may need more of them, see {@link
   * RegisteredScan#enough}.
   */
  static final int ENOUGH = 2;

  /** A scan with at most so many available chunks may starve soon. */
  static final int ALMOST_ENOUGH = 3;

  private final String name;
  private final @Nullable RegisteredScan[] slots = new @Nullable RegisteredScan[MAX_SCANS];
  private final ChunkClasses classes = new ChunkClasses();

  // The distinct sets of units that scans want, and who wants which: there are few.
  private final long[] setUnits = new long[MAX_SCANS];
  private final long[] setScans = new long[MAX_SCANS];
  private int sets;

  private long occupied;

  /** Scans that want nothing any more, though some chunks may still carry their mark. */
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

  /** Scans that have too few chunks, the ones on their way included. */
  long starved() {
    return starved;
  }

  /** Scans that starve or will soon. */
  long almostStarved() {
    return almostStarved;
  }

  boolean isFull() {
    return occupied == -1L;
  }

  boolean hasScans() {
    return occupied != 0;
  }

  /** The scans that may want something. A chunk may carry the mark of others for a while. */
  long present() {
    return occupied & ~forgotten;
  }

  /** A scan wants nothing any more. */
  void forget(RegisteredScan scan) {
    forgotten |= scan.bit();
    starved &= ~scan.bit();
    almostStarved &= ~scan.bit();
  }

  /** Queries that scan it; the parts of a scan count once. */
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

  /** Gives a scan a slot; there is one. */
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

  /** Takes a scan's slot back; no chunk is of interest to it any more. */
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

  /** Notes what a scan has and wants. */
  void refresh(RegisteredScan scan) {
    long bit = scan.bit();
    boolean starves = scan.available() + scan.coming() < Math.min(scan.enough(), scan.needed());
    boolean almost =
        scan.needed() > 0 && scan.available() <= Math.max(ALMOST_ENOUGH, scan.enough());
    starved = starves ? starved | bit : starved & ~bit;
    almostStarved = almost ? almostStarved | bit : almostStarved & ~bit;
  }

  /** All units that any of these scans wants. */
  long unitsOf(long scans) {
    long units = 0;
    for (int set = 0; set < sets; set++) {
      if ((setScans[set] & scans) != 0) {
        units |= setUnits[set];
      }
    }
    return units;
  }

  /** The scans that want any of these units. */
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
