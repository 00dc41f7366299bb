package dev.paceline.datasets;

import java.time.LocalDate;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Locale;

/** Rows of the table of dates: 2,556 days from the first of January 1992. */
final class SsbDates implements GeneratedTable.Rows {
  static final int DAYS = 2_556;

  private static final LocalDate FIRST = LocalDate.of(1992, Month.JANUARY, 1);
  private static final int DAYS_PER_WEEK = 7;

  private int day;
  private final int end;

  /** The days from one, counted from 0, up to but without another. */
  SsbDates(int start, int end) {
    this.day = start;
    this.end = end;
  }

  /** The keys of all dates in their order. */
  static int[] keys() {
    int[] keys = new int[DAYS];
    for (int i = 0; i < DAYS; i++) {
      keys[i] = key(FIRST.plusDays(i));
    }
    return keys;
  }

  /** Such as 19980327. */
  private static int key(LocalDate date) {
    return monthKey(date) * 100 + date.getDayOfMonth();
  }

  /** Such as 199803. */
  private static int monthKey(LocalDate date) {
    return date.getYear() * 100 + date.getMonthValue();
  }

  @Override
  public boolean next(RowSink row) {
    if (day >= end) {
      return false;
    }
    LocalDate date = FIRST.plusDays(day++);
    String month = date.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    int dayOfWeek = date.getDayOfWeek().getValue() % DAYS_PER_WEEK + 1;
    row.integer(key(date))
        .text(month + " " + date.getDayOfMonth() + ", " + date.getYear())
        .text(date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH))
        .text(month)
        .integer(date.getYear())
        .integer(monthKey(date))
        .text(month.substring(0, 3) + date.getYear())
        .integer(dayOfWeek)
        .integer(date.getDayOfMonth())
        .integer(date.getDayOfYear())
        .integer(date.getMonthValue())
        .integer((date.getDayOfYear() - 1) / DAYS_PER_WEEK + 1)
        .text(season(date.getMonth()))
        .integer(flag(dayOfWeek == DAYS_PER_WEEK))
        .integer(flag(date.getDayOfMonth() == date.lengthOfMonth()))
        .integer(flag(isHoliday(date)))
        .integer(flag(dayOfWeek > 1 && dayOfWeek < DAYS_PER_WEEK))
        .end();
    return true;
  }

  private static int flag(boolean set) {
    return set ? 1 : 0;
  }

  private static String season(Month month) {
    return switch (month) {
      case JANUARY, FEBRUARY, MARCH -> "Winter";
      case APRIL -> "Spring";
      case MAY, JUNE, JULY, AUGUST -> "Summer";
      case SEPTEMBER, OCTOBER -> "Fall";
      case NOVEMBER, DECEMBER -> "Christmas";
    };
  }

  /** Ten days a year, as the benchmark's own generator has them. */
  private static boolean isHoliday(LocalDate date) {
    int day = date.getDayOfMonth();
    return switch (date.getMonth()) {
      case JANUARY -> day == 1;
      case DECEMBER -> day == 24;
      case MARCH, JUNE -> false;
      default -> day == 20;
    };
  }
}
