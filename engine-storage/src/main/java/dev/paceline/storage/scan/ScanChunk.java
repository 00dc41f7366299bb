package dev.paceline.storage.scan;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A row group as the scheduler sees it: which of its units are in memory, and who wants it. A
 * <em>unit</em> is what is read at once: a column block, or several of a very wide table.
 *
 * <p>Guarded, like all state of a {@link ScanScheduler}, by whoever drives the scheduler. Sets of
 * units and of scans are bit masks.
 */
public class ScanChunk {
  final ScanTable table;
  final int ordinal;
  final int rows;
  private final long[] unitBytes;

  /** {@link RegisteredScan#number} of the scan for which each unit was last loaded. */
  private final long[] loadedFor;

  /** Scans of the table that want this chunk and have not been given it. */
  long interest;

  /** Units in memory. */
  long resident;

  /** Units in memory that nobody can use. */
  long damaged;

  /** Units that have their room and are being read. */
  long loading;

  /** How many scans work on it now. */
  int pins;

  /** Units that at least one of these scans uses. */
  long pinned;

  /** How many of these scans use each unit; null if no scan works on it. */
  private int @Nullable [] unitPins;

  /** How many waiting scans have been told to come and take it. */
  int promises;

  /** When it last became idle, in events. */
  long lastUsed;

  /** When it was last loaded, in events. */
  long loadedAt;

  /** Whether its policy was told that it is idle. */
  boolean idle;

  /** Whether it leaves the memory as soon as it is idle. */
  boolean dropped;

  // Place among its equals, kept by ChunkClasses.
  @Nullable ChunkClass memberOf;
  @Nullable ScanChunk previous;
  @Nullable ScanChunk next;

  /**
   * @param ordinal position in the table; neighbours are read one after the other
   * @param unitBytes what each unit takes in memory
   */
  public ScanChunk(ScanTable table, int ordinal, int rows, long[] unitBytes) {
    if (unitBytes.length > ScanTable.MAX_UNITS) {
      throw new IllegalArgumentException(unitBytes.length + " units");
    }
    this.table = table;
    this.ordinal = ordinal;
    this.rows = rows;
    this.unitBytes = unitBytes.clone();
    this.loadedFor = new long[unitBytes.length];
  }

  public final ScanTable table() {
    return table;
  }

  public final int ordinal() {
    return ordinal;
  }

  public final int rows() {
    return rows;
  }

  /** The units in memory. */
  public final long resident() {
    return resident;
  }

  /** What units take in memory. */
  public final long bytes(long units) {
    long bytes = 0;
    for (long left = units; left != 0; left &= left - 1) {
      bytes += unitBytes[Long.numberOfTrailingZeros(left)];
    }
    return bytes;
  }

  /** Raises what was the most that each unit takes elsewhere to what it takes here. */
  final long[] largestUnitBytes(long[] elsewhere) {
    long[] largest =
        elsewhere.length < unitBytes.length
            ? Arrays.copyOf(elsewhere, unitBytes.length)
            : elsewhere;
    for (int unit = 0; unit < unitBytes.length; unit++) {
      largest[unit] = Math.max(largest[unit], unitBytes[unit]);
    }
    return largest;
  }

  /** Notes for whom units are loaded. */
  final void loadFor(RegisteredScan scan, long units) {
    for (long left = units; left != 0; left &= left - 1) {
      loadedFor[Long.numberOfTrailingZeros(left)] = scan.number();
    }
  }

  /**
   * Returns those units that a scan needs and that were last loaded for it. They do not change
   * while the scan has the chunk.
   */
  final long loadedFor(RegisteredScan scan) {
    long units = 0;
    for (long left = scan.units; left != 0; left &= left - 1) {
      int unit = Long.numberOfTrailingZeros(left);
      units |= loadedFor[unit] == scan.number() ? 1L << unit : 0;
    }
    return units;
  }

  /**
   * Notes that a scan starts to use units.
   *
   * @return bytes of those that no other scan uses
   */
  final long pin(long units) {
    int[] counts = unitPins;
    if (counts == null) {
      counts = new int[unitBytes.length];
      unitPins = counts;
    }
    long before = pinned;
    for (long left = units; left != 0; left &= left - 1) {
      counts[Long.numberOfTrailingZeros(left)]++;
    }
    pins++;
    pinned |= units;
    return bytes(pinned & ~before);
  }

  /**
   * Undoes a {@link #pin}.
   *
   * @return bytes of the units that no scan uses any more
   */
  final long unpin(long units) {
    int[] counts = requireNonNull(unitPins, "not pinned");
    long before = pinned;
    for (long left = units; left != 0; left &= left - 1) {
      int unit = Long.numberOfTrailingZeros(left);
      if (--counts[unit] == 0) {
        pinned &= ~(1L << unit);
      }
    }
    if (--pins == 0) {
      unitPins = null;
    }
    return bytes(before & ~pinned);
  }

  final boolean isReady(long units) {
    return (resident & units) == units;
  }

  /** Whether it will be ready when what is being read has come. */
  final boolean isComing(long units) {
    return ((resident | loading) & units) == units;
  }

  /** Whether somebody works on it, waits to take it, or fills it. */
  final boolean isBusy() {
    return pins > 0 || promises > 0 || loading != 0;
  }

  @Override
  public String toString() {
    return "chunk " + ordinal + " of " + table;
  }
}
