package dev.paceline.core.type;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/**
 * Microseconds, the unit of all times: a TIME counts them from midnight, a TIMESTAMP from
 * 1970-01-01T00:00:00, and an INTERVAL has some beside its months and days. Instants before 1970
 * are negative; what is finer than a microsecond is cut off towards the past.
 */
public final class Micros {
  public static final long PER_MILLI = 1_000;
  public static final long PER_SECOND = 1_000 * PER_MILLI;
  public static final long PER_MINUTE = 60 * PER_SECOND;
  public static final long PER_HOUR = 60 * PER_MINUTE;
  public static final long PER_DAY = 24 * PER_HOUR;
  public static final int NANOS_PER_MICRO = 1_000;

  /** The digits of the fraction of a second. */
  public static final int FRACTION_DIGITS = 6;

  /** The first and the last day all of whose times are timestamps: -290308-12-22, 294247-01-09. */
  private static final long MIN_DAY = Long.MIN_VALUE / PER_DAY;

  private static final long MAX_DAY = Long.MAX_VALUE / PER_DAY - 1;

  private Micros() {}

  /** Returns the days since 1970-01-01 of a timestamp. */
  public static long toDay(long micros) {
    return Math.floorDiv(micros, PER_DAY);
  }

  /** Returns the time of day of a timestamp. */
  public static long toTimeOfDay(long micros) {
    return Math.floorMod(micros, PER_DAY);
  }

  /**
   * Returns the timestamp of a time on a day.
   *
   * @param epochDay days since 1970-01-01
   * @throws PacelineException NUMERIC_OVERFLOW if no TIMESTAMP is so far from 1970
   */
  public static long at(long epochDay, long timeOfDay) {
    if (epochDay < MIN_DAY || epochDay > MAX_DAY) {
      throw outOfRange(
          epochDay == (int) epochDay
              ? "the day " + DateTimeText.formatDate(epochDay)
              : "a day " + epochDay + " days after 1970-01-01");
    }
    return epochDay * PER_DAY + timeOfDay;
  }

  /**
   * Moves a timestamp by months and keeps its time of day. A day that the month lacks becomes its
   * last one.
   *
   * @throws PacelineException NUMERIC_OVERFLOW if there is no such TIMESTAMP
   */
  public static long plusMonths(long micros, long months) {
    return at(CivilDate.plusMonths(toDay(micros), months), toTimeOfDay(micros));
  }

  /**
   * Does the same, and returns the largest or the smallest number if there is no such TIMESTAMP.
   */
  public static long saturatedPlusMonths(long micros, long months) {
    long day = CivilDate.plusMonths(toDay(micros), months);
    return day < MIN_DAY
        ? Long.MIN_VALUE
        : day > MAX_DAY ? Long.MAX_VALUE : day * PER_DAY + toTimeOfDay(micros);
  }

  /**
   * Moves a timestamp by an interval: by its months, then by its days, then by its microseconds.
   *
   * @param sign 1 or -1, by which the interval is multiplied
   * @throws PacelineException NUMERIC_OVERFLOW if there is no such TIMESTAMP
   * @throws ArithmeticException the same
   */
  public static long plus(long micros, long sign, long months, long days, long rest) {
    long moved = months == 0 ? micros : plusMonths(micros, sign * months);
    return Math.addExact(Math.addExact(moved, sign * days * PER_DAY), sign * rest);
  }

  /**
   * Does the same, and returns the largest or the smallest number if there is no such TIMESTAMP.
   */
  public static long saturatedPlus(long micros, long sign, IntervalFields interval) {
    long moved =
        interval.months() == 0 ? micros : saturatedPlusMonths(micros, sign * interval.months());
    return saturatedSum(
        saturatedSum(moved, sign * interval.days() * PER_DAY), sign * interval.micros());
  }

  /** Returns a sum, or the largest or the smallest number if it is no long. */
  public static long saturatedSum(long a, long b) {
    long sum = a + b;
    return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }

  /**
   * Returns how many whole units lie between two timestamps, rounded towards zero.
   *
   * @param unit microseconds of a unit
   * @throws PacelineException NUMERIC_OVERFLOW if there are too many microseconds
   */
  public static long between(long from, long to, long unit) {
    long difference = to - from;
    if (((to ^ from) & (to ^ difference)) >= 0) {
      return difference / unit;
    }
    if (unit == 1) {
      throw new PacelineException(
          ErrorCode.NUMERIC_OVERFLOW,
          "there are more microseconds between two timestamps than a BIGINT can count");
    }
    // The remainders have the signs of the timestamps, which differ.
    return to / unit - from / unit + (to % unit - from % unit) / unit;
  }

  /** Returns whole milliseconds, rounded down. */
  public static long toMillis(long micros) {
    return Math.floorDiv(micros, PER_MILLI);
  }

  /**
   * Rounds to a multiple of a unit, halves away from zero.
   *
   * @param unit an even number of microseconds, or 1
   * @return a number of units
   */
  public static long toNearest(long micros, long unit) {
    long quotient = micros / unit;
    long rest = Math.abs(micros % unit);
    return rest >= unit - rest ? quotient + (micros < 0 ? -1 : 1) : quotient;
  }

  /**
   * @throws PacelineException NUMERIC_OVERFLOW if no TIMESTAMP is so far from 1970
   */
  public static long ofMillis(long millis) {
    if (!canHoldMillis(millis)) {
      throw outOfRange("the time " + millis + " milliseconds after 1970-01-01");
    }
    return millis * PER_MILLI;
  }

  /** Returns whether there are microseconds for a number of milliseconds. */
  public static boolean canHoldMillis(long millis) {
    return millis == millis * PER_MILLI / PER_MILLI;
  }

  /** Returns whole seconds, rounded down. */
  public static long toSeconds(long micros) {
    return Math.floorDiv(micros, PER_SECOND);
  }

  public static LocalTime toLocalTime(long timeOfDay) {
    return LocalTime.ofNanoOfDay(timeOfDay * NANOS_PER_MICRO);
  }

  public static long of(LocalTime time) {
    return time.toNanoOfDay() / NANOS_PER_MICRO;
  }

  public static LocalDateTime toLocalDateTime(long micros) {
    return LocalDateTime.ofEpochSecond(toSeconds(micros), nanos(micros), ZoneOffset.UTC);
  }

  /**
   * @throws PacelineException NUMERIC_OVERFLOW if no TIMESTAMP is so far from 1970
   */
  public static long of(LocalDateTime moment) {
    return at(moment.toLocalDate().toEpochDay(), of(moment.toLocalTime()));
  }

  public static Instant toInstant(long micros) {
    return Instant.ofEpochSecond(toSeconds(micros), nanos(micros));
  }

  /**
   * @throws PacelineException NUMERIC_OVERFLOW if no TIMESTAMP is so far from 1970
   */
  public static long of(Instant instant) {
    return of(
        LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC));
  }

  public static Duration toDuration(long micros) {
    return Duration.ofSeconds(toSeconds(micros), nanos(micros));
  }

  /**
   * @throws PacelineException NUMERIC_OVERFLOW if no interval is so long
   */
  public static long of(Duration duration) {
    try {
      return Math.addExact(
          Math.multiplyExact(duration.getSeconds(), PER_SECOND),
          duration.getNano() / NANOS_PER_MICRO);
    } catch (ArithmeticException e) {
      throw new PacelineException(
          ErrorCode.NUMERIC_OVERFLOW, duration + " is out of the range of INTERVAL", e);
    }
  }

  /** Returns the nanoseconds behind the whole seconds. */
  private static int nanos(long micros) {
    return (int) Math.floorMod(micros, PER_SECOND) * NANOS_PER_MICRO;
  }

  private static PacelineException outOfRange(String what) {
    return new PacelineException(
        ErrorCode.NUMERIC_OVERFLOW,
        what + " is out of the range of TIMESTAMP, -290308-12-22 to 294247-01-09");
  }
}
