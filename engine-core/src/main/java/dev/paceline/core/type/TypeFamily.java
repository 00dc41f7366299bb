package dev.paceline.core.type;

/** How values of a type lie in a vector. */
public enum TypeFamily {
  /** One bit a value. */
  BOOLEAN,
  /**
   * Whole numbers of up to 128 bits: integers, scaled decimals, dates (days since 1970-01-01),
   * times (microseconds of the day), timestamps (microseconds since 1970-01-01T00:00:00, of the
   * wall clock or UTC), intervals (see {@link IntervalFields}). The width of a lane is a property
   * of each vector, not of the type.
   */
  INTEGRAL,
  /** IEEE doubles of 8 bytes; REAL values are doubles that were rounded to float. */
  FLOATING,
  /** Byte strings: UTF-8 text and binary. */
  BYTES
}
