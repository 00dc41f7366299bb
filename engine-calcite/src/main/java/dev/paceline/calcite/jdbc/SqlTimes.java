package dev.paceline.calcite.jdbc;

import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/**
 * Between zone-less values and {@code java.sql} classes, whose fields depend on a zone and, before
 * 1582, on the Julian calendar.
 */
final class SqlTimes {
  /**
   * The first year since which {@code java.util} and {@code java.time} know the same offsets of all
   * zones.
   */
  private static final int FIRST_COMMON_YEAR = 1970;

  private SqlTimes() {}

  /** The instant at which the hybrid calendar of {@code java.util} shows midnight of this date. */
  static long startOfDay(LocalDate date, ZoneId zone) {
    return millis(date.atStartOfDay(), zone);
  }

  static long millisOn1970(LocalTime time, ZoneId zone) {
    return millis(LocalDate.EPOCH.atTime(time), zone);
  }

  static Timestamp timestamp(LocalDateTime value, ZoneId zone) {
    long seconds = Math.floorDiv(millis(value.withNano(0), zone), 1000L);
    Timestamp timestamp = new Timestamp(seconds * 1000);
    timestamp.setNanos(value.getNano());
    return timestamp;
  }

  static LocalDateTime toLocal(java.util.Date value, ZoneId zone) {
    Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone(zone), Locale.ROOT);
    calendar.setTime(value);
    int year = calendar.get(Calendar.YEAR);
    LocalDateTime local =
        LocalDateTime.of(
            calendar.get(Calendar.ERA) == GregorianCalendar.BC ? 1 - year : year,
            calendar.get(Calendar.MONTH) + 1,
            calendar.get(Calendar.DAY_OF_MONTH),
            calendar.get(Calendar.HOUR_OF_DAY),
            calendar.get(Calendar.MINUTE),
            calendar.get(Calendar.SECOND));
    int nanos =
        value instanceof Timestamp timestamp
            ? timestamp.getNanos()
            : calendar.get(Calendar.MILLISECOND) * 1_000_000;
    return local.withNano(nanos);
  }

  /**
   * A calendar for each value would cost more than all else that reads one; so where the two kinds
   * of calendars and of zones agree and the value is one instant, the zone's rules are asked.
   */
  private static long millis(LocalDateTime value, ZoneId zone) {
    if (value.getYear() >= FIRST_COMMON_YEAR) {
      ZoneRules rules = zone.getRules();
      if (rules.isFixedOffset()) {
        return value.toInstant(rules.getOffset(value)).toEpochMilli();
      }
      List<ZoneOffset> offsets = rules.getValidOffsets(value);
      if (offsets.size() == 1) {
        return value.toInstant(offsets.getFirst()).toEpochMilli();
      }
    }
    return calendarMillis(value, zone);
  }

  /** The instant at which the calendar of {@code java.util} shows a value. */
  static long calendarMillis(LocalDateTime value, ZoneId zone) {
    Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone(zone), Locale.ROOT);
    calendar.clear();
    int year = value.getYear();
    if (year < 1) {
      calendar.set(Calendar.ERA, GregorianCalendar.BC);
      year = 1 - year;
    }
    calendar.set(
        year,
        value.getMonthValue() - 1,
        value.getDayOfMonth(),
        value.getHour(),
        value.getMinute(),
        value.getSecond());
    return calendar.getTimeInMillis() + value.getNano() / 1_000_000;
  }
}
