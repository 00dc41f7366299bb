package dev.paceline.storage.load.arrow.metadata;

/** Compressions of the buffers of a record batch. */
public enum BodyCompression {
  NONE,
  LZ4,
  ZSTD
}
