package dev.paceline.core.type;

/** The SQL types that the engine knows. */
public enum TypeKind {
  BOOLEAN(TypeFamily.BOOLEAN, "BOOLEAN"),
  INT8(TypeFamily.INTEGRAL, "TINYINT"),
  INT16(TypeFamily.INTEGRAL, "SMALLINT"),
  INT32(TypeFamily.INTEGRAL, "INTEGER"),
  INT64(TypeFamily.INTEGRAL, "BIGINT"),
  /** Precision up to 38 digits; a value is the unscaled number. */
  DECIMAL(TypeFamily.INTEGRAL, "DECIMAL"),
  FLOAT32(TypeFamily.FLOATING, "REAL"),
  FLOAT64(TypeFamily.FLOATING, "DOUBLE"),
  /** Fixed-length text, kept padded with blanks to its precision in characters. */
  CHAR(TypeFamily.BYTES, "CHAR"),
  VARCHAR(TypeFamily.BYTES, "VARCHAR"),
  BINARY(TypeFamily.BYTES, "BINARY"),
  VARBINARY(TypeFamily.BYTES, "VARBINARY"),
  /** Days since 1970-01-01. */
  DATE(TypeFamily.INTEGRAL, "DATE"),
  /** Microseconds of the day. */
  TIME(TypeFamily.INTEGRAL, "TIME"),
  /** Microseconds since 1970-01-01T00:00:00 of the wall clock. */
  TIMESTAMP(TypeFamily.INTEGRAL, "TIMESTAMP"),
  /** Microseconds since 1970-01-01T00:00:00Z. */
  TIMESTAMP_LTZ(TypeFamily.INTEGRAL, "TIMESTAMP WITH LOCAL TIME ZONE"),
  /** Months, days and microseconds, as the integers that {@link IntervalFields} describes. */
  INTERVAL(TypeFamily.INTEGRAL, "INTERVAL"),
  /** Values of one type in an order; equal lists have equal bytes. */
  LIST(TypeFamily.BYTES, "ARRAY"),
  /** Values of several types, in the order of the fields; equal structs have equal bytes. */
  STRUCT(TypeFamily.BYTES, "STRUCT"),
  /** Values by keys, as a list of entries; equal maps have equal bytes. */
  MAP(TypeFamily.BYTES, "MAP"),
  /** Sixteen bytes, the highest first. */
  UUID(TypeFamily.BYTES, "UUID");

  private final TypeFamily family;
  private final String sqlName;

  TypeKind(TypeFamily family, String sqlName) {
    this.family = family;
    this.sqlName = sqlName;
  }

  /** Returns the name that a CREATE TABLE would use, without precision. */
  public String sqlName() {
    return sqlName;
  }

  public TypeFamily family() {
    return family;
  }
}
