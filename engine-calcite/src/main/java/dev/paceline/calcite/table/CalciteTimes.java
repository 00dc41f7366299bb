package dev.paceline.calcite.table;

import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.Micros;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/**
 * Times and intervals as Calcite represents them, and the engine's microseconds. Literals of times
 * are strings with all digits. Literals of intervals are milliseconds, here with a fraction. Values
 * of Calcite's generated code are whole milliseconds, so that what is finer is lost there.
 */
public final class CalciteTimes {
  private static final int INTERVAL_SCALE = 3;

  private CalciteTimes() {}

  /** Returns the microseconds of the day. */
  public static long toMicros(TimeString time) {
    return DateTimeText.parseTime(time.toString());
  }

  /** Returns the microseconds since 1970-01-01T00:00:00. */
  public static long toMicros(TimestampString timestamp) {
    return DateTimeText.parseTimestamp(timestamp.toString());
  }

  /**
   * @param timeOfDay in microseconds
   */
  public static TimeString toTime(long timeOfDay) {
    return new TimeString(DateTimeText.formatTime(timeOfDay));
  }

  /**
   * @param micros a timestamp of the years 1 to 9999
   */
  public static TimestampString toTimestamp(long micros) {
    return new TimestampString(DateTimeText.formatTimestamp(micros));
  }

  /** Returns the microseconds of the value of a literal of an INTERVAL DAY TO SECOND. */
  public static long toMicros(BigDecimal millis) {
    return millis.movePointRight(INTERVAL_SCALE).setScale(0, RoundingMode.HALF_UP).longValueExact();
  }

  /** Returns the value of a literal of an INTERVAL DAY TO SECOND. */
  public static BigDecimal toInterval(long micros) {
    return micros % Micros.PER_MILLI == 0
        ? BigDecimal.valueOf(micros / Micros.PER_MILLI)
        : BigDecimal.valueOf(micros, INTERVAL_SCALE);
  }
}
