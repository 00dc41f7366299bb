package dev.paceline.core.expr.function;

import static dev.paceline.core.type.DateTimeText.MILLIS_PER_DAY;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.TimeUnit;
import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;

/** The parts of dates, times and intervals, and rounding to units. */
final class TimeFields {
  private TimeFields() {}

  /** Whether a unit can be told from the day alone. */
  static boolean isOfDay(TimeUnit unit) {
    return switch (unit) {
      case MILLENNIUM,
          CENTURY,
          DECADE,
          YEAR,
          ISOYEAR,
          QUARTER,
          MONTH,
          WEEK,
          DAY,
          DOW,
          ISODOW,
          DOY ->
          true;
      case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, EPOCH -> false;
    };
  }

  static long ofDay(TimeUnit unit, long day) {
    return switch (unit) {
      case MILLENNIUM -> ordinal(CivilDate.year(day), 1000);
      case CENTURY -> ordinal(CivilDate.year(day), 100);
      case DECADE -> Math.floorDiv(CivilDate.year(day), 10);
      case YEAR -> CivilDate.year(day);
      case ISOYEAR -> CivilDate.year(CivilDate.isoThursday(day));
      case QUARTER -> (CivilDate.month(day) + 2) / 3;
      case MONTH -> CivilDate.month(day);
      case WEEK -> {
        long thursday = CivilDate.isoThursday(day);
        yield (thursday - CivilDate.toEpochDay(CivilDate.year(thursday), 1, 1)) / 7 + 1;
      }
      case DAY -> CivilDate.day(day);
      case DOW -> CivilDate.isoDayOfWeek(day) % 7;
      case ISODOW -> CivilDate.isoDayOfWeek(day);
      case DOY -> day - CivilDate.toEpochDay(CivilDate.year(day), 1, 1) + 1;
      case EPOCH -> day * (MILLIS_PER_DAY / 1000);
      case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND -> 0;
    };
  }

  /** Which century or millennium a year lies in; year 1 starts the first, and there is no 0th. */
  private static long ordinal(long year, int length) {
    return year > 0 ? (year + length - 1) / length : (year - length) / length;
  }

  static long ofTime(TimeUnit unit, long millis) {
    return switch (unit) {
      case HOUR -> millis / 3_600_000;
      case MINUTE -> millis / 60_000 % 60;
      case SECOND -> millis / 1000 % 60;
      case MILLISECOND -> millis % 60_000;
      case MICROSECOND -> millis % 60_000 * 1000;
      case EPOCH -> millis / 1000;
      default -> throw undefined(unit, DataType.TIME);
    };
  }

  static long ofTimestamp(TimeUnit unit, long millis) {
    return unit == TimeUnit.EPOCH
        ? Math.floorDiv(millis, 1000L)
        : isOfDay(unit)
            ? ofDay(unit, Math.floorDiv(millis, MILLIS_PER_DAY))
            : ofTime(unit, Math.floorMod(millis, MILLIS_PER_DAY));
  }

  static long ofInterval(TimeUnit unit, DataType type, long value) {
    if (type.kind() == TypeKind.INTERVAL_MONTHS) {
      return switch (unit) {
        case YEAR -> value / 12;
        case QUARTER -> value % 12 / 3 + 1;
        case MONTH -> value % 12;
        case DECADE -> value / 120;
        case CENTURY -> value / 1200;
        case MILLENNIUM -> value / 12_000;
        default -> throw undefined(unit, type);
      };
    }
    return switch (unit) {
      case DAY -> value / MILLIS_PER_DAY;
      case HOUR -> value / 3_600_000 % 24;
      case MINUTE -> value / 60_000 % 60;
      case SECOND -> value / 1000 % 60;
      case MILLISECOND -> value % 60_000;
      case MICROSECOND -> value % 60_000 * 1000;
      case EPOCH -> value / 1000;
      default -> throw undefined(unit, type);
    };
  }

  /** The first day of the unit that a day lies in; weeks start on Monday. */
  static long floorDay(TimeUnit unit, long day) {
    long year = CivilDate.year(day);
    return switch (unit) {
      case MILLENNIUM -> CivilDate.toEpochDay(Math.floorDiv(year - 1, 1000) * 1000 + 1, 1, 1);
      case CENTURY -> CivilDate.toEpochDay(Math.floorDiv(year - 1, 100) * 100 + 1, 1, 1);
      case DECADE -> CivilDate.toEpochDay(Math.floorDiv(year, 10) * 10, 1, 1);
      case YEAR -> CivilDate.toEpochDay(year, 1, 1);
      case ISOYEAR -> {
        long january4 = CivilDate.toEpochDay(ofDay(TimeUnit.ISOYEAR, day), 1, 4);
        yield january4 - CivilDate.isoDayOfWeek(january4) + 1;
      }
      case QUARTER -> CivilDate.toEpochDay(year, (CivilDate.month(day) - 1) / 3 * 3 + 1, 1);
      case MONTH -> CivilDate.toEpochDay(year, CivilDate.month(day), 1);
      case WEEK -> day - CivilDate.isoDayOfWeek(day) + 1;
      case DAY, HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND -> day;
      case DOW, ISODOW, DOY, EPOCH -> throw undefined(unit, DataType.DATE);
    };
  }

  /** The first day of a unit, given that day, moved on by one unit. */
  static long nextDay(TimeUnit unit, long first) {
    return switch (unit) {
      case MILLENNIUM -> CivilDate.plusMonths(first, 12_000);
      case CENTURY -> CivilDate.plusMonths(first, 1200);
      case DECADE -> CivilDate.plusMonths(first, 120);
      case YEAR -> CivilDate.plusMonths(first, 12);
      case ISOYEAR -> floorDay(TimeUnit.ISOYEAR, first + 371);
      case QUARTER -> CivilDate.plusMonths(first, 3);
      case MONTH -> CivilDate.plusMonths(first, 1);
      case WEEK -> first + 7;
      default -> first + 1;
    };
  }

  /** Milliseconds of a unit of fixed length. */
  static long millis(TimeUnit unit) {
    return switch (unit) {
      case WEEK -> 7 * MILLIS_PER_DAY;
      case DAY, DOW, ISODOW, DOY -> MILLIS_PER_DAY;
      case HOUR -> 3_600_000;
      case MINUTE -> 60_000;
      case SECOND, EPOCH -> 1000;
      case MILLISECOND, MICROSECOND -> 1;
      case MILLENNIUM, CENTURY, DECADE, YEAR, ISOYEAR, QUARTER, MONTH -> 0;
    };
  }

  /** Months of a unit; 0 for units of fixed length. */
  static long months(TimeUnit unit) {
    return switch (unit) {
      case MILLENNIUM -> 12_000;
      case CENTURY -> 1200;
      case DECADE -> 120;
      case YEAR, ISOYEAR -> 12;
      case QUARTER -> 3;
      case MONTH -> 1;
      default -> 0;
    };
  }

  static PacelineException undefined(TimeUnit unit, DataType type) {
    return new PacelineException(
        ErrorCode.TYPE_MISMATCH, "a value of type " + type + " has no " + unit);
  }
}
