package dev.paceline.storage.load.parquet.metadata;

/** How the values of a column are stored. In the order of the format's numbers. */
public enum PhysicalType {
  BOOLEAN,
  INT32,
  INT64,
  /** Nanoseconds of a day in 8 bytes, and a Julian day in 4. */
  INT96,
  FLOAT,
  DOUBLE,
  BYTE_ARRAY,
  FIXED_LEN_BYTE_ARRAY
}
