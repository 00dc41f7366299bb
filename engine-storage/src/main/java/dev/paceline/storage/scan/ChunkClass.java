package dev.paceline.storage.scan;

import org.jspecify.annotations.Nullable;

/**
 * Chunks of a table that are interchangeable for every decision: the same scans want them, the same
 * units are in memory and on their way, and they are all busy or all not.
 *
 * <p>Source: cooperative scans 2004, section 4.1, with a class reference in the chunk and the masks
 * in the class, and with what a column store needs besides.
 */
final class ChunkClass {
  final long interest;
  final long resident;
  final long loading;
  final boolean busy;

  /** Units that the interested scans need. */
  final long wanted;

  /** Chunks not in memory: the lowest ordinal that came last. Others: the one here for longest. */
  @Nullable ScanChunk head;

  @Nullable ScanChunk tail;
  int index;

  /** How many chunks. */
  int size;

  @Nullable ChunkClass nextInBucket;

  ChunkClass(long interest, long resident, long loading, boolean busy, long wanted) {
    this.interest = interest;
    this.resident = resident;
    this.loading = loading;
    this.busy = busy;
    this.wanted = wanted;
  }

  boolean isFor(ScanChunk chunk) {
    return interest == chunk.interest
        && resident == chunk.resident
        && loading == chunk.loading
        && busy == chunk.isBusy();
  }

  /** Whether its chunks take memory that could be given to others. */
  boolean isEvictable() {
    return resident != 0 && !busy;
  }

  boolean isReady(long units) {
    return (resident & units) == units;
  }

  boolean isComing(long units) {
    return ((resident | loading) & units) == units;
  }
}
