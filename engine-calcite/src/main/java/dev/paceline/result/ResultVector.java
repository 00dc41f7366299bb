package dev.paceline.result;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column in a batch. Rows count from 0. A typed method that does not fit the type
 * of the column throws a {@link dev.paceline.core.error.PacelineException} with TYPE_MISMATCH; for
 * a NULL its value is undefined, so ask {@link #isNull} first or use {@link #getObject}.
 *
 * <p>The methods that copy a range are the fast way to large results: they convert a whole column
 * with one call.
 */
public interface ResultVector {
  /** Returns whether a value is NULL. */
  boolean isNull(int row);

  /** Returns whether a value of the batch may be NULL. If not, no value has to be checked. */
  boolean mayHaveNulls();

  /** Returns a BOOLEAN. */
  boolean getBoolean(int row);

  /** Returns a TINYINT, SMALLINT, INTEGER or BIGINT. */
  long getLong(int row);

  /** Returns a REAL or DOUBLE, or a number of another type converted to double. */
  double getDouble(int row);

  /** Returns a DECIMAL with the scale of its column, or an integer. */
  BigDecimal getBigDecimal(int row);

  /** Returns a CHAR or VARCHAR. */
  String getString(int row);

  /** Returns the bytes of a BINARY or VARBINARY, or of a CHAR or VARCHAR in UTF-8. */
  byte[] getBytes(int row);

  /** Returns a DATE. */
  LocalDate getLocalDate(int row);

  /** Returns a TIME. */
  LocalTime getLocalTime(int row);

  /** Returns a TIMESTAMP. */
  LocalDateTime getLocalDateTime(int row);

  /** Returns a TIMESTAMP WITH LOCAL TIME ZONE. */
  Instant getInstant(int row);

  /**
   * Returns a value as Boolean, Integer (TINYINT, SMALLINT, INTEGER), Long, BigDecimal, Float
   * (REAL), Double, String, byte[], LocalDate, LocalTime, LocalDateTime, Instant, {@link Interval},
   * a List of such values, or a Map: from keys to values, or from the names of the fields of a
   * struct to their values; null for NULL.
   */
  @Nullable Object getObject(int row);

  /**
   * Copies integers, as {@link #getLong} returns them.
   *
   * @param row the first row
   * @param target takes the values from {@code position} on
   * @param count the number of rows
   */
  void copyLongs(int row, long[] target, int position, int count);

  /** Copies numbers, as {@link #getDouble} returns them; the parameters are those of copyLongs. */
  void copyDoubles(int row, double[] target, int position, int count);

  /** Copies which values are NULL; the parameters are those of copyLongs. */
  void copyNulls(int row, boolean[] target, int position, int count);
}
