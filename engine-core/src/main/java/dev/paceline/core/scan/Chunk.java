package dev.paceline.core.scan;

/**
 * A row group in memory: some rows of a table, column by column, still encoded. Immutable and safe
 * for any number of threads while it is pinned.
 *
 * <p>A chunk of a file in a foreign format may be handed out before it is read. Its number of rows
 * is then {@link #UNKNOWN_ROWS}, one work order reads all of it, and that order calls {@link #load}
 * before anything else.
 */
public interface Chunk {
  /** The number of rows of a chunk that has to be loaded first. */
  int UNKNOWN_ROWS = -1;

  /** Returns the number of rows, or {@link #UNKNOWN_ROWS} before {@link #load}. */
  int rowCount();

  /**
   * Reads the rows of a chunk whose number of rows is unknown. Called by the worker that has the
   * chunk, in its work order; does nothing if the rows are in memory.
   *
   * @param cancellation called every few milliseconds, without a lock; throws if the query should
   *     end
   */
  default void load(Runnable cancellation) {}

  /** The first row that has not been read: 0, unless the chunk was given back before its end. */
  default int firstRow() {
    return 0;
  }

  /**
   * @param index position in the list of columns that the scan asked for
   */
  ChunkColumn column(int index);

  /** Columns whose blocks it has: all, but for those that {@link ScanTarget#openScan} spared. */
  int blockCount();

  /** Returns the bytes of these blocks, as they are encoded in memory. */
  long bytes();

  /**
   * Returns the bytes in their files, where they may be packed, of those blocks that were brought
   * into memory for the scan that was handed this chunk.
   */
  long readBytes();
}
