package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.TOTAL;
import static dev.paceline.core.type.DataType.FLOAT64;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.TIME;
import static dev.paceline.core.type.DataType.TIMESTAMP;
import static dev.paceline.core.type.DataType.VARCHAR;
import static dev.paceline.core.type.DateTimeText.MILLIS_PER_DAY;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextCache;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.type.CivilDate;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Functions of times and timestamps. */
final class TimeLibrary {
  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          new LibraryFunction(
              "date_diff",
              List.of(VARCHAR, TIMESTAMP, TIMESTAMP),
              INT64,
              FAILS,
              "Returns how many beginnings of a unit, such as `'month'`, lie behind the first"
                  + " timestamp and up to the second one; of `'week'`, how many times seven days.",
              context -> {
                TextCache<LongBinaryOperator> units = new TextCache<>(TimeLibrary::difference);
                return RowFunctions.longs(
                        (a, row) ->
                            units.get(a[0], row).applyAsLong(a[1].getLong(row), a[2].getLong(row)))
                    .newFunction(context);
              }),
          new LibraryFunction(
              "epoch",
              List.of(TIMESTAMP),
              FLOAT64,
              TOTAL,
              "Returns the seconds since 1970-01-01 with their fraction.",
              RowFunctions.doubles((a, row) -> a[0].getLong(row) / 1000.0)),
          new LibraryFunction(
              "epoch_ms",
              List.of(TIMESTAMP),
              INT64,
              TOTAL,
              "Returns the milliseconds since 1970-01-01.",
              RowFunctions.longs((a, row) -> a[0].getLong(row))),
          new LibraryFunction(
              "make_time",
              List.of(INT64, INT64, FLOAT64),
              TIME,
              FAILS,
              "Returns the time of an hour, a minute and seconds.",
              RowFunctions.longs(
                  (a, row) ->
                      millisOfDay(a[0].getLong(row), a[1].getLong(row), a[2].getDouble(row)))),
          new LibraryFunction(
              "make_timestamp",
              List.of(INT64, INT64, INT64, INT64, INT64, FLOAT64),
              TIMESTAMP,
              FAILS,
              "Returns the timestamp of a year, a month, a day, an hour, a minute and seconds.",
              RowFunctions.longs(
                  (a, row) ->
                      DateLibrary.makeDate(a[0].getLong(row), a[1].getLong(row), a[2].getLong(row))
                              * MILLIS_PER_DAY
                          + millisOfDay(
                              a[3].getLong(row), a[4].getLong(row), a[5].getDouble(row)))),
          new LibraryFunction(
              "strftime",
              List.of(TIMESTAMP, VARCHAR),
              VARCHAR,
              FAILS,
              "Writes a timestamp in a format such as `'%Y-%m-%d %H:%M:%S'`, as in DuckDB.",
              formatted(TimeFormat::ofPercent)),
          new LibraryFunction(
              "strptime",
              List.of(VARCHAR, VARCHAR),
              TIMESTAMP,
              FAILS,
              "Reads a timestamp in a format such as `'%d.%m.%Y'`, as in DuckDB.",
              context -> {
                TextCache<TimeFormat> formats = new TextCache<>(TimeFormat::ofPercentToRead);
                return RowFunctions.longs(
                        (a, row) -> millis(formats.get(a[1], row).parse(Utf8.string(a[0], row))))
                    .newFunction(context);
              }),
          new LibraryFunction(
              "to_char",
              List.of(TIMESTAMP, VARCHAR),
              VARCHAR,
              FAILS,
              "Writes a timestamp in a format such as `'YYYY-MM-DD HH24:MI:SS'`, as in PostgreSQL.",
              formatted(TimeFormat::ofTemplate)));

  private TimeLibrary() {}

  private static VectorFunction.Factory formatted(Function<String, TimeFormat> syntax) {
    return context -> {
      TextCache<TimeFormat> formats = new TextCache<>(syntax);
      return RowFunctions.text(
              (a, row, out) ->
                  out.append(formats.get(a[1], row).format(dateTime(a[0].getLong(row)))))
          .newFunction(context);
    };
  }

  private static LocalDateTime dateTime(long millis) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(millis, 1000L), Math.floorMod(millis, 1000) * 1_000_000, ZoneOffset.UTC);
  }

  private static long millis(LocalDateTime time) {
    return time.toEpochSecond(ZoneOffset.UTC) * 1000 + time.getNano() / 1_000_000;
  }

  private static long millisOfDay(long hour, long minute, double seconds) {
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || !(seconds >= 0 && seconds < 60)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "there is no time with the hour "
              + hour
              + ", minute "
              + minute
              + " and second "
              + seconds);
    }
    return (hour * 60 + minute) * 60_000 + (long) (seconds * 1000);
  }

  /** Counts the units of some kind from one time to another. */
  private static LongBinaryOperator difference(String unit) {
    if (singular(unit).equals("week")) {
      return (from, to) -> (day(to) - day(from)) / 7;
    }
    LongUnaryOperator ordinal = ordinal(unit);
    return (from, to) -> ordinal.applyAsLong(to) - ordinal.applyAsLong(from);
  }

  /** Numbers the units of some kind: gives the number of that which a timestamp lies in. */
  private static LongUnaryOperator ordinal(String unit) {
    return switch (singular(unit)) {
      case "millennium" -> millis -> Math.floorDiv(year(millis), 1000L);
      case "century" -> millis -> Math.floorDiv(year(millis), 100L);
      case "decade" -> millis -> Math.floorDiv(year(millis), 10L);
      case "year" -> TimeLibrary::year;
      case "quarter" -> millis -> Math.floorDiv(month(millis), 3L);
      case "month" -> TimeLibrary::month;
      case "day" -> TimeLibrary::day;
      case "hour" -> millis -> Math.floorDiv(millis, 3_600_000L);
      case "minute" -> millis -> Math.floorDiv(millis, 60_000L);
      case "second" -> millis -> Math.floorDiv(millis, 1000L);
      case "millisecond" -> millis -> millis;
      default ->
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "'"
                  + unit
                  + "' is no unit of time; write 'year', 'month', 'day', 'hour' or the like");
    };
  }

  private static String singular(String unit) {
    String lower = unit.toLowerCase(Locale.ROOT);
    return switch (lower) {
      case "centuries" -> "century";
      case "millennia" -> "millennium";
      default -> lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower;
    };
  }

  private static long day(long millis) {
    return Math.floorDiv(millis, MILLIS_PER_DAY);
  }

  private static long year(long millis) {
    return CivilDate.year(day(millis));
  }

  private static long month(long millis) {
    return year(millis) * 12 + CivilDate.month(day(millis)) - 1;
  }

  /** What is wrong with a text that a format cannot read. */
  static PacelineException unreadable(String text, String format, DateTimeException cause) {
    return new PacelineException(
        ErrorCode.INVALID_DATETIME,
        "'" + text + "' is no timestamp of the format '" + format + "'",
        cause);
  }
}
