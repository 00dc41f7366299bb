package dev.paceline.calcite.sql.rewrite;

import java.util.Locale;
import org.apache.calcite.avatica.util.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The names of the parts of a time in PostgreSQL and DuckDB. */
final class PartOfTime {
  private PartOfTime() {}

  /** Returns the unit of a name in any case, in singular or plural; null if there is none. */
  static @Nullable TimeUnit unit(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "MILLENNIUM", "MILLENNIUMS", "MILLENNIA", "MIL", "MILS" -> TimeUnit.MILLENNIUM;
      case "CENTURY", "CENTURIES", "CENT", "C" -> TimeUnit.CENTURY;
      case "DECADE", "DECADES", "DEC", "DECS" -> TimeUnit.DECADE;
      case "YEAR", "YEARS", "YR", "YRS", "Y" -> TimeUnit.YEAR;
      case "QUARTER", "QUARTERS" -> TimeUnit.QUARTER;
      case "MONTH", "MONTHS", "MON", "MONS" -> TimeUnit.MONTH;
      case "WEEK", "WEEKS", "W", "WEEKOFYEAR" -> TimeUnit.WEEK;
      case "DAY", "DAYS", "D", "DAYOFMONTH" -> TimeUnit.DAY;
      case "HOUR", "HOURS", "HR", "HRS", "H" -> TimeUnit.HOUR;
      case "MINUTE", "MINUTES", "MIN", "MINS", "M" -> TimeUnit.MINUTE;
      case "SECOND", "SECONDS", "SEC", "SECS", "S" -> TimeUnit.SECOND;
      case "MILLISECOND", "MILLISECONDS", "MS", "MSEC", "MSECS" -> TimeUnit.MILLISECOND;
      case "MICROSECOND", "MICROSECONDS", "US", "USEC", "USECS" -> TimeUnit.MICROSECOND;
      case "DOW", "DAYOFWEEK", "WEEKDAY" -> TimeUnit.DOW;
      case "ISODOW" -> TimeUnit.ISODOW;
      case "DOY", "DAYOFYEAR" -> TimeUnit.DOY;
      case "ISOYEAR" -> TimeUnit.ISOYEAR;
      case "EPOCH" -> TimeUnit.EPOCH;
      default -> null;
    };
  }
}
