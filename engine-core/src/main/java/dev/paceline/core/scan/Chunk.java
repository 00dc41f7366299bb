package dev.paceline.core.scan;

/**
 * A row group in memory: some rows of a table, column by column, still encoded. Immutable and safe
 * for any number of threads while it is pinned.
 */
public interface Chunk {
  int rowCount();

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
