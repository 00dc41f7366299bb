package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.TOTAL;
import static dev.paceline.core.type.DataType.DATE;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.INTERVAL_MICROS;
import static dev.paceline.core.type.DataType.INTERVAL_MONTHS;
import static dev.paceline.core.type.DataType.TIME;
import static dev.paceline.core.type.DataType.TIMESTAMP;
import static dev.paceline.core.type.DataType.VARCHAR;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.Micros;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;

/** Functions of the time between two timestamps. */
final class TimeSpanLibrary {
  /** 2000-01-03, a Monday, and 2000-01-01: where the buckets of days and of months begin. */
  private static final long FIRST_MONDAY = 10_959 * Micros.PER_DAY;

  private static final long FIRST_MONTH = 10_957 * Micros.PER_DAY;

  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          new LibraryFunction(
              "age",
              List.of(TIMESTAMP, TIMESTAMP),
              VARCHAR,
              TOTAL,
              "Returns the first timestamp less the second one in years, months, days and time, such"
                  + " as `1 year 2 months 3 days 04:05:06`, as a string.",
              RowFunctions.text(
                  (a, row, out) -> out.append(age(a[0].getLong(row), a[1].getLong(row))))),
          new LibraryFunction(
              "date_sub",
              List.of(VARCHAR, TIMESTAMP, TIMESTAMP),
              INT64,
              FAILS,
              "Returns how many whole units, such as `'month'`, lie between two timestamps.",
              TimeLibrary.byUnit(TimeSpanLibrary::whole)),
          new LibraryFunction(
              "date_sub",
              List.of(VARCHAR, TIME, TIME),
              INT64,
              FAILS,
              "Does the same for two times of a day.",
              TimeLibrary.byUnit(TimeSpanLibrary::whole)),
          new LibraryFunction(
              "to_microseconds",
              List.of(INT64),
              INTERVAL_MICROS,
              TOTAL,
              "Returns an interval of some microseconds.",
              RowFunctions.longs((a, row) -> a[0].getLong(row))),
          bucket(INTERVAL_MICROS, DATE, "Returns the first date of the bucket of a width."),
          bucket(INTERVAL_MONTHS, DATE, "Does the same for buckets of months."),
          bucket(
              INTERVAL_MICROS,
              TIMESTAMP,
              "Returns where the bucket of a width begins. Buckets are counted from 2000-01-03, a"
                  + " Monday."),
          bucket(
              INTERVAL_MONTHS,
              TIMESTAMP,
              "Does the same for buckets of months, which are counted from 2000-01-01."),
          bucketFrom(
              INTERVAL_MICROS,
              TIMESTAMP,
              "Does the same for buckets that are counted from an origin."),
          bucketFrom(INTERVAL_MONTHS, TIMESTAMP, "Does the same for buckets of months."),
          bucketFrom(INTERVAL_MICROS, DATE, "Does the same for dates."),
          bucketFrom(INTERVAL_MONTHS, DATE, "Does the same for buckets of months."),
          bucketWithOffset(
              INTERVAL_MICROS,
              TIMESTAMP,
              "Does the same for buckets that begin later by the third argument."),
          bucketWithOffset(INTERVAL_MONTHS, TIMESTAMP, "Does the same for buckets of months."),
          bucketWithOffset(INTERVAL_MICROS, DATE, "Does the same for dates."),
          bucketWithOffset(INTERVAL_MONTHS, DATE, "Does the same for buckets of months."));

  private TimeSpanLibrary() {}

  /** Buckets that are counted from 2000-01-03, or from 2000-01-01 if they are months. */
  private static LibraryFunction bucket(DataType width, DataType time, String description) {
    long first = width.equals(INTERVAL_MONTHS) ? TimeLibrary.month(FIRST_MONTH) : FIRST_MONDAY;
    return bucket(List.of(width, time), description, (a, row) -> first);
  }

  private static LibraryFunction bucketFrom(DataType width, DataType time, String description) {
    boolean months = width.equals(INTERVAL_MONTHS);
    return bucket(
        List.of(width, time, time),
        description,
        (a, row) -> {
          long origin = micros(a[2], row);
          return months ? TimeLibrary.month(origin) : origin;
        });
  }

  /** Buckets with a width and an offset of the same unit. */
  private static LibraryFunction bucketWithOffset(
      DataType width, DataType time, String description) {
    long first = width.equals(INTERVAL_MONTHS) ? TimeLibrary.month(FIRST_MONTH) : FIRST_MONDAY;
    return bucket(List.of(width, time, width), description, (a, row) -> first + a[2].getLong(row));
  }

  /**
   * @param operands the width of the buckets, the time, and what the origin depends on
   * @param origin the month or the microsecond from which the buckets are counted
   */
  private static LibraryFunction bucket(
      List<DataType> operands, String description, RowFunctions.LongFunction origin) {
    boolean months = operands.get(0).equals(INTERVAL_MONTHS);
    boolean dates = operands.get(1).equals(DATE);
    return new LibraryFunction(
        "time_bucket",
        operands,
        operands.get(1),
        FAILS,
        description,
        RowFunctions.longs(
            (a, row) -> {
              long width = a[0].getLong(row);
              long moment = micros(a[1], row);
              long from = origin.apply(a, row);
              long start = months ? monthBucket(width, moment, from) : bucket(width, moment, from);
              return dates ? Micros.toDay(start) : start;
            }));
  }

  /** Returns a TIMESTAMP, or the start of a DATE, in microseconds. */
  private static long micros(ColumnVector times, int row) {
    long time = times.getLong(row);
    return times.type().equals(DATE) ? Micros.at(time, 0) : time;
  }

  private static long bucket(long width, long micros, long origin) {
    checkWidth(width);
    long behind = Math.floorMod(micros, width) - Math.floorMod(origin, width);
    return micros - (behind < 0 ? behind + width : behind);
  }

  /** Buckets of months begin on the first day of a month. */
  private static long monthBucket(long width, long micros, long first) {
    checkWidth(width);
    long month = first + Math.floorDiv(TimeLibrary.month(micros) - first, width) * width;
    return Micros.at(
        CivilDate.toEpochDay(Math.floorDiv(month, 12), Math.floorMod(month, 12) + 1, 1), 0);
  }

  private static void checkWidth(long width) {
    if (width <= 0) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "time_bucket needs a width that is larger than zero");
    }
  }

  /** Counts the whole units of some kind from one time to another. */
  private static LongBinaryOperator whole(String unit) {
    long months =
        switch (TimeLibrary.singular(unit)) {
          case "millennium" -> 12_000;
          case "century" -> 1200;
          case "decade" -> 120;
          case "year" -> 12;
          case "quarter" -> 3;
          case "month" -> 1;
          default -> 0;
        };
    if (months > 0) {
      return (from, to) -> months(from, to) / months;
    }
    long micros =
        switch (TimeLibrary.singular(unit)) {
          case "week" -> 7 * Micros.PER_DAY;
          case "day" -> Micros.PER_DAY;
          case "hour" -> Micros.PER_HOUR;
          case "minute" -> Micros.PER_MINUTE;
          case "second" -> Micros.PER_SECOND;
          case "millisecond" -> Micros.PER_MILLI;
          case "microsecond" -> 1;
          default -> throw TimeLibrary.unknownUnit(unit);
        };
    return (from, to) -> Micros.between(from, to, micros);
  }

  /** Returns the whole months from one time to another; the last day of a month completes it. */
  private static long months(long from, long to) {
    if (from > to) {
      return -months(to, from);
    }
    long lastDay = Micros.toDay(to);
    int day = CivilDate.day(lastDay);
    boolean completes =
        CivilDate.day(Micros.toDay(from)) > day
            && day == CivilDate.daysOfMonth(CivilDate.year(lastDay), CivilDate.month(lastDay));
    long months = TimeLibrary.month(to) - TimeLibrary.month(from);
    long left = sinceMonth(to) - (completes ? sinceMonth(to, from) : sinceMonth(from));
    return left < 0 ? months - 1 : months;
  }

  private static String age(long later, long earlier) {
    boolean negative = later < earlier;
    long from = negative ? later : earlier;
    long to = negative ? earlier : later;
    long months = TimeLibrary.month(to) - TimeLibrary.month(from);
    long micros = sinceMonth(to) - sinceMonth(from);
    if (micros < 0) {
      months--;
      long fromDay = Micros.toDay(from);
      micros +=
          CivilDate.daysOfMonth(CivilDate.year(fromDay), CivilDate.month(fromDay)) * Micros.PER_DAY;
    }
    List<String> parts = new ArrayList<>();
    String sign = negative ? "-" : "";
    add(parts, sign, months / 12, "year");
    add(parts, sign, months % 12, "month");
    add(parts, sign, micros / Micros.PER_DAY, "day");
    long time = micros % Micros.PER_DAY;
    if (time > 0 || parts.isEmpty()) {
      parts.add(sign + DateTimeText.formatTime(time));
    }
    return String.join(" ", parts);
  }

  private static void add(List<String> parts, String sign, long number, String unit) {
    if (number != 0) {
      parts.add(sign + number + " " + unit + (number == 1 ? "" : "s"));
    }
  }

  /** Returns the microseconds since the first day of the month. */
  private static long sinceMonth(long micros) {
    return micros
        - (Micros.toDay(micros) - CivilDate.day(Micros.toDay(micros)) + 1) * Micros.PER_DAY;
  }

  /** Returns the same for the day of one timestamp and the time of another. */
  private static long sinceMonth(long dayMicros, long timeMicros) {
    return (CivilDate.day(Micros.toDay(dayMicros)) - 1) * Micros.PER_DAY
        + Micros.toTimeOfDay(timeMicros);
  }
}
