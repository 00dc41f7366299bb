package dev.paceline.storage.scan;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A row group as the scheduler sees it: which of its units are in memory, and which scans want it.
 * A <em>unit</em> is read and evicted as a whole: a column block, or several neighbours in a very
 * wide table.
 *
 * <p>Guarded, like all state of a {@link ScanScheduler}, by whoever drives the scheduler. Sets of
 * units and of scans are bit masks.
 */
public class ScanChunk {
  final ScanTable table;
  final int ordinal;
  final int rows;
  private final long[] unitBytes;

  /** The {@link RegisteredScan#number} of the scan for which each unit was last loaded. */
  private final long[] loadedFor;

  /** The scans of the table that want this chunk and have not been given it. */
  long interest;

  /** The units in memory. */
  long resident;

  /** The bytes of the units in memory. */
  long residentBytes;

  /** The units in memory that are damaged. */
  long damaged;

  /** The units that are being read; their memory is reserved. */
  long loading;

  /** The number of scans that work on it now. */
  int pins;

  /** The units that at least one of these scans uses. */
  long pinned;

  /** The bytes of the pinned units. */
  long pinnedBytes;

  /** The number of these scans that use each unit; null if no scan works on the chunk. */
  private int @Nullable [] unitPins;

  /** The number of waiting scans that were promised this chunk. */
  int promises;

  /** When it last became idle, counted in events. */
  long lastUsed;

  /** When it was last loaded, counted in events. */
  long loadedAt;

  /** Whether units of it are in memory and nobody needs them at the moment. */
  boolean idle;

  /** Whether the policy believes that it is idle. */
  boolean reportedIdle;

  /** The number of uses that have not been reported to the policy. */
  int unreportedUses;

  /** Whether it is evicted as soon as it is idle. */
  boolean dropped;

  // The place in the list of its class, kept by ChunkClasses.
  @Nullable ChunkClass memberOf;
  @Nullable ScanChunk previous;
  @Nullable ScanChunk next;

  /**
   * @param ordinal the position in the table; neighbours are read one after the other
   * @param unitBytes the bytes that each unit takes in memory
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

  /** Returns the bytes that units take in memory. */
  public final long bytes(long units) {
    long bytes = 0;
    for (long left = units; left != 0; left &= left - 1) {
      bytes += unitBytes[Long.numberOfTrailingZeros(left)];
    }
    return bytes;
  }

  /**
   * Raises the largest bytes that each unit takes in other chunks to those of this chunk, in place
   * if there are as many units.
   */
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

  /** Records the scan for which units are loaded. */
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
   * Records that a scan starts to use units.
   *
   * @return the bytes of those units that no other scan uses
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
    long more = bytes(pinned & ~before);
    pinnedBytes += more;
    return more;
  }

  /**
   * Undoes {@link #pin}.
   *
   * @return the bytes of the units that no scan uses any more
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
    long fewer = bytes(before & ~pinned);
    pinnedBytes -= fewer;
    return fewer;
  }

  final boolean isReady(long units) {
    return (resident & units) == units;
  }

  /** Returns whether all of some units are in memory or being read. */
  final boolean isComing(long units) {
    return ((resident | loading) & units) == units;
  }

  /** Returns whether scans work on it, it is promised to a scan, or units of it are being read. */
  final boolean isBusy() {
    return pins > 0 || promises > 0 || loading != 0;
  }

  @Override
  public String toString() {
    return "chunk " + ordinal + " of " + table;
  }
}
