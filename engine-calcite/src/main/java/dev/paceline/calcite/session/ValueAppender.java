package dev.paceline.calcite.session;

import dev.paceline.calcite.session.value.ValueConversion;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.UuidText;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Adds rows of plain Java values to an appender of their table, which converts them to the types of
 * the columns. Not thread-safe.
 */
public final class ValueAppender {
  private final Appender appender;
  private final ValueConversion conversion;
  private final DataType[] types;
  private final String[] names;

  ValueAppender(Appender appender, ValueConversion conversion) {
    this.appender = appender;
    this.conversion = conversion;
    TableDefinition definition = appender.definition();
    types = definition.columnTypes().toArray(DataType[]::new);
    names =
        definition.columns().stream()
            .map(ColumnDefinition::name)
            .map(name -> definition.name() + "." + name)
            .toArray(String[]::new);
  }

  /** Returns what takes the rows, to commit and to close it. */
  public Appender appender() {
    return appender;
  }

  /** Returns a part of this append for another thread. */
  public ValueAppender fork() {
    return new ValueAppender(appender.fork(), conversion);
  }

  /**
   * Sets a column of the current row.
   *
   * @param column from 0
   * @param value Boolean, Integer, Long, Double, BigDecimal, String, byte[], UUID or a java.time
   *     value; for lists, structs and maps a Collection, an array or a Map; null for NULL
   * @throws PacelineException TYPE_MISMATCH, NUMERIC_OVERFLOW, INVALID_CAST or INVALID_DATETIME if
   *     the column cannot take the value
   */
  public void set(int column, @Nullable Object value) {
    if (value == null) {
      appender.setNull(column);
    } else {
      store(column, conversion.assign(value, types[column], names[column]));
    }
  }

  /** Like {@link #set}, without an object for columns of integers. */
  public void setLong(int column, long value) {
    boolean whole =
        switch (types[column].kind()) {
          case INT8, INT16, INT32, INT64 -> !types[column].isEnum();
          default -> false;
        };
    if (whole) {
      appender.setLong(column, value);
    } else {
      set(column, value);
    }
  }

  /** Like {@link #set}, without an object for columns of doubles. */
  public void setDouble(int column, double value) {
    switch (types[column].kind()) {
      case FLOAT64 -> appender.setDouble(column, value);
      default -> set(column, value);
    }
  }

  private void store(int column, Object value) {
    switch (value) {
      case Long number -> appender.setLong(column, number);
      case String text -> appender.setBytes(column, text.getBytes(StandardCharsets.UTF_8));
      case BigDecimal decimal -> {
        BigInteger unscaled = decimal.unscaledValue();
        if (unscaled.bitLength() < 64) {
          appender.setLong(column, unscaled.longValue());
        } else {
          appender.setInt128(column, unscaled.shiftRight(64).longValue(), unscaled.longValue());
        }
      }
      case Double number -> appender.setDouble(column, number);
      case Boolean flag -> appender.setBoolean(column, flag);
      case byte[] bytes -> appender.setBytes(column, bytes);
      case UUID uuid -> appender.setBytes(column, UuidText.bytes(uuid));
      default ->
          throw new PacelineException(
              ErrorCode.TYPE_MISMATCH, names[column] + " cannot take a " + value.getClass());
    }
  }
}
