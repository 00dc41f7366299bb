package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.TOTAL;
import static dev.paceline.core.type.DataType.FLOAT64;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.INTERVAL;
import static dev.paceline.core.type.DataType.TIMESTAMP;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.RowFunctions.IntervalFunction;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import java.util.List;

/** Functions that make and change intervals. */
final class IntervalLibrary {
  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          new LibraryFunction(
              "age",
              List.of(TIMESTAMP, TIMESTAMP),
              INTERVAL,
              TOTAL,
              "Returns the first timestamp less the second one in years, months, days and time, such"
                  + " as `1 year 2 months 3 days 04:05:06`.",
              RowFunctions.intervals(
                  (a, row, out) -> TimeSpanLibrary.age(a[0].getLong(row), a[1].getLong(row), out))),
          months("millennia", 12_000),
          months("centuries", 1200),
          months("decades", 120),
          months("years", 12),
          months("quarters", 3),
          months("months", 1),
          days("weeks", 7),
          days("days", 1),
          micros("hours", Micros.PER_HOUR),
          micros("minutes", Micros.PER_MINUTE),
          seconds("seconds", Micros.PER_SECOND),
          seconds("milliseconds", Micros.PER_MILLI),
          micros("microseconds", 1),
          new LibraryFunction(
              "make_interval",
              List.of(INT64, INT64, INT64, INT64, INT64, INT64, FLOAT64),
              INTERVAL,
              FAILS,
              "Returns an interval of years, months, weeks, days, hours, minutes and seconds. Numbers at"
                  + " the end may be left out.",
              checked(
                  "make_interval",
                  (a, row, out) -> {
                    set(out, a[0], row, 12, 0, 0);
                    add(out, a[1], row, 1, 0, 0);
                    add(out, a[2], row, 0, 7, 0);
                    add(out, a[3], row, 0, 1, 0);
                    add(out, a[4], row, 0, 0, Micros.PER_HOUR);
                    add(out, a[5], row, 0, 0, Micros.PER_MINUTE);
                    out.plus(1, 0, 0, micros(a[6].getDouble(row), Micros.PER_SECOND));
                  })),
          changed(
              "justify_days",
              "Returns an interval with 30 days written as a month.",
              (a, row, out) -> justify(read(a, row, out), true, false)),
          changed(
              "justify_hours",
              "Returns an interval with 24 hours written as a day.",
              (a, row, out) -> justify(read(a, row, out), false, true)),
          changed(
              "justify_interval",
              "Returns an interval with 24 hours written as a day and 30 days as a month, and with one"
                  + " sign.",
              (a, row, out) -> normalize(read(a, row, out))),
          changed(
              "normalized_interval",
              "Returns the same as `justify_interval`: equal intervals have the same.",
              (a, row, out) -> normalize(read(a, row, out))),
          new LibraryFunction(
              "interval_mean",
              List.of(INT64, INT64, INT64, INT64),
              INTERVAL,
              FAILS,
              "Returns the quotient of an interval, given by months, days and microseconds, and a whole"
                  + " number. Remainders become smaller units.",
              checked(
                  "interval_mean",
                  (a, row, out) ->
                      mean(
                          out,
                          a[0].getLong(row),
                          a[1].getLong(row),
                          a[2].getLong(row),
                          a[3].getLong(row)))),
          field(
              "interval_months",
              "Returns all months of an interval, those of years included.",
              (a, row) -> IntervalFields.months(a[0].getLong(row))),
          field(
              "interval_days",
              "Returns the days of an interval beside its months.",
              (a, row) -> IntervalFields.days(a[0].getLong(row))),
          field(
              "interval_micros",
              "Returns the microseconds of an interval beside its months and days.",
              (a, row) -> IntervalFields.micros(a[0].getHigh(row), a[0].getLong(row))));

  private IntervalLibrary() {}

  private static LibraryFunction months(String unit, long months) {
    return of(unit, INT64, (a, row, out) -> set(out, a[0], row, months, 0, 0));
  }

  private static LibraryFunction days(String unit, long days) {
    return of(unit, INT64, (a, row, out) -> set(out, a[0], row, 0, days, 0));
  }

  private static LibraryFunction micros(String unit, long micros) {
    return of(unit, INT64, (a, row, out) -> set(out, a[0], row, 0, 0, micros));
  }

  private static LibraryFunction seconds(String unit, long micros) {
    return of(unit, FLOAT64, (a, row, out) -> out.set(0, 0, micros(a[0].getDouble(row), micros)));
  }

  private static LibraryFunction of(String unit, DataType number, IntervalFunction function) {
    String name = "to_" + unit;
    return new LibraryFunction(
        name,
        List.of(number),
        INTERVAL,
        FAILS,
        "Returns an interval of some %s.".formatted(unit),
        checked(name, function));
  }

  private static LibraryFunction changed(
      String name, String description, IntervalFunction function) {
    return new LibraryFunction(
        name, List.of(INTERVAL), INTERVAL, FAILS, description, checked(name, function));
  }

  private static LibraryFunction field(
      String name, String description, RowFunctions.LongFunction function) {
    return new LibraryFunction(
        name, List.of(INTERVAL), INT64, TOTAL, description, RowFunctions.longs(function));
  }

  private static VectorFunction.Factory checked(String name, IntervalFunction function) {
    return RowFunctions.intervals(
        (a, row, out) -> {
          try {
            function.apply(a, row, out);
          } catch (ArithmeticException e) {
            throw new PacelineException(
                ErrorCode.NUMERIC_OVERFLOW, name + " leaves the range of INTERVAL", e);
          }
        });
  }

  private static IntervalFields read(ColumnVector[] arguments, int row, IntervalFields out) {
    return out.read(arguments[0].getHigh(row), arguments[0].getLong(row));
  }

  private static void set(
      IntervalFields out, ColumnVector numbers, int row, long months, long days, long micros) {
    add(out.set(0, 0, 0), numbers, row, months, days, micros);
  }

  /** Adds a number of units to an interval. */
  private static void add(
      IntervalFields out, ColumnVector numbers, int row, long months, long days, long micros) {
    out.plus(numbers.getLong(row), months, days, micros);
  }

  private static long micros(double number, long unit) {
    double micros = Math.rint(number * unit);
    if (!(Math.abs(micros) < 0x1p63)) {
      throw new ArithmeticException(number + " is too large");
    }
    return (long) micros;
  }

  private static void justify(IntervalFields interval, boolean days, boolean hours) {
    long months = interval.months();
    long allDays = interval.days();
    long micros = interval.micros();
    if (hours) {
      allDays += micros / Micros.PER_DAY;
      micros %= Micros.PER_DAY;
      if (allDays > 0 && micros < 0) {
        allDays--;
        micros += Micros.PER_DAY;
      } else if (allDays < 0 && micros > 0) {
        allDays++;
        micros -= Micros.PER_DAY;
      }
    }
    if (days) {
      months += allDays / IntervalFields.DAYS_PER_MONTH;
      allDays %= IntervalFields.DAYS_PER_MONTH;
      if (months > 0 && allDays < 0) {
        months--;
        allDays += IntervalFields.DAYS_PER_MONTH;
      } else if (months < 0 && allDays > 0) {
        months++;
        allDays -= IntervalFields.DAYS_PER_MONTH;
      }
    }
    interval.set(months, allDays, micros);
  }

  /** Divides the whole length into months, days and microseconds of the same sign. */
  private static void normalize(IntervalFields interval) {
    long length = interval.length();
    long days = length / Micros.PER_DAY;
    interval.set(
        days / IntervalFields.DAYS_PER_MONTH,
        days % IntervalFields.DAYS_PER_MONTH,
        length % Micros.PER_DAY);
  }

  private static void mean(IntervalFields out, long months, long days, long micros, long count) {
    if (count == 0) {
      throw RowFunctions.divisionByZero();
    }
    long daysOfMonths = months % count * IntervalFields.DAYS_PER_MONTH;
    long restOfDays = days % count + daysOfMonths % count;
    long microsOfDays = Math.multiplyExact(restOfDays, Micros.PER_DAY);
    out.set(
        months / count,
        Math.addExact(days / count, daysOfMonths / count),
        Math.addExact(micros / count, Math.addExact(micros % count, microsOfDays) / count));
  }
}
