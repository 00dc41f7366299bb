package dev.paceline.calcite.jdbc;

import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.Micros;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * Dates and times as SQL writes them: {@code 2024-02-29}, {@code 23:59:59.125}, {@code 2024-02-29
 * 23:59:59}. The fraction of a second is written up to its last digit that is not zero.
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
