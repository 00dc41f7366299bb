package dev.paceline.calcite.sql.rewrite;

import static java.util.Map.entry;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.avatica.util.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The names of the parts of a time in PostgreSQL and DuckDB. */
final class PartOfTime {
  /** The names of each unit in lower case, in singular and plural. */
  static final Map<TimeUnit, List<String>> NAMES =
      new EnumMap<>(
          Map.ofEntries(
              entry(
                  TimeUnit.MILLENNIUM,
                  List.of("millennium", "millenniums", "millennia", "mil", "mils")),
              entry(TimeUnit.CENTURY, List.of("century", "centuries", "cent", "c")),
              entry(TimeUnit.DECADE, List.of("decade", "decades", "dec", "decs")),
              entry(TimeUnit.YEAR, List.of("year", "years", "yr", "yrs", "y")),
              entry(TimeUnit.QUARTER, List.of("quarter", "quarters")),
              entry(TimeUnit.MONTH, List.of("month", "months", "mon", "mons")),
              entry(TimeUnit.WEEK, List.of("week", "weeks", "w", "weekofyear")),
              entry(TimeUnit.DAY, List.of("day", "days", "d", "dayofmonth")),
              entry(TimeUnit.HOUR, List.of("hour", "hours", "hr", "hrs", "h")),
              entry(TimeUnit.MINUTE, List.of("minute", "minutes", "min", "mins", "m")),
              entry(TimeUnit.SECOND, List.of("second", "seconds", "sec", "secs", "s")),
              entry(
                  TimeUnit.MILLISECOND,
                  List.of("millisecond", "milliseconds", "ms", "msec", "msecs")),
              entry(
                  TimeUnit.MICROSECOND,
                  List.of("microsecond", "microseconds", "us", "usec", "usecs")),
              entry(TimeUnit.DOW, List.of("dow", "dayofweek", "weekday")),
              entry(TimeUnit.ISODOW, List.of("isodow")),
              entry(TimeUnit.DOY, List.of("doy", "dayofyear")),
              entry(TimeUnit.ISOYEAR, List.of("isoyear")),
              entry(TimeUnit.EPOCH, List.of("epoch"))));

  private static final Map<String, TimeUnit> UNITS = new HashMap<>();

  static {
    NAMES.forEach((unit, names) -> names.forEach(name -> UNITS.put(name, unit)));
  }

  private PartOfTime() {}

  /** Returns the unit of a name in any case, in singular or plural; null if there is none. */
  static @Nullable TimeUnit unit(String name) {
    return UNITS.get(name.toLowerCase(Locale.ROOT));
  }
}
