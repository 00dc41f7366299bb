package dev.paceline.storage.load.arrow.metadata;

/** The meaning of the bytes of a number. */
public enum NumberKind {
  /** An integer of 1, 2, 4 or 8 bytes. */
  SIGNED,
  /** An integer without a sign of 1, 2, 4 or 8 bytes. */
  UNSIGNED,
  /** An integer of 16 or 32 bytes. */
  WIDE,
  /** An integer of 4 or 8 bytes, which is multiplied by a factor. */
  SCALED,
  /** An integer of 8 bytes, which is divided by a factor and rounded down. */
  DIVIDED,
  /** A number of days and one of milliseconds, of 4 bytes each. */
  DAYS_AND_MILLIS,
  /** A floating-point number of 2 bytes. */
  HALF,
  /** A floating-point number of 4 bytes. */
  FLOAT,
  /** A floating-point number of 8 bytes. */
  DOUBLE
}
