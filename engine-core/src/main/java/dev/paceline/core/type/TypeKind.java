package dev.paceline.core.type;

/** The SQL types that the engine knows. */
public enum TypeKind {
  BOOLEAN(TypeFamily.BOOLEAN),
  INT8(TypeFamily.INTEGRAL),
  INT16(TypeFamily.INTEGRAL),
  INT32(TypeFamily.INTEGRAL),
  INT64(TypeFamily.INTEGRAL),
  /** Precision up to 38 digits; a value is the unscaled number. */
  DECIMAL(TypeFamily.INTEGRAL),
  FLOAT32(TypeFamily.FLOATING),
  FLOAT64(TypeFamily.FLOATING),
  /** Fixed-length text, kept padded with blanks to its precision in characters. */
  CHAR(TypeFamily.BYTES),
  VARCHAR(TypeFamily.BYTES),
  BINARY(TypeFamily.BYTES),
  VARBINARY(TypeFamily.BYTES),
  /** Days since 1970-01-01. */
  DATE(TypeFamily.INTEGRAL),
  /** Milliseconds of the day. */
  TIME(TypeFamily.INTEGRAL),
  /** Milliseconds since 1970-01-01T00:00:00 of the wall clock. */
  TIMESTAMP(TypeFamily.INTEGRAL),
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  TIMESTAMP_LTZ(TypeFamily.INTEGRAL),
  INTERVAL_MONTHS(TypeFamily.INTEGRAL),
  INTERVAL_MILLIS(TypeFamily.INTEGRAL);

  private final TypeFamily family;

  TypeKind(TypeFamily family) {
    this.family = family;
  }

  public TypeFamily family() {
    return family;
  }
}
