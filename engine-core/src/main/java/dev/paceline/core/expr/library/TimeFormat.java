package dev.paceline.core.expr.library;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.Micros;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalField;
import java.time.temporal.TemporalQueries;
import java.time.temporal.WeekFields;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How timestamps are written and read; immutable. */
final class TimeFormat {
  /** The days of the week from Sunday on, which is 0. */
  private static final Map<Long, String> DAYS_FROM_SUNDAY =
      Map.of(1L, "1", 2L, "2", 3L, "3", 4L, "4", 5L, "5", 6L, "6", 7L, "0");

  /** Weeks of which the first one of a year begins with its first Sunday or Monday. */
  private static final WeekFields FROM_SUNDAY = WeekFields.of(DayOfWeek.SUNDAY, 7);

  private static final WeekFields FROM_MONDAY = WeekFields.of(DayOfWeek.MONDAY, 7);

  /** The patterns of to_char, longer ones before those that they begin with. */
  private static final List<String> TEMPLATES =
      List.of(
          "HH24", "HH12", "YYYY", "IYYY", "MONTH", "Month", "month", "DDD", "DAY", "Day", "day",
          "MON", "Mon", "mon", "YY", "MM", "DD", "DY", "Dy", "dy", "HH", "MI", "SS", "MS", "US",
          "AM", "PM", "am", "pm", "IW", "ID", "Q", "D");

  private static final Map<Long, String> LOWER_HALVES = Map.of(0L, "am", 1L, "pm");

  private final String text;
  private final DateTimeFormatter formatter;
  private final long step;

  /**
   * @param step see {@link #step}
   */
  private TimeFormat(String text, DateTimeFormatterBuilder builder, long step) {
    this.text = text;
    this.step = step;
    this.formatter = builder.toFormatter(Locale.ENGLISH).withResolverStyle(ResolverStyle.SMART);
  }

  /**
   * A format in which a percent sign and a letter stand for a part of a timestamp, to write with.
   *
   * @throws PacelineException INVALID_ARGUMENT for a letter that stands for nothing
   */
  static TimeFormat ofPercent(String text) {
    return ofPercent(text, false);
  }

  /** The same to read with: numbers may have fewer digits unless another number follows at once. */
  static TimeFormat ofPercentToRead(String text) {
    return ofPercent(text, true);
  }

  private static TimeFormat ofPercent(String text, boolean reading) {
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
    long step = Micros.PER_DAY;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character != '%') {
        builder.appendLiteral(character);
        continue;
      }
      boolean bare = i + 1 < text.length() && text.charAt(i + 1) == '-';
      i += bare ? 2 : 1;
      boolean alone = i + 1 >= text.length() || text.charAt(i + 1) != '%';
      char letter = i < text.length() ? text.charAt(i) : ' ';
      step = Math.min(step, stepOfPercent(letter));
      if (reading && letter == 'f') {
        builder.appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, false);
      } else {
        appendPercent(builder, letter, bare || reading && alone, text);
      }
    }
    return new TimeFormat(text, builder, step);
  }

  private static long stepOfPercent(char letter) {
    return switch (letter) {
      case 'H', 'I', 'p' -> Micros.PER_HOUR;
      case 'M' -> Micros.PER_MINUTE;
      case 'S', 'X', 'c' -> Micros.PER_SECOND;
      case 'g' -> Micros.PER_SECOND / 1_000;
      case 'f', 'n' -> 1;
      default -> Micros.PER_DAY;
    };
  }

  private static void appendPercent(
      DateTimeFormatterBuilder builder, char letter, boolean bare, String text) {
    switch (letter) {
      case 'Y' -> builder.appendValue(ChronoField.YEAR, 4, 10, SignStyle.NORMAL);
      case 'y' -> builder.appendValueReduced(ChronoField.YEAR, 2, 2, LocalDate.of(1969, 1, 1));
      case 'm' -> appendNumber(builder, ChronoField.MONTH_OF_YEAR, 2, bare);
      case 'd' -> appendNumber(builder, ChronoField.DAY_OF_MONTH, 2, bare);
      case 'H' -> appendNumber(builder, ChronoField.HOUR_OF_DAY, 2, bare);
      case 'I' -> appendNumber(builder, ChronoField.CLOCK_HOUR_OF_AMPM, 2, bare);
      case 'M' -> appendNumber(builder, ChronoField.MINUTE_OF_HOUR, 2, bare);
      case 'S' -> appendNumber(builder, ChronoField.SECOND_OF_MINUTE, 2, bare);
      case 'f' -> builder.appendFraction(ChronoField.NANO_OF_SECOND, 6, 6, false);
      case 'g' -> builder.appendFraction(ChronoField.NANO_OF_SECOND, 3, 3, false);
      case 'j' -> appendNumber(builder, ChronoField.DAY_OF_YEAR, 3, bare);
      case 'p' -> builder.appendText(ChronoField.AMPM_OF_DAY, TextStyle.SHORT);
      case 'a' -> builder.appendText(ChronoField.DAY_OF_WEEK, TextStyle.SHORT);
      case 'A' -> builder.appendText(ChronoField.DAY_OF_WEEK, TextStyle.FULL);
      case 'b' -> builder.appendText(ChronoField.MONTH_OF_YEAR, TextStyle.SHORT);
      case 'B' -> builder.appendText(ChronoField.MONTH_OF_YEAR, TextStyle.FULL);
      case 'u' -> builder.appendValue(ChronoField.DAY_OF_WEEK, 1);
      case 'V' -> builder.appendValue(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 2);
      case 'G' -> builder.appendValue(IsoFields.WEEK_BASED_YEAR, 4);
      case 'w' -> builder.appendText(ChronoField.DAY_OF_WEEK, DAYS_FROM_SUNDAY);
      case 'U' -> builder.appendValue(FROM_SUNDAY.weekOfYear(), 2);
      case 'W' -> builder.appendValue(FROM_MONDAY.weekOfYear(), 2);
      case 'n' -> builder.appendFraction(ChronoField.NANO_OF_SECOND, 9, 9, false);
      case 'x' -> builder.appendPattern("yyyy-MM-dd");
      case 'X' -> builder.appendPattern("HH:mm:ss");
      case 'c' -> builder.appendPattern("yyyy-MM-dd HH:mm:ss");
      case '%' -> builder.appendLiteral('%');
      default ->
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "the format '" + text + "' has %" + letter + ", which stands for nothing");
    }
  }

  private static void appendNumber(
      DateTimeFormatterBuilder builder, TemporalField field, int digits, boolean bare) {
    builder.appendValue(field, bare ? 1 : digits, digits, SignStyle.NOT_NEGATIVE);
  }

  /** A format of words of PostgreSQL, where anything else stands for itself. */
  static TimeFormat ofTemplate(String text) {
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder();
    int at = 0;
    long step = Micros.PER_DAY;
    boolean bare = false;
    while (at < text.length()) {
      if (text.startsWith("FM", at)) {
        bare = true;
        at += 2;
        continue;
      }
      if (text.charAt(at) == '"') {
        int end = text.indexOf('"', at + 1);
        builder.appendLiteral(text.substring(at + 1, end < 0 ? text.length() : end));
        at = end < 0 ? text.length() : end + 1;
        continue;
      }
      int from = at;
      String template =
          TEMPLATES.stream().filter(word -> text.startsWith(word, from)).findFirst().orElse(null);
      if (template == null) {
        builder.appendLiteral(text.charAt(at));
        at++;
      } else {
        appendTemplate(builder, template, bare);
        step = Math.min(step, stepOfTemplate(template));
        at += template.length();
      }
      bare = false;
    }
    return new TimeFormat(text, builder, step);
  }

  private static long stepOfTemplate(String template) {
    return switch (template) {
      case "HH24", "HH12", "HH", "AM", "PM", "am", "pm" -> Micros.PER_HOUR;
      case "MI" -> Micros.PER_MINUTE;
      case "SS" -> Micros.PER_SECOND;
      case "MS" -> Micros.PER_SECOND / 1_000;
      case "US" -> 1;
      default -> Micros.PER_DAY;
    };
  }

  private static void appendTemplate(
      DateTimeFormatterBuilder builder, String template, boolean bare) {
    switch (template) {
      case "YYYY" -> builder.appendValue(ChronoField.YEAR, bare ? 1 : 4, 10, SignStyle.NORMAL);
      case "YY" -> builder.appendValueReduced(ChronoField.YEAR, 2, 2, 2000);
      case "IYYY" -> builder.appendValue(IsoFields.WEEK_BASED_YEAR, 4);
      case "MM" -> appendNumber(builder, ChronoField.MONTH_OF_YEAR, 2, bare);
      case "DD" -> appendNumber(builder, ChronoField.DAY_OF_MONTH, 2, bare);
      case "DDD" -> appendNumber(builder, ChronoField.DAY_OF_YEAR, 3, bare);
      case "HH24" -> appendNumber(builder, ChronoField.HOUR_OF_DAY, 2, bare);
      case "HH12", "HH" -> appendNumber(builder, ChronoField.CLOCK_HOUR_OF_AMPM, 2, bare);
      case "MI" -> appendNumber(builder, ChronoField.MINUTE_OF_HOUR, 2, bare);
      case "SS" -> appendNumber(builder, ChronoField.SECOND_OF_MINUTE, 2, bare);
      case "MS" -> builder.appendFraction(ChronoField.NANO_OF_SECOND, 3, 3, false);
      case "US" -> builder.appendFraction(ChronoField.NANO_OF_SECOND, 6, 6, false);
      case "AM", "PM" -> builder.appendText(ChronoField.AMPM_OF_DAY, TextStyle.SHORT);
      case "am", "pm" -> builder.appendText(ChronoField.AMPM_OF_DAY, LOWER_HALVES);
      case "IW" -> builder.appendValue(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 2);
      case "ID" -> builder.appendValue(ChronoField.DAY_OF_WEEK, 1);
      case "D" -> builder.appendText(ChronoField.DAY_OF_WEEK, sundayFirst());
      case "Q" -> builder.appendValue(IsoFields.QUARTER_OF_YEAR, 1);
      default -> appendName(builder, template, bare);
    }
  }

  private static Map<Long, String> sundayFirst() {
    return Map.of(7L, "1", 1L, "2", 2L, "3", 3L, "4", 4L, "5", 5L, "6", 6L, "7");
  }

  /** The name of a month or a day in the case of the word; whole names fill nine characters. */
  private static void appendName(DateTimeFormatterBuilder builder, String word, boolean bare) {
    boolean month = word.toLowerCase(Locale.ROOT).startsWith("mon");
    boolean whole = word.length() == (month ? 5 : 3);
    TemporalField field = month ? ChronoField.MONTH_OF_YEAR : ChronoField.DAY_OF_WEEK;
    Map<Long, String> names = new HashMap<>();
    for (long number = 1; number <= (month ? 12 : 7); number++) {
      TextStyle style = whole ? TextStyle.FULL : TextStyle.SHORT;
      String name =
          month
              ? Month.of((int) number).getDisplayName(style, Locale.ENGLISH)
              : DayOfWeek.of((int) number).getDisplayName(style, Locale.ENGLISH);
      String cased =
          Character.isLowerCase(word.charAt(0))
              ? name.toLowerCase(Locale.ROOT)
              : Character.isUpperCase(word.charAt(1)) ? name.toUpperCase(Locale.ROOT) : name;
      names.put(number, whole && !bare ? "%-9s".formatted(cased) : cased);
    }
    builder.appendText(field, names);
  }

  /**
   * Returns the microseconds of the finest unit that the format shows: timestamps between two
   * multiples of it have the same text.
   */
  long step() {
    return step;
  }

  String format(LocalDateTime time) {
    return formatter.format(time);
  }

  /**
   * Reads a timestamp; what the format does not have is 1900-01-01 00:00, as in DuckDB.
   *
   * @throws PacelineException INVALID_DATETIME if the text has another format
   */
  LocalDateTime parse(String time) {
    try {
      TemporalAccessor parsed = formatter.parse(time);
      LocalDate date = parsed.query(TemporalQueries.localDate());
      LocalTime clock = parsed.query(TemporalQueries.localTime());
      return LocalDateTime.of(
          date == null ? partialDate(parsed) : date, clock == null ? partialTime(parsed) : clock);
    } catch (DateTimeException e) {
      throw TimeLibrary.unreadable(time, text, e);
    }
  }

  private static LocalDate partialDate(TemporalAccessor parsed) {
    return LocalDate.of(
        part(parsed, ChronoField.YEAR, 1900),
        part(parsed, ChronoField.MONTH_OF_YEAR, 1),
        part(parsed, ChronoField.DAY_OF_MONTH, 1));
  }

  private static LocalTime partialTime(TemporalAccessor parsed) {
    return LocalTime.of(
        part(parsed, ChronoField.HOUR_OF_DAY, 0),
        part(parsed, ChronoField.MINUTE_OF_HOUR, 0),
        part(parsed, ChronoField.SECOND_OF_MINUTE, 0),
        part(parsed, ChronoField.NANO_OF_SECOND, 0));
  }

  private static int part(TemporalAccessor parsed, ChronoField field, int absent) {
    return parsed.isSupported(field) ? parsed.get(field) : absent;
  }
}
