package dev.paceline.core.scan;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counters of the work that one scan of a query has done. Any thread adds and reads. Workers add
 * once per chunk, never per row. A block is one column of one chunk.
 */
public final class ScanCounters {
  /** Rows of the chunks that were looked at. */
  public final LongAdder rowsScanned = new LongAdder();

  /**
   * Rows that the scan is done with: it has handed them on or dropped them, or need not look at
   * them. All rows of the table when it has ended. Added to several times a chunk, for progress.
   */
  public final LongAdder rowsDone = new LongAdder();

  /** Blocks that predicates or output needed. */
  public final LongAdder blocksUsed = new LongAdder();

  /** Blocks of chunks that were in memory when it showed that no row of theirs can match. */
  public final LongAdder blocksExcluded = new LongAdder();

  /** Blocks that statistics ruled out, so that they were not even asked for. */
  public final LongAdder blocksSkipped = new LongAdder();

  /** Blocks that were in memory, or on their way for another scan. Counted when the scan ends. */
  public final LongAdder blocksShared = new LongAdder();

  /** Bytes of the used blocks, as they are encoded in memory. */
  public final LongAdder bytesUsed = new LongAdder();

  /** Read from files for this scan: for the chunks that were looked at, used or excluded. */
  public final LongAdder bytesRead = new LongAdder();

  /** Chunks of files that were looked at. Counted when the scan ends, as the next two are. */
  public final LongAdder chunks = new LongAdder();

  /** Those of them whose text another scan had read. */
  public final LongAdder chunksShared = new LongAdder();

  /** Those of them whose columns were all in memory. */
  public final LongAdder chunksCached = new LongAdder();

  /** Nanoseconds in which it had no chunk for a worker that asked. Counted when the scan ends. */
  public final LongAdder waitNanos = new LongAdder();

  /** Blocks that were brought into memory for this scan; after its end. */
  public long blocksRead() {
    return Math.max(0, blocksUsed.sum() + blocksExcluded.sum() - blocksShared.sum());
  }
}
