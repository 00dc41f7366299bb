package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.TIME;
import static dev.paceline.core.type.DataType.TIMESTAMP;
import static dev.paceline.core.type.DataType.VARCHAR;

import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import java.util.List;
import java.util.function.LongBinaryOperator;

/** Functions of the time between two timestamps. */
final class TimeSpanLibrary {
  static final List<LibraryFunction> FUNCTIONS =
      List.of(
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
              TimeLibrary.byUnit(TimeSpanLibrary::whole)));

  private TimeSpanLibrary() {}

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

  /** Sets an interval to the time between two timestamps in months, days and microseconds. */
  static void age(long later, long earlier, IntervalFields out) {
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
    long sign = negative ? -1 : 1;
    out.set(sign * months, sign * (micros / Micros.PER_DAY), sign * (micros % Micros.PER_DAY));
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
