package dev.paceline.core.type;

/**
 * The proleptic Gregorian calendar as arithmetic on days since 1970-01-01, without objects.
 *
 * <p>The conversions count years from March, so that the leap day is the last of its year, in eras
 * of 400 years.
 */
public final class CivilDate {
  private static final long DAYS_PER_ERA = 146_097;

  /** Days from 0000-03-01 to 1970-01-01. */
  private static final long EPOCH_SHIFT = 719_468;

  /** The last month of a year that begins with March, which is 0. */
  private static final int FEBRUARY = 11;

  private CivilDate() {}

  /** Days since 1970-01-01 of a date; months and days beyond their range carry over. */
  public static long toEpochDay(long year, long month, long day) {
    long months = year * 12 + month - 1;
    long normalYear = Math.floorDiv(months, 12);
    long normalMonth = Math.floorMod(months, 12L) + 1;
    long y = normalMonth <= 2 ? normalYear - 1 : normalYear;
    long era = Math.floorDiv(y, 400);
    long yearOfEra = y - era * 400;
    long dayOfYear = (153 * (normalMonth + (normalMonth > 2 ? -3 : 9)) + 2) / 5;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * DAYS_PER_ERA + dayOfEra - EPOCH_SHIFT + day - 1;
  }

  public static long year(long epochDay) {
    long shifted = epochDay + EPOCH_SHIFT;
    long era = Math.floorDiv(shifted, DAYS_PER_ERA);
    long dayOfEra = shifted - era * DAYS_PER_ERA;
    long yearOfEra = yearOfEra(dayOfEra);
    long dayOfYear = dayOfMarchYear(dayOfEra, yearOfEra);
    return yearOfEra + era * 400 + (dayOfYear >= 306 ? 1 : 0);
  }

  /** 1 to 12. */
  public static int month(long epochDay) {
    long dayOfEra = Math.floorMod(epochDay + EPOCH_SHIFT, DAYS_PER_ERA);
    int marchMonth = (int) (5 * dayOfMarchYear(dayOfEra, yearOfEra(dayOfEra)) + 2) / 153;
    return marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  }

  /** Day of the month, from 1. */
  public static int day(long epochDay) {
    long dayOfEra = Math.floorMod(epochDay + EPOCH_SHIFT, DAYS_PER_ERA);
    long dayOfYear = dayOfMarchYear(dayOfEra, yearOfEra(dayOfEra));
    long marchMonth = (5 * dayOfYear + 2) / 153;
    return (int) (dayOfYear - (153 * marchMonth + 2) / 5 + 1);
  }

  /** Monday = 1 to Sunday = 7. */
  public static int isoDayOfWeek(long epochDay) {
    return (int) Math.floorMod(epochDay + 3, 7L) + 1;
  }

  /** Days of a month, 28 to 31. */
  public static int daysOfMonth(long year, int month) {
    return (int) (toEpochDay(year, month + 1L, 1) - toEpochDay(year, month, 1));
  }

  /** Moves a date by months; a day that the month lacks becomes its last day. */
  public static long plusMonths(long epochDay, long months) {
    if (months == 0) {
      return epochDay;
    }
    long shifted = epochDay + EPOCH_SHIFT;
    long era = Math.floorDiv(shifted, DAYS_PER_ERA);
    long dayOfEra = shifted - era * DAYS_PER_ERA;
    long yearOfEra = yearOfEra(dayOfEra);
    long dayOfYear = dayOfMarchYear(dayOfEra, yearOfEra);
    long marchMonth = (5 * dayOfYear + 2) / 153;
    long day = dayOfYear - firstOfMarchMonth(marchMonth);
    long total = Math.addExact((yearOfEra + era * 400) * 12 + marchMonth, months);
    long year = Math.floorDiv(total, 12);
    long month = total - year * 12;
    long newEra = Math.floorDiv(year, 400);
    long newYearOfEra = year - newEra * 400;
    long first = firstOfMarchMonth(month);
    long days =
        month < FEBRUARY ? firstOfMarchMonth(month + 1) - first : isLeap(year + 1) ? 29 : 28;
    return newEra * DAYS_PER_ERA
        + newYearOfEra * 365
        + newYearOfEra / 4
        - newYearOfEra / 100
        + first
        + Math.min(day, days - 1)
        - EPOCH_SHIFT;
  }

  /** Returns the days of a year from March that are before a month, 0 for March. */
  private static long firstOfMarchMonth(long marchMonth) {
    return (153 * marchMonth + 2) / 5;
  }

  private static boolean isLeap(long year) {
    return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  /** The Thursday of the ISO week that a date lies in: its year is the week's year. */
  public static long isoThursday(long epochDay) {
    return epochDay - isoDayOfWeek(epochDay) + 4;
  }

  private static long yearOfEra(long dayOfEra) {
    return (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
  }

  private static long dayOfMarchYear(long dayOfEra, long yearOfEra) {
    return dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  }
}
