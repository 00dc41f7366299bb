package dev.paceline.calcite.jdbc;

import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.Micros;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;

/**
 * Dates, times and intervals as SQL writes them: {@code 2024-02-29}, {@code 23:59:59.125}, {@code
 * 2024-02-29 23:59:59}, {@code 1-06} (years to months), {@code 3 04:05:06} (days to seconds). The
 * fraction of a second is written up to its last digit that is not zero.
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

  static String of(LocalTime time) {
    return DateTimeText.formatTime(Micros.of(time));
  }

  static String of(LocalDateTime value) {
    return value.toLocalDate() + " " + of(value.toLocalTime());
  }

  static String ofMonths(long months) {
    long size = Math.abs(months);
    return String.format(Locale.ROOT, "%s%d-%02d", months < 0 ? "-" : "", size / 12, size % 12);
  }

  static String ofMicros(long micros) {
    long size = Math.abs(micros);
    return (micros < 0 ? "-" : "")
        + size / Micros.PER_DAY
        + " "
        + DateTimeText.formatTime(size % Micros.PER_DAY);
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
