package dev.paceline.storage.load.parquet.page;

/** How BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY values become strings. */
public enum StringForm {
  /** UTF-8, which is checked. */
  TEXT,
  /** Any bytes. */
  BINARY,
  /** 16 bytes, which become 36 characters. */
  UUID
}
