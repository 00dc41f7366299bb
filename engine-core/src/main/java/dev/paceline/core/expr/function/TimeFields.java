package dev.paceline.core.expr.function;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.TimeUnit;
import dev.paceline.core.type.CivilDate;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;

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
      case EPOCH -> day * (Micros.PER_DAY / Micros.PER_SECOND);
      case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND -> 0;
    };
  }

  /** Which century or millennium a year lies in; year 1 starts the first, and there is no 0th. */
  private static long ordinal(long year, int length) {
    return year > 0 ? (year + length - 1) / length : (year - length) / length;
  }

  static long ofTime(TimeUnit unit, long micros) {
    return switch (unit) {
      case HOUR -> micros / Micros.PER_HOUR;
      case MINUTE -> micros / Micros.PER_MINUTE % 60;
      case SECOND -> micros / Micros.PER_SECOND % 60;
      case MILLISECOND -> micros % Micros.PER_MINUTE / Micros.PER_MILLI;
      case MICROSECOND -> micros % Micros.PER_MINUTE;
      case EPOCH -> micros / Micros.PER_SECOND;
      default -> throw undefined(unit, DataType.TIME);
    };
  }

  static long ofTimestamp(TimeUnit unit, long micros) {
    return unit == TimeUnit.EPOCH
        ? Micros.toSeconds(micros)
        : isOfDay(unit)
            ? ofDay(unit, Micros.toDay(micros))
            : ofTime(unit, Micros.toTimeOfDay(micros));
  }

  /**
   * Returns a part of an interval. Months make years, and microseconds make hours; days stand
   * alone.
   *
   * @param high the upper half of the interval's integer
   * @param low the lower half
   */
  static long ofInterval(TimeUnit unit, long high, long low) {
    return switch (unit) {
      case MILLENNIUM -> IntervalFields.months(low) / 12_000;
      case CENTURY -> IntervalFields.months(low) / 1200;
      case DECADE -> IntervalFields.months(low) / 120;
      case YEAR -> IntervalFields.months(low) / 12;
      case QUARTER -> IntervalFields.months(low) % 12 / 3 + 1;
      case MONTH -> IntervalFields.months(low) % 12;
      case DAY -> IntervalFields.days(low);
      case HOUR -> IntervalFields.micros(high, low) / Micros.PER_HOUR;
      case MINUTE -> IntervalFields.micros(high, low) / Micros.PER_MINUTE % 60;
      case SECOND -> IntervalFields.micros(high, low) / Micros.PER_SECOND % 60;
      case MILLISECOND -> IntervalFields.micros(high, low) % Micros.PER_MINUTE / Micros.PER_MILLI;
      case MICROSECOND -> IntervalFields.micros(high, low) % Micros.PER_MINUTE;
      case EPOCH -> IntervalFields.length(high, low) / Micros.PER_SECOND;
      case WEEK, ISOYEAR, DOW, ISODOW, DOY -> throw undefined(unit, DataType.INTERVAL);
    };
  }

  /** Sets an interval to the part of another one that a unit and the larger ones have. */
  static void truncateInterval(TimeUnit unit, long high, long low, IntervalFields out) {
    long months = IntervalFields.months(low);
    long days = IntervalFields.days(low);
    long micros = IntervalFields.micros(high, low);
    long unitMonths = months(unit);
    long unitMicros = micros(unit);
    if (unitMonths > 0) {
      out.set(months / unitMonths * unitMonths, 0, 0);
    } else if (unitMicros >= Micros.PER_DAY) {
      long unitDays = unitMicros / Micros.PER_DAY;
      out.set(months, days / unitDays * unitDays, 0);
    } else {
      out.set(months, days, micros / unitMicros * unitMicros);
    }
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

  /** Microseconds of a unit of fixed length. */
  static long micros(TimeUnit unit) {
    return switch (unit) {
      case WEEK -> 7 * Micros.PER_DAY;
      case DAY, DOW, ISODOW, DOY -> Micros.PER_DAY;
      case HOUR -> Micros.PER_HOUR;
      case MINUTE -> Micros.PER_MINUTE;
      case SECOND, EPOCH -> Micros.PER_SECOND;
      case MILLISECOND -> Micros.PER_MILLI;
      case MICROSECOND -> 1;
      case MILLENNIUM, CENTURY, DECADE, YEAR, ISOYEAR, QUARTER, MONTH -> 0;
    };
  }

  /** Returns whether a unit is a length of time, and not only a field of a date. */
  static boolean isLength(TimeUnit unit) {
    return switch (unit) {
      case DOW, ISODOW, DOY, ISOYEAR, EPOCH -> false;
      default -> true;
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
