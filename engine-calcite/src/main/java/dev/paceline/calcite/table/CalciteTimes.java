package dev.paceline.calcite.table;

import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.IntervalFields;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/**
 * Times and intervals as Calcite represents them, and as the engine does. Literals of times are
 * strings with all digits. Values of Calcite's generated code are whole milliseconds, so that what
 * is finer is lost there. Calcite has intervals as months or as milliseconds, the engine as the
 * integer of {@link IntervalFields}.
 */
public final class CalciteTimes {
  private static final int DIGITS_OF_MICROS = 3;

  private static final SqlIntervalQualifier MONTHS =
      new SqlIntervalQualifier(TimeUnit.YEAR, TimeUnit.MONTH, SqlParserPos.ZERO);

  private CalciteTimes() {}

  /**
   * Returns whether intervals of expressions are Calcite's months or milliseconds, as in a model of
   * Calcite. The engine's own factory of types knows one type of intervals only, whose literals
   * hold the integer.
   */
  public static boolean haveIntervals(RelDataTypeFactory types) {
    return isMonths(types.createSqlIntervalType(MONTHS));
  }

  /** Returns whether Calcite has the intervals of a type as months. */
  public static boolean isMonths(RelDataType type) {
    return SqlTypeName.YEAR_INTERVAL_TYPES.contains(type.getSqlTypeName());
  }

  /** Returns the integer of an interval that Calcite has as months or milliseconds. */
  public static BigDecimal toInterval(BigDecimal value, RelDataType type) {
    IntervalFields fields = new IntervalFields();
    return new BigDecimal(
        (isMonths(type)
                ? fields.set(value.longValueExact(), 0, 0)
                : fields.ofDifference(
                    value
                        .movePointRight(DIGITS_OF_MICROS)
                        .setScale(0, RoundingMode.HALF_UP)
                        .longValueExact()))
            .unscaled());
  }

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
}
