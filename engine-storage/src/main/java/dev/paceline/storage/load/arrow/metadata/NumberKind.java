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
  /** An interval: a number of months, of 4 bytes. */
  MONTHS,
  /** An interval: a number of nanoseconds, of 8 bytes, which is rounded down to microseconds. */
  NANOS,
  /** An interval: a number of 8 bytes, which times a factor is one of microseconds. */
  TIME,
  /** An interval: a number of months and one of days, of 4 bytes each, and nanoseconds. */
  MONTHS_DAYS_AND_NANOS,
  /** An interval: a number of days and one of milliseconds, of 4 bytes each. */
  DAYS_AND_MILLIS,
  /** A floating-point number of 2 bytes. */
  HALF,
  /** A floating-point number of 4 bytes. */
  FLOAT,
  /** A floating-point number of 8 bytes. */
  DOUBLE
}
