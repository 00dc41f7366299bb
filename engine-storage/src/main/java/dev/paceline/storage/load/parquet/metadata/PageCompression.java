package dev.paceline.storage.load.parquet.metadata;

/** How pages are compressed. In the order of the format's numbers. */
public enum PageCompression {
  UNCOMPRESSED,
  SNAPPY,
  GZIP,
  LZO,
  BROTLI,
  /** LZ4 blocks, each behind two lengths, as Hadoop writes them. */
  LZ4,
  ZSTD,
  /** One LZ4 block. */
  LZ4_RAW
}
