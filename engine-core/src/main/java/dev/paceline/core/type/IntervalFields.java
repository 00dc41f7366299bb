package dev.paceline.core.type;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.math.BigInteger;

/**
 * The months, days and microseconds of an interval, and the integer of 128 bits that stands for
 * them: {@code length × 2^62 + months × 2^32 + days}. The length is in microseconds, with months of
 * 30 days, so that the order of the integers is that of the lengths. Intervals of the same length
 * are equal, whatever their fields are. For one thread.
 */
public final class IntervalFields {
  /** The days of a month in the length of an interval. */
  public static final int DAYS_PER_MONTH = 30;

  /** The bits of the integer below the length. */
  private static final int FIELD_BITS = 62;

  private static final long MICROS_PER_MONTH = DAYS_PER_MONTH * Micros.PER_DAY;

  /** The number above all integers that stand for an interval. */
  static final BigInteger LIMIT = BigInteger.TWO.pow(Long.SIZE - 1 + FIELD_BITS);

  private long months;
  private long days;
  private long micros;

  /** Creates an interval of no length. */
  public IntervalFields() {}

  /** Creates an interval of some fields, which are checked when they are {@link #unscaled}. */
  public IntervalFields(long months, long days, long micros) {
    set(months, days, micros);
  }

  /** Returns the length in microseconds that an integer begins with. */
  public static long length(long high, long low) {
    return (high << Long.SIZE - FIELD_BITS | low >>> FIELD_BITS) + (fields(low) < 0 ? 1 : 0);
  }

  /**
   * Returns the months that an integer holds.
   *
   * @param low the lower half of the integer
   */
  public static long months(long low) {
    return fields(low) - days(low) >> Integer.SIZE;
  }

  /**
   * Returns the days that an integer holds.
   *
   * @param low the lower half of the integer
   */
  public static long days(long low) {
    return (int) low;
  }

  /** Returns the microseconds that an integer holds beside its months and days. */
  public static long micros(long high, long low) {
    return length(high, low) - months(low) * MICROS_PER_MONTH - days(low) * Micros.PER_DAY;
  }

  private static long fields(long low) {
    return low << Long.SIZE - FIELD_BITS >> Long.SIZE - FIELD_BITS;
  }

  /** Sets the fields; they are checked when they are {@link #unscaled}. */
  public IntervalFields set(long newMonths, long newDays, long newMicros) {
    months = newMonths;
    days = newDays;
    micros = newMicros;
    return this;
  }

  /** Sets the fields to those that an integer holds. */
  public IntervalFields read(long high, long low) {
    return set(months(low), days(low), micros(high, low));
  }

  /** Sets the fields to those that an integer holds. */
  public IntervalFields read(BigInteger unscaled) {
    return read(Int128.high(unscaled), Int128.low(unscaled));
  }

  /** Sets the fields to those of the difference of two timestamps: whole days, and the rest. */
  public IntervalFields ofDifference(long difference) {
    return set(0, difference / Micros.PER_DAY, difference % Micros.PER_DAY);
  }

  /**
   * Adds a multiple of another interval.
   *
   * @throws ArithmeticException if a field overflows
   */
  public IntervalFields plus(long factor, long otherMonths, long otherDays, long otherMicros) {
    return set(
        Math.addExact(months, Math.multiplyExact(factor, otherMonths)),
        Math.addExact(days, Math.multiplyExact(factor, otherDays)),
        Math.addExact(micros, Math.multiplyExact(factor, otherMicros)));
  }

  /** Returns the months. */
  public long months() {
    return months;
  }

  /** Returns the days beside the months. */
  public long days() {
    return days;
  }

  /** Returns the microseconds beside the days. */
  public long micros() {
    return micros;
  }

  /**
   * Returns the length in microseconds.
   *
   * @throws PacelineException NUMERIC_OVERFLOW if it, or a field, is out of the range of intervals
   */
  public long length() {
    try {
      return Math.addExact(
          Math.addExact(
              Math.multiplyExact(months, MICROS_PER_MONTH),
              Math.multiplyExact(days, Micros.PER_DAY)),
          micros);
    } catch (ArithmeticException e) {
      throw new PacelineException(
          ErrorCode.NUMERIC_OVERFLOW,
          "an interval of %d months, %d days and %d microseconds is out of the range of INTERVAL, about 292,000 years"
              .formatted(months, days, micros),
          e);
    }
  }

  /** Returns the lower half of the integer of an interval whose {@link #length} is known. */
  public long low(long length) {
    return (length << FIELD_BITS) + (months << Integer.SIZE) + days;
  }

  /** Returns the upper half of the integer of an interval whose {@link #length} is known. */
  public long high(long length) {
    long fields = (months << Integer.SIZE) + days;
    return Int128.addHigh(
        length >> Long.SIZE - FIELD_BITS,
        length << FIELD_BITS,
        fields >> Long.SIZE - 1,
        low(length));
  }

  /**
   * Returns the integer.
   *
   * @throws PacelineException NUMERIC_OVERFLOW if the interval is out of the range
   */
  public BigInteger unscaled() {
    long length = length();
    return Int128.toBigInteger(high(length), low(length));
  }

  /** Returns the interval in words. */
  @Override
  public String toString() {
    return IntervalText.of(this);
  }
}
