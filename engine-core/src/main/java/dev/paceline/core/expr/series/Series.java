package dev.paceline.core.expr.series;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;

/**
 * Values from a start to an end, each a step after the one before: whole numbers, or timestamps in
 * microseconds. A step of months goes to the last day of a month that is too short, and on from
 * there. One thread.
 */
public final class Series {
  /** The step, if it has months. */
  private final IntervalFields interval = new IntervalFields();

  /** Whether the step has months. */
  private boolean months;

  private long start;
  private long step;
  private long count;
  private long position;
  private long next;

  /**
   * Begins a series of timestamps, at its first one.
   *
   * @param high the upper half of the integer of the interval that is the step
   * @param low its lower half
   * @param inclusive whether the end is a value of the series if a step leads to it
   * @throws PacelineException INVALID_ARGUMENT if the step is 0, or has fields of different signs
   */
  public Series reset(long from, long to, long high, long low, boolean inclusive) {
    interval.read(high, low);
    boolean positive = interval.months() >= 0 && interval.days() >= 0 && interval.micros() >= 0;
    boolean negative = interval.months() <= 0 && interval.days() <= 0 && interval.micros() <= 0;
    if (!positive && !negative) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the step of a series must not have both positive and negative parts, as " + interval);
    }
    if (interval.months() == 0) {
      return reset(from, to, interval.length(), inclusive);
    }
    months = true;
    start = from;
    step = positive ? 1 : -1;
    rewind();
    count = countMonths(to, inclusive);
    rewind();
    return this;
  }

  /**
   * Begins a series, at its first value.
   *
   * @param inclusive whether the end is a value of the series if a step leads to it
   * @throws PacelineException INVALID_ARGUMENT if the step is 0
   */
  public Series reset(long from, long to, long by, boolean inclusive) {
    if (by == 0) {
      throw new PacelineException(ErrorCode.INVALID_ARGUMENT, "the step of a series must not be 0");
    }
    months = false;
    start = from;
    step = by;
    rewind();
    count = count(to, inclusive);
    rewind();
    return this;
  }

  private void rewind() {
    position = 0;
    next = start;
  }

  private long count(long to, boolean inclusive) {
    if (step > 0 ? to < start : to > start) {
      return 0;
    }
    long distance = step > 0 ? to - start : start - to;
    long width = Math.abs(step);
    if (distance == 0) {
      return inclusive ? 1 : 0;
    }
    long steps = Long.divideUnsigned(inclusive ? distance : distance - 1, width);
    return steps < 0 || steps == Long.MAX_VALUE ? Long.MAX_VALUE : steps + 1;
  }

  private long countMonths(long to, boolean inclusive) {
    long values = 0;
    while (step > 0 ? next < to : next > to) {
      values++;
      next();
    }
    return inclusive && next == to ? values + 1 : values;
  }

  /** Returns the number of values. */
  public long count() {
    return count;
  }

  /** Returns the values that {@link #next} has not returned. */
  public long remaining() {
    return count - position;
  }

  /** Whether {@link #value} finds any value. */
  public boolean isAffine() {
    return !months;
  }

  /** Returns the distance of two values that follow each other, of a series without months. */
  public long step() {
    return step;
  }

  /** Returns a value of a series without months by its index from 0. */
  public long value(long index) {
    return start + index * step;
  }

  /** Returns the next value. */
  public long next() {
    long value = next;
    position++;
    next = months ? Micros.saturatedPlus(next, 1, interval) : next + step;
    return value;
  }

  /** Passes over values of a series without months. */
  public void skip(long values) {
    position += values;
    next = value(position);
  }
}
