package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.TOTAL;
import static dev.paceline.core.type.DataType.DATE;
import static dev.paceline.core.type.DataType.FLOAT64;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.INTERVAL;
import static dev.paceline.core.type.DataType.TIME;
import static dev.paceline.core.type.DataType.TIMESTAMP;
import static dev.paceline.core.type.DataType.TIMESTAMP_LTZ;
import static dev.paceline.core.type.DataType.VARCHAR;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.Overflow;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextCache;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Functions of times and timestamps. */
final class TimeLibrary {
  private static final double DAYS_OF_YEAR = 365.25;
  private static final double JULIAN_DAY_OF_1970 = 2_440_588;

  /** The seconds from 1970 to the end of the year 9999. */
  private static final double MOST_SECONDS = 253_402_300_799.999_999;

  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          new LibraryFunction(
              "date_diff",
              List.of(VARCHAR, TIMESTAMP, TIMESTAMP),
              INT64,
              FAILS,
              "Returns how many beginnings of a unit, such as `'month'`, lie behind the first"
                  + " timestamp and up to the second one; of `'week'`, how many times seven days.",
              byUnit(TimeLibrary::difference)),
          new LibraryFunction(
              "date_diff",
              List.of(VARCHAR, TIME, TIME),
              INT64,
              FAILS,
              "Does the same for two times of a day.",
              byUnit(TimeLibrary::difference)),
          seconds(TIMESTAMP, "Returns the seconds since 1970-01-01 with their fraction."),
          seconds(TIMESTAMP_LTZ, "Returns the seconds since 1970-01-01 in UTC."),
          seconds(TIME, "Returns the seconds since midnight with their fraction."),
          new LibraryFunction(
              "epoch",
              List.of(INTERVAL),
              FLOAT64,
              TOTAL,
              "Returns the seconds of an interval with their fraction. Years have 365.25 days and"
                  + " months 30.",
              RowFunctions.doubles((a, row) -> seconds(a[0].getHigh(row), a[0].getLong(row)))),
          millis(TIMESTAMP, "Returns the milliseconds since 1970-01-01, rounded."),
          millis(TIMESTAMP_LTZ, "Returns the milliseconds since 1970-01-01 in UTC, rounded."),
          new LibraryFunction(
              "epoch_ms",
              List.of(INT64),
              TIMESTAMP,
              FAILS,
              "Returns the timestamp that is some milliseconds after 1970-01-01.",
              RowFunctions.longs((a, row) -> Micros.ofMillis(a[0].getLong(row)))),
          wholeMillis(TIME, "Returns the whole milliseconds since midnight."),
          wholeMillis(
              INTERVAL, "Returns the whole milliseconds of an interval, with months of 30 days."),
          micros(TIMESTAMP, "Returns the microseconds since 1970-01-01."),
          micros(TIMESTAMP_LTZ, "Returns the microseconds since 1970-01-01 in UTC."),
          micros(TIME, "Returns the microseconds since midnight."),
          micros(
              INTERVAL,
              "Returns the microseconds of an interval, with months of 30 days. Intervals are equal if these are."),
          nanos(TIMESTAMP, "Returns the nanoseconds since 1970-01-01."),
          nanos(TIMESTAMP_LTZ, "Returns the nanoseconds since 1970-01-01 in UTC."),
          nanos(TIME, "Returns the nanoseconds since midnight."),
          nanos(INTERVAL, "Returns the nanoseconds of an interval, with months of 30 days."),
          new LibraryFunction(
              "julian",
              List.of(TIMESTAMP),
              FLOAT64,
              TOTAL,
              "Returns the days since 4714-11-24 before our era.",
              RowFunctions.doubles(
                  (a, row) -> JULIAN_DAY_OF_1970 + a[0].getLong(row) / (double) Micros.PER_DAY)),
          new LibraryFunction(
              "yearweek",
              List.of(TIMESTAMP),
              INT64,
              TOTAL,
              "Returns the ISO year times 100 plus the ISO week.",
              RowFunctions.longs((a, row) -> yearWeek(Micros.toDay(a[0].getLong(row))))),
          new LibraryFunction(
              "era",
              List.of(TIMESTAMP),
              INT64,
              TOTAL,
              "Returns 1 for years after Christ, and 0 before.",
              RowFunctions.longs((a, row) -> year(a[0].getLong(row)) > 0 ? 1 : 0)),
          new LibraryFunction(
              "to_timestamp",
              List.of(FLOAT64),
              DataType.TIMESTAMP_LTZ,
              FAILS,
              "Returns the moment that is some seconds after 1970-01-01 00:00:00 UTC.",
              RowFunctions.longs((a, row) -> microsOfSeconds(a[0].getDouble(row)))),
          new LibraryFunction(
              "timezone",
              List.of(VARCHAR, DataType.TIMESTAMP_LTZ),
              TIMESTAMP,
              FAILS,
              "Returns what clocks of a time zone show at a moment.",
              zoned(DateTimeText::toLocal)),
          new LibraryFunction(
              "timezone",
              List.of(VARCHAR, TIMESTAMP),
              DataType.TIMESTAMP_LTZ,
              FAILS,
              "Returns the moment at which clocks of a time zone show a timestamp; also written `t"
                  + " AT TIME ZONE zone`.",
              zoned(DateTimeText::toInstant)),
          new LibraryFunction(
              "make_timestamp",
              List.of(INT64),
              TIMESTAMP,
              TOTAL,
              "Returns the timestamp that is some microseconds after 1970-01-01.",
              RowFunctions.longs((a, row) -> a[0].getLong(row))),
          new LibraryFunction(
              "make_timestamp_ms",
              List.of(INT64),
              TIMESTAMP,
              FAILS,
              "Returns the timestamp that is some milliseconds after 1970-01-01.",
              RowFunctions.longs((a, row) -> Micros.ofMillis(a[0].getLong(row)))),
          new LibraryFunction(
              "make_timestamp_ns",
              List.of(INT64),
              TIMESTAMP,
              TOTAL,
              "Returns the timestamp that is some nanoseconds after 1970-01-01, cut to"
                  + " microseconds.",
              RowFunctions.longs(
                  (a, row) -> Math.floorDiv(a[0].getLong(row), (long) Micros.NANOS_PER_MICRO))),
          new LibraryFunction(
              "make_time",
              List.of(INT64, INT64, FLOAT64),
              TIME,
              FAILS,
              "Returns the time of an hour, a minute and seconds.",
              RowFunctions.longs(
                  (a, row) ->
                      timeOfDay(a[0].getLong(row), a[1].getLong(row), a[2].getDouble(row)))),
          new LibraryFunction(
              "make_timestamp",
              List.of(INT64, INT64, INT64, INT64, INT64, FLOAT64),
              TIMESTAMP,
              FAILS,
              "Returns the timestamp of a year, a month, a day, an hour, a minute and seconds.",
              RowFunctions.longs(
                  (a, row) ->
                      Micros.at(
                          DateLibrary.makeDate(
                              a[0].getLong(row), a[1].getLong(row), a[2].getLong(row)),
                          timeOfDay(a[3].getLong(row), a[4].getLong(row), a[5].getDouble(row))))),
          new LibraryFunction(
              "make_timestamp",
              List.of(DATE, TIME),
              TIMESTAMP,
              FAILS,
              "Returns the timestamp of a date and a time. `d + t` is the same.",
              RowFunctions.longs((a, row) -> Micros.at(a[0].getLong(row), a[1].getLong(row)))),
          roundFraction(TIMESTAMP),
          roundFraction(TIME),
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
                        (a, row) -> Micros.of(formats.get(a[1], row).parse(Utf8.string(a[0], row))))
                    .newFunction(context);
              }),
          new LibraryFunction(
              "try_strptime",
              List.of(VARCHAR, VARCHAR),
              TIMESTAMP,
              FAILS,
              "Does the same, and is NULL for a string that does not have the format.",
              context -> {
                TextCache<TimeFormat> formats = new TextCache<>(TimeFormat::ofPercentToRead);
                return RowFunctions.booleans(
                        (a, row) -> isReadable(formats.get(a[1], row), Utf8.string(a[0], row)))
                    .newFunction(context);
              },
              context -> {
                TextCache<TimeFormat> formats = new TextCache<>(TimeFormat::ofPercentToRead);
                return RowFunctions.longs(
                        (a, row) -> Micros.of(formats.get(a[1], row).parse(Utf8.string(a[0], row))))
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

  private static LibraryFunction roundFraction(DataType type) {
    boolean time = type.equals(TIME);
    return new LibraryFunction(
        "round_fraction",
        List.of(type, INT64),
        type,
        FAILS,
        time
            ? "Does the same for a time; it stays within the day."
            : "Rounds a timestamp to a number of digits of the fraction of its second, as a cast to"
                + " `TIMESTAMP(3)` does.",
        RowFunctions.longs(
            (a, row) -> {
              long unit = unit(a[1].getLong(row));
              long rounded = Micros.toNearest(a[0].getLong(row), unit) * unit;
              return time && rounded == Micros.PER_DAY ? Micros.PER_DAY - unit : rounded;
            }));
  }

  /** Moves a time between a zone and UTC. */
  @FunctionalInterface
  private interface ZoneShift {
    long apply(long micros, ZoneId zone);
  }

  private static VectorFunction.Factory zoned(ZoneShift shift) {
    return context -> {
      TextCache<ZoneId> zones = new TextCache<>(TimeLibrary::zone);
      return RowFunctions.longs((a, row) -> shift.apply(a[1].getLong(row), zones.get(a[0], row)))
          .newFunction(context);
    };
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name, ZoneId.SHORT_IDS);
    } catch (DateTimeException e) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "there is no time zone '" + name + "'; write one such as 'Europe/Paris' or '+02:00'",
          e);
    }
  }

  /** Returns the microseconds of the last of some digits of a fraction of a second. */
  private static long unit(long digits) {
    if (digits < 0 || digits > Micros.FRACTION_DIGITS) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "a second has 0 to 6 digits of its fraction, not " + digits);
    }
    long unit = 1;
    for (long i = digits; i < Micros.FRACTION_DIGITS; i++) {
      unit *= 10;
    }
    return unit;
  }

  private static VectorFunction.Factory formatted(Function<String, TimeFormat> syntax) {
    return context -> {
      TextCache<StepTexts> formats = new TextCache<>(text -> new StepTexts(syntax.apply(text)));
      return RowFunctions.text(
              (a, row, out) -> formats.get(a[1], row).write(a[0].getLong(row), out))
          .newFunction(context);
    };
  }

  private static long timeOfDay(long hour, long minute, double seconds) {
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
    long micros =
        hour * Micros.PER_HOUR
            + minute * Micros.PER_MINUTE
            + Math.round(seconds * Micros.PER_SECOND);
    return Math.min(micros, Micros.PER_DAY - 1);
  }

  /** A function of two times and of a unit, whose name is the first argument. */
  static VectorFunction.Factory byUnit(Function<String, LongBinaryOperator> function) {
    return context -> {
      TextCache<LongBinaryOperator> units = new TextCache<>(function);
      return RowFunctions.longs(
              (a, row) -> units.get(a[0], row).applyAsLong(a[1].getLong(row), a[2].getLong(row)))
          .newFunction(context);
    };
  }

  /** Counts the units of some kind from one time to another. */
  private static LongBinaryOperator difference(String unit) {
    if (singular(unit).equals("week")) {
      return (from, to) -> (Micros.toDay(to) - Micros.toDay(from)) / 7;
    }
    LongUnaryOperator ordinal = ordinal(unit);
    return (from, to) -> Micros.between(ordinal.applyAsLong(from), ordinal.applyAsLong(to), 1);
  }

  /** Numbers the units of some kind: gives the number of that which a timestamp lies in. */
  private static LongUnaryOperator ordinal(String unit) {
    return switch (singular(unit)) {
      case "millennium" -> micros -> Math.floorDiv(year(micros), 1000L);
      case "century" -> micros -> Math.floorDiv(year(micros), 100L);
      case "decade" -> micros -> Math.floorDiv(year(micros), 10L);
      case "year" -> TimeLibrary::year;
      case "quarter" -> micros -> Math.floorDiv(month(micros), 3L);
      case "month" -> TimeLibrary::month;
      case "day" -> Micros::toDay;
      case "hour" -> micros -> Math.floorDiv(micros, Micros.PER_HOUR);
      case "minute" -> micros -> Math.floorDiv(micros, Micros.PER_MINUTE);
      case "second" -> Micros::toSeconds;
      case "millisecond" -> Micros::toMillis;
      case "microsecond" -> micros -> micros;
      default -> throw unknownUnit(unit);
    };
  }

  static PacelineException unknownUnit(String unit) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "'" + unit + "' is no unit of time; write 'year', 'month', 'day', 'hour' or the like");
  }

  /** Returns the whole name of a unit in lower case, without the ending of a plural. */
  static String singular(String unit) {
    String lower = unit.toLowerCase(Locale.ROOT);
    return switch (lower) {
      case "centuries", "cent", "c" -> "century";
      case "millennia", "mil", "mils" -> "millennium";
      case "dec", "decs" -> "decade";
      case "yr", "yrs", "y" -> "year";
      case "mon", "mons" -> "month";
      case "w", "weekofyear" -> "week";
      case "d", "dayofmonth", "dow", "doy", "dayofweek", "dayofyear", "isodow" -> "day";
      case "hr", "hrs", "h" -> "hour";
      case "min", "mins", "m" -> "minute";
      case "sec", "secs", "s", "epoch" -> "second";
      case "ms", "msec", "msecs" -> "millisecond";
      case "us", "usec", "usecs" -> "microsecond";
      default -> lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower;
    };
  }

  private static boolean isReadable(TimeFormat format, String text) {
    try {
      format.parse(text);
      return true;
    } catch (PacelineException e) {
      return false;
    }
  }

  private static long nanos(long micros) {
    try {
      return Math.multiplyExact(micros, (long) Micros.NANOS_PER_MICRO);
    } catch (ArithmeticException e) {
      throw Overflow.of(micros + "000", INT64);
    }
  }

  private static long microsOfSeconds(double seconds) {
    if (!(Math.abs(seconds) <= MOST_SECONDS)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "there is no timestamp " + seconds + " seconds after 1970");
    }
    long micros = Math.round(Math.abs(seconds) * Micros.PER_SECOND);
    return seconds < 0 ? -micros : micros;
  }

  /** The seconds of what is counted in microseconds. */
  private static LibraryFunction seconds(DataType type, String description) {
    return new LibraryFunction(
        "epoch",
        List.of(type),
        FLOAT64,
        TOTAL,
        description,
        RowFunctions.doubles((a, row) -> a[0].getLong(row) / (double) Micros.PER_SECOND));
  }

  private static LibraryFunction millis(DataType type, String description) {
    return new LibraryFunction(
        "epoch_ms",
        List.of(type),
        INT64,
        TOTAL,
        description,
        RowFunctions.longs((a, row) -> Micros.toNearest(a[0].getLong(row), Micros.PER_MILLI)));
  }

  private static LibraryFunction wholeMillis(DataType type, String description) {
    return new LibraryFunction(
        "epoch_ms",
        List.of(type),
        INT64,
        TOTAL,
        description,
        RowFunctions.longs((a, row) -> count(a[0], row) / Micros.PER_MILLI));
  }

  private static LibraryFunction micros(DataType type, String description) {
    return new LibraryFunction(
        "epoch_us",
        List.of(type),
        INT64,
        TOTAL,
        description,
        RowFunctions.longs((a, row) -> count(a[0], row)));
  }

  private static LibraryFunction nanos(DataType type, String description) {
    return new LibraryFunction(
        "epoch_ns",
        List.of(type),
        INT64,
        FAILS,
        description,
        RowFunctions.longs((a, row) -> nanos(count(a[0], row))));
  }

  /** Returns the microseconds of a time, or those in the length of an interval. */
  private static long count(ColumnVector times, int row) {
    return times.type().equals(INTERVAL)
        ? IntervalFields.length(times.getHigh(row), times.getLong(row))
        : times.getLong(row);
  }

  /** Returns the seconds of an interval; years are 365.25 days and months 30, as in PostgreSQL. */
  private static double seconds(long high, long low) {
    long months = IntervalFields.months(low);
    double days =
        months / 12 * DAYS_OF_YEAR
            + months % 12 * (double) IntervalFields.DAYS_PER_MONTH
            + IntervalFields.days(low);
    return days * (Micros.PER_DAY / Micros.PER_SECOND)
        + IntervalFields.micros(high, low) / (double) Micros.PER_SECOND;
  }

  private static long yearWeek(long day) {
    long thursday = CivilDate.isoThursday(day);
    long year = CivilDate.year(thursday);
    long week = (thursday - CivilDate.toEpochDay(year, 1, 1)) / 7 + 1;
    return year * 100 + (year < 0 ? -week : week);
  }

  private static long year(long micros) {
    return CivilDate.year(Micros.toDay(micros));
  }

  /** Numbers the months of all years, in the order of time. */
  static long month(long micros) {
    return year(micros) * 12 + CivilDate.month(Micros.toDay(micros)) - 1;
  }

  /** Returns the error for a text that a format cannot read. */
  static PacelineException unreadable(String text, String format, DateTimeException cause) {
    return new PacelineException(
        ErrorCode.INVALID_DATETIME,
        "'" + text + "' is no timestamp of the format '" + format + "'",
        cause);
  }
}
