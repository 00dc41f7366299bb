package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.TOTAL;
import static dev.paceline.core.type.DataType.BOOLEAN;
import static dev.paceline.core.type.DataType.DATE;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.TIMESTAMP;
import static dev.paceline.core.type.DataType.VARCHAR;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.RowFunctions;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;

/** Functions of dates. */
final class DateLibrary {
  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          new LibraryFunction(
              "isfinite",
              List.of(DATE),
              BOOLEAN,
              TOTAL,
              "Returns true, because a date is never infinite.",
              RowFunctions.booleans((a, row) -> true)),
          new LibraryFunction(
              "isinf",
              List.of(DATE),
              BOOLEAN,
              TOTAL,
              "Returns false, because a date is never infinite.",
              RowFunctions.booleans((a, row) -> false)),
          new LibraryFunction(
              "isfinite",
              List.of(TIMESTAMP),
              BOOLEAN,
              TOTAL,
              "Returns true, because a timestamp is never infinite.",
              RowFunctions.booleans((a, row) -> true)),
          new LibraryFunction(
              "isinf",
              List.of(TIMESTAMP),
              BOOLEAN,
              TOTAL,
              "Returns false, because a timestamp is never infinite.",
              RowFunctions.booleans((a, row) -> false)),
          new LibraryFunction(
              "dayname",
              List.of(DATE),
              VARCHAR,
              TOTAL,
              "Returns the English name of the day of the week.",
              RowFunctions.text(
                  (a, row, out) ->
                      out.append(
                          LocalDate.ofEpochDay(a[0].getLong(row))
                              .getDayOfWeek()
                              .getDisplayName(TextStyle.FULL, Locale.ENGLISH)))),
          new LibraryFunction(
              "monthname",
              List.of(DATE),
              VARCHAR,
              TOTAL,
              "Returns the English name of the month.",
              RowFunctions.text(
                  (a, row, out) ->
                      out.append(
                          LocalDate.ofEpochDay(a[0].getLong(row))
                              .getMonth()
                              .getDisplayName(TextStyle.FULL, Locale.ENGLISH)))),
          new LibraryFunction(
              "make_date",
              List.of(INT64, INT64, INT64),
              DATE,
              FAILS,
              "Returns the date of a year from 1 to 9999, a month and a day.",
              RowFunctions.longs(
                  (a, row) -> makeDate(a[0].getLong(row), a[1].getLong(row), a[2].getLong(row)))),
          new LibraryFunction(
              "make_date",
              List.of(INT64),
              DATE,
              FAILS,
              "Returns the date that is some days after 1970-01-01.",
              RowFunctions.checkedLongs(DATE, (a, row) -> a[0].getLong(row))));

  private DateLibrary() {}

  static long makeDate(long year, long month, long day) {
    try {
      if (year >= 1 && year <= 9999) {
        return LocalDate.of((int) year, Math.toIntExact(month), Math.toIntExact(day)).toEpochDay();
      }
    } catch (DateTimeException | ArithmeticException e) {
      // The error below names the values.
    }
    throw new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "there is no date with the year " + year + ", month " + month + " and day " + day);
  }
}
