package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnBlock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Up to 131,072 rows of a table: what is known about their blocks, and where these are. Immutable
 * but for the number of its holders and its position; any thread may use it while it holds it.
 */
public final class RowGroup {
  /** The most rows of a row group: 64 batches. */
  public static final int MAX_ROWS = ColumnBlock.MAX_ROWS;

  private final int rowCount;
  private final List<BlockSummary> summaries;
  private final BlockSource blocks;
  private final AtomicInteger holders = new AtomicInteger(1);
  private final boolean full;
  private volatile int position;

  /**
   * Starts with one holder, the caller.
   *
   * @param summaries one a table column
   */
  public RowGroup(int rowCount, List<BlockSummary> summaries, BlockSource blocks) {
    this(rowCount, summaries, blocks, false);
  }

  /**
   * @param full whether no row can be added by merging: encoded, it may not look so
   */
  public RowGroup(int rowCount, List<BlockSummary> summaries, BlockSource blocks, boolean full) {
    this.rowCount = rowCount;
    this.full = full;
    this.summaries = List.copyOf(summaries);
    this.blocks = blocks;
  }

  public int rowCount() {
    return rowCount;
  }

  /** Whether it ended because it had as many rows or bytes as may be; not known of old ones. */
  public boolean isFull() {
    return full;
  }

  /** One a table column. */
  public List<BlockSummary> summaries() {
    return summaries;
  }

  public BlockSource blocks() {
    return blocks;
  }

  /** Bytes of all blocks. */
  public long bytes() {
    long bytes = 0;
    for (BlockSummary summary : summaries) {
      bytes += summary.bytes();
    }
    return bytes;
  }

  /**
   * @param column of the table
   */
  public ColumnStatistics statistics(int column) {
    return summaries.get(column).statistics();
  }

  /** Its position in the table from its first commit to its end; unknown before. */
  public int position() {
    return position;
  }

  /** Called whenever it becomes part of a version of its table, at the same position each time. */
  public void placeAt(int newPosition) {
    if (position != newPosition) {
      position = newPosition;
      blocks.moved();
    }
  }

  /** Ends the caller's hold; the last one disposes of the blocks. */
  public void release() {
    int left = holders.decrementAndGet();
    if (left == 0) {
      blocks.dispose();
    } else if (left < 0) {
      throw PacelineException.internal("a row group is let go more often than it is held", null);
    }
  }
}
