package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.type.DataType.DATE;
import static dev.paceline.core.type.DataType.INTERVAL;
import static dev.paceline.core.type.DataType.TIMESTAMP;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import java.util.List;

/** Functions that find the bucket of a time. */
final class TimeBucketLibrary {
  /** 2000-01-03, a Monday, and 2000-01-01: where the buckets of days and of months begin. */
  private static final long FIRST_MONDAY = 10_959 * Micros.PER_DAY;

  private static final long FIRST_MONTH = 10_957 * Micros.PER_DAY;

  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          bucket(
              List.of(INTERVAL, DATE),
              "Returns the first date of the bucket of a width, which has months only, or none."),
          bucket(
              List.of(INTERVAL, TIMESTAMP),
              "Returns where the bucket of a width begins. Buckets of days and times are counted"
                  + " from 2000-01-03, a Monday, and buckets of months from 2000-01-01."),
          bucket(
              List.of(INTERVAL, TIMESTAMP, TIMESTAMP),
              "Does the same for buckets that are counted from an origin."),
          bucket(List.of(INTERVAL, DATE, DATE), "Does the same for dates."),
          bucket(
              List.of(INTERVAL, TIMESTAMP, INTERVAL),
              "Does the same for buckets that begin later by the third argument."),
          bucket(List.of(INTERVAL, DATE, INTERVAL), "Does the same for dates."));

  private TimeBucketLibrary() {}

  /**
   * @param operands the width of the buckets, the time, and an origin or an offset if there is one
   */
  private static LibraryFunction bucket(List<DataType> operands, String description) {
    boolean dates = operands.get(1).equals(DATE);
    boolean offset = operands.size() > 2 && operands.get(2).equals(INTERVAL);
    boolean origin = operands.size() > 2 && !offset;
    return new LibraryFunction(
        "time_bucket",
        operands,
        operands.get(1),
        FAILS,
        description,
        RowFunctions.longs(
            (a, row) -> {
              long moment = micros(a[1], row);
              long low = a[0].getLong(row);
              long months = checkedMonths(a[0].getHigh(row), low);
              long from = origin ? micros(a[2], row) : months > 0 ? FIRST_MONTH : FIRST_MONDAY;
              if (offset) {
                moment = moved(moment, -1, a[2], row);
              }
              long start =
                  months > 0
                      ? monthBucket(months, moment, TimeLibrary.month(from))
                      : bucket(IntervalFields.length(a[0].getHigh(row), low), moment, from);
              if (offset) {
                start = moved(start, 1, a[2], row);
              }
              return dates ? Micros.toDay(start) : start;
            }));
  }

  private static long moved(long micros, long sign, ColumnVector intervals, int row) {
    long low = intervals.getLong(row);
    return Micros.plus(
        micros,
        sign,
        IntervalFields.months(low),
        IntervalFields.days(low),
        IntervalFields.micros(intervals.getHigh(row), low));
  }

  /** Returns a TIMESTAMP, or the start of a DATE, in microseconds. */
  private static long micros(ColumnVector times, int row) {
    long time = times.getLong(row);
    return times.type().equals(DATE) ? Micros.at(time, 0) : time;
  }

  private static long bucket(long width, long micros, long origin) {
    long behind = Math.floorMod(micros, width) - Math.floorMod(origin, width);
    return micros - (behind < 0 ? behind + width : behind);
  }

  /** Buckets of months begin on the first day of a month. */
  private static long monthBucket(long width, long micros, long first) {
    long month = first + Math.floorDiv(TimeLibrary.month(micros) - first, width) * width;
    return Micros.at(
        CivilDate.toEpochDay(Math.floorDiv(month, 12), Math.floorMod(month, 12) + 1, 1), 0);
  }

  /** Returns the months of a width that is larger than zero; 0 if it has days and times only. */
  private static long checkedMonths(long high, long low) {
    if (IntervalFields.length(high, low) <= 0) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "time_bucket needs a width that is larger than zero");
    }
    long months = IntervalFields.months(low);
    if (months != 0 && (IntervalFields.days(low) | IntervalFields.micros(high, low)) != 0) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "time_bucket needs a width of months, or one of days and time, not of both");
    }
    return months;
  }
}
