package dev.paceline.core.exec;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a query has done so far. Any thread adds and reads; added to once per chunk or order, never
 * per row.
 */
public final class QueryCounters {
  /** Rows of the chunks that were looked at. */
  public final LongAdder rowsScanned = new LongAdder();

  /** Column blocks that predicates or output needed. */
  public final LongAdder blocksRead = new LongAdder();

  /** Column blocks of chunks that statistics ruled out. */
  public final LongAdder blocksSkipped = new LongAdder();

  /** Column blocks that were in memory, or on their way for another scan. */
  public final LongAdder blocksShared = new LongAdder();

  /** Nanoseconds in which a scan had no chunk for a worker that asked. */
  public final LongAdder scanWaitNanos = new LongAdder();

  /** Work orders that ended. */
  public final LongAdder orders = new LongAdder();
}
