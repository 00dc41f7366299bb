package dev.paceline.calcite.jdbc;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * Dates, times and intervals as SQL writes them: {@code 2024-02-29}, {@code 23:59:59.125}, {@code
 * 2024-02-29 23:59:59}, {@code 1-06} (years to months), {@code 3 04:05:06} (days to seconds).
 * Milliseconds are written where there are any.
 */
final class TemporalText {
  private TemporalText() {}

  /** Parses one kind of value. */
  interface Parser<T> {
    /**
     * @throws DateTimeException if the text is no such value
     */
    T parse(String text);
  }

  static LocalDateTime dateTimeOfMillis(long millis) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(millis, 1000L), Math.floorMod(millis, 1000) * 1_000_000, ZoneOffset.UTC);
  }

  static String of(LocalTime time) {
    int millis = time.getNano() / 1_000_000;
    return millis == 0
        ? String.format(
            Locale.ROOT, "%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond())
        : String.format(
            Locale.ROOT,
            "%02d:%02d:%02d.%03d",
            time.getHour(),
            time.getMinute(),
            time.getSecond(),
            millis);
  }

  static String of(LocalDateTime value) {
    return value.toLocalDate() + " " + of(value.toLocalTime());
  }

  static String ofMonths(long months) {
    long size = Math.abs(months);
    return String.format(Locale.ROOT, "%s%d-%02d", months < 0 ? "-" : "", size / 12, size % 12);
  }

  static String ofMillis(long millis) {
    long size = Math.abs(millis);
    long day = 86_400_000L;
    return (millis < 0 ? "-" : "")
        + size / day
        + " "
        + of(LocalTime.ofNanoOfDay(size % day * 1_000_000));
  }

  static LocalDate parseDate(String text) {
    return LocalDate.parse(text);
  }

  static LocalTime parseTime(String text) {
    return LocalTime.parse(text);
  }

  /** Accepts a blank or a T between date and time, or no time at all. */
  static LocalDateTime parseDateTime(String text) {
    int separator = Math.max(text.indexOf(' '), text.indexOf('T'));
    return separator < 0
        ? LocalDate.parse(text).atStartOfDay()
        : LocalDate.parse(text.substring(0, separator))
            .atTime(LocalTime.parse(text.substring(separator + 1)));
  }
}
