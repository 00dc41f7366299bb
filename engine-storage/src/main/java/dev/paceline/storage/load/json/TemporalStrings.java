package dev.paceline.storage.load.json;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.Micros;
import dev.paceline.storage.load.csv.field.DatePattern;
import java.time.ZoneOffset;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Dates, times, timestamps and intervals in strings. */
final class TemporalStrings {
  /** The value of text that does not fit. */
  static final long INVALID = DatePattern.INVALID;

  private static final int MIN_LENGTH = 5;

  private TemporalStrings() {}

  /**
   * Returns days since 1970-01-01.
   *
   * @param pattern of what is not in ISO 8601; null for none
   */
  static long date(String text, @Nullable DatePattern pattern) {
    long micros = pattern == null ? INVALID : pattern.parse(text);
    return micros == INVALID ? parse(text, DateTimeText::parseDate) : Micros.toDay(micros);
  }

  /** Returns microseconds of the day. */
  static long time(String text) {
    return parse(text, DateTimeText::parseTime);
  }

  /**
   * Returns microseconds since 1970-01-01T00:00:00; a zone behind the time moves them to UTC.
   *
   * @param pattern of what is not in ISO 8601; null for none
   */
  static long timestamp(String text, @Nullable DatePattern pattern) {
    long micros = pattern == null ? INVALID : pattern.parse(text);
    return micros == INVALID
        ? parse(text, value -> DateTimeText.parseInstant(value, ZoneOffset.UTC))
        : micros;
  }

  /**
   * Returns whether a timestamp in the form of ISO 8601 names a zone.
   *
   * @param text of a timestamp, perhaps as the pattern has it
   */
  static boolean hasZone(String text, @Nullable DatePattern pattern) {
    return (pattern == null || pattern.parse(text) == INVALID)
        && parse(text, DateTimeText::parseTimestamp) == INVALID;
  }

  private static long parse(String text, ToLongFunction<String> parser) {
    if (text.length() < MIN_LENGTH || !isDigit(text.charAt(text.charAt(0) == '-' ? 1 : 0))) {
      return INVALID;
    }
    try {
      return parser.applyAsLong(text);
    } catch (PacelineException e) {
      return INVALID;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
