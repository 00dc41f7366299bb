package dev.paceline.core.type;

/** Writes intervals in words, as PostgreSQL and DuckDB do: {@code 1 year 2 days 03:04:05}. */
public final class IntervalText {
  private static final int MONTHS_PER_YEAR = 12;

  private IntervalText() {}

  public static String ofMonths(long months) {
    if (months == 0) {
      return DateTimeText.formatTime(0);
    }
    StringBuilder out = new StringBuilder();
    append(out, months / MONTHS_PER_YEAR, "year");
    append(out, months % MONTHS_PER_YEAR, "month");
    return out.toString();
  }

  public static String ofMicros(long micros) {
    StringBuilder out = new StringBuilder();
    append(out, micros / Micros.PER_DAY, "day");
    long time = micros % Micros.PER_DAY;
    if (time != 0 || out.isEmpty()) {
      out.append(out.isEmpty() ? "" : " ")
          .append(time < 0 ? "-" : "")
          .append(DateTimeText.formatTime(Math.abs(time)));
    }
    return out.toString();
  }

  private static void append(StringBuilder out, long number, String unit) {
    if (number != 0) {
      out.append(out.isEmpty() ? "" : " ").append(number).append(' ').append(unit);
      out.append(Math.abs(number) == 1 ? "" : "s");
    }
  }
}
