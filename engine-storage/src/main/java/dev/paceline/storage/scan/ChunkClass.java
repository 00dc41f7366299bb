package dev.paceline.storage.scan;

import org.jspecify.annotations.Nullable;

/**
 * Chunks of a table that no decision distinguishes: the same scans want them, the same units are in
 * memory and being read, and either all of them are busy or none is.
 *
 * <p>Source: cooperative scans 2004, section 4.1. In addition, each chunk refers to its class, the
 * class has the masks, and columns are separate units.
 */
final class ChunkClass {
  final long interest;
  final long resident;
  final long loading;
  final boolean busy;

  /** Units that the interested scans need. */
  final long wanted;

  /**
   * The chunk that a decision looks at. Of chunks that are not in memory it is the one with the
   * lowest ordinal that came last; of others, the one that has been in the class for longest.
   */
  @Nullable ScanChunk head;

  @Nullable ScanChunk tail;
  int index;

  /** The number of chunks. */
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

  /** Returns whether the chunks can be evicted. */
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
