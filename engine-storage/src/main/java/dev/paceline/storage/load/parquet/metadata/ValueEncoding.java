package dev.paceline.storage.load.parquet.metadata;

/** How values or levels of a page are encoded. In the order of the format's numbers. */
public enum ValueEncoding {
  PLAIN,
  /** A number of the format that nothing uses. */
  RESERVED,
  /** The name of RLE_DICTIONARY before version 2 of the format. */
  PLAIN_DICTIONARY,
  RLE,
  BIT_PACKED,
  DELTA_BINARY_PACKED,
  DELTA_LENGTH_BYTE_ARRAY,
  DELTA_BYTE_ARRAY,
  RLE_DICTIONARY,
  BYTE_STREAM_SPLIT;

  /** Whether values are codes into the dictionary of the column chunk. */
  public boolean isDictionary() {
    return this == PLAIN_DICTIONARY || this == RLE_DICTIONARY;
  }
}
