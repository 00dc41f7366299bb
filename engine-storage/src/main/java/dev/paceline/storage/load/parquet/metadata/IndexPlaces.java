package dev.paceline.storage.load.parquet.metadata;

/**
 * The places of the page index and the Bloom filter of a column chunk. A position is 0 if the file
 * has no such thing.
 *
 * @param columnIndex position in the file of the bounds of the pages
 * @param columnIndexBytes their length
 * @param offsetIndex position of the first rows of the pages
 * @param offsetIndexBytes their length
 * @param bloomFilter position of the Bloom filter
 */
public record IndexPlaces(
    long columnIndex,
    int columnIndexBytes,
    long offsetIndex,
    int offsetIndexBytes,
    long bloomFilter) {
  public static final IndexPlaces NONE = new IndexPlaces(0, 0, 0, 0, 0);

  /** Whether the file has bounds of the pages. */
  public boolean havePages() {
    return columnIndex > 0 && columnIndexBytes > 0 && offsetIndex > 0 && offsetIndexBytes > 0;
  }

  /** Returns the places when the Bloom filter, which lies in the row group, has moved with it. */
  IndexPlaces movedBy(long bytes) {
    return new IndexPlaces(
        columnIndex,
        columnIndexBytes,
        offsetIndex,
        offsetIndexBytes,
        bloomFilter > 0 ? bloomFilter + bytes : 0);
  }
}
