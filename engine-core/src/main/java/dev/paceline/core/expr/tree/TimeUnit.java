package dev.paceline.core.expr.tree;

/** Units and fields of dates and times, as EXTRACT, FLOOR … TO, and TIMESTAMPADD name them. */
public enum TimeUnit {
  MILLENNIUM,
  CENTURY,
  DECADE,
  YEAR,
  /** The year that the ISO week belongs to. */
  ISOYEAR,
  QUARTER,
  MONTH,
  /** ISO week, from Monday. */
  WEEK,
  DAY,
  /** Day of the week, Sunday = 0. */
  DOW,
  /** Day of the week, Monday = 1. */
  ISODOW,
  /** Day of the year, from 1. */
  DOY,
  HOUR,
  MINUTE,
  SECOND,
  /** Milliseconds of the minute for EXTRACT. */
  MILLISECOND,
  /** Microseconds of the minute for EXTRACT. */
  MICROSECOND,
  /** Seconds since 1970-01-01; only for EXTRACT. */
  EPOCH
}
