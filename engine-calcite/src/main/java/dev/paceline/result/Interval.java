package dev.paceline.result;

import dev.paceline.core.type.IntervalFields;
import java.time.Duration;
import java.time.Period;

/**
 * A value of the type INTERVAL. Two intervals are equal here if their fields are; SQL compares
 * their lengths, with months of 30 days.
 *
 * @param months the months, of which 12 are a year
 * @param days the days beside the months
 * @param micros the microseconds beside the days
 */
public record Interval(int months, int days, long micros) {
  private static final int MONTHS_PER_YEAR = 12;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  /** Returns the interval of a period. */
  public static Interval of(Period period) {
    return new Interval(Math.toIntExact(period.toTotalMonths()), period.getDays(), 0);
  }

  /**
   * Returns the interval of a duration, without months and days; nanoseconds are rounded down.
   *
   * @throws ArithmeticException if it has more microseconds than a long holds
   */
  public static Interval of(Duration duration) {
    return new Interval(
        0,
        0,
        Math.addExact(
            Math.multiplyExact(duration.getSeconds(), MICROS_PER_SECOND),
            duration.getNano() / NANOS_PER_MICRO));
  }

  /** Returns the years, months and days; what is shorter is not in it. */
  public Period toPeriod() {
    return Period.of(months / MONTHS_PER_YEAR, months % MONTHS_PER_YEAR, days);
  }

  /**
   * Returns the days, as 24 hours each, and the time.
   *
   * @throws ArithmeticException if the interval has months, which have no fixed length
   */
  public Duration toDuration() {
    if (months != 0) {
      throw new ArithmeticException("the interval " + this + " has months, and no fixed length");
    }
    return Duration.ofDays(days)
        .plusSeconds(Math.floorDiv(micros, MICROS_PER_SECOND))
        .plusNanos(Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO);
  }

  /** Returns the interval in words, such as {@code 1 year 2 days 03:04:05}, as SQL reads it. */
  @Override
  public String toString() {
    return new IntervalFields(months, days, micros).toString();
  }
}
