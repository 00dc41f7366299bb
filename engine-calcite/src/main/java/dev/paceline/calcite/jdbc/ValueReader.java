package dev.paceline.calcite.jdbc;

import dev.paceline.calcite.session.ResultColumn;
import dev.paceline.calcite.session.value.CellReader;
import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringDecoder;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.list.EncodedValue;
import dev.paceline.core.expr.list.FieldReader;
import dev.paceline.core.expr.list.ListReader;
import dev.paceline.core.expr.list.NestedText;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.IntervalText;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import dev.paceline.result.Interval;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * Reads the values of one result column as the Java types of JDBC. Every method takes the row of a
 * value that is not NULL.
 *
 * <p>Dates and times have no zone: java.time values are exact, and {@code java.sql} values are made
 * so that their fields in the wanted zone are the value's. A conversion that would lose the value
 * fails and names the column.
 */
final class ValueReader {
  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  private final ResultColumn column;
  private final int ordinal;
  private final ZoneId zone;
  private final StringDecoder strings = new StringDecoder();
  private ColumnVector vector;

  /**
   * @param ordinal from 1
   * @param zone of the session
   */
  ValueReader(ResultColumn column, int ordinal, ZoneId zone) {
    this.column = column;
    this.ordinal = ordinal;
    this.zone = zone;
    this.vector = new ColumnVector(column.type());
  }

  /** Points at the column of the next batch. */
  void use(ColumnVector next) {
    vector = next;
  }

  boolean isNull(int row) {
    return vector.isNull(row);
  }

  /** The value as an integer between two limits. */
  long getLong(int row, long min, long max, String target) throws SQLException {
    long value =
        switch (kind()) {
          case BOOLEAN -> vector.getBoolean(row) ? 1 : 0;
          case INT8, INT16, INT32, INT64 -> vector.getLong(row);
          case DECIMAL, CHAR, VARCHAR -> toLong(getDecimal(row), target);
          case FLOAT32, FLOAT64 -> {
            double number = vector.getDouble(row);
            if (!(number > -0x1p63 - 1 && number < 0x1p63)) {
              throw overflow(Double.toString(number), target);
            }
            yield (long) number;
          }
          case BINARY,
              VARBINARY,
              DATE,
              TIME,
              TIMESTAMP,
              TIMESTAMP_LTZ,
              INTERVAL,
              UUID,
              LIST,
              STRUCT,
              MAP ->
              throw mismatch(target);
        };
    if (value < min || value > max) {
      throw overflow(Long.toString(value), target);
    }
    return value;
  }

  double getDouble(int row) throws SQLException {
    return switch (kind()) {
      case FLOAT32, FLOAT64 -> vector.getDouble(row);
      case CHAR, VARCHAR -> parseDouble(text(row).strip());
      case DECIMAL -> vector.getDecimal(row).doubleValue();
      case INT8, INT16, INT32, INT64 -> vector.getLong(row);
      case BOOLEAN -> vector.getBoolean(row) ? 1 : 0;
      default -> throw mismatch("double");
    };
  }

  BigDecimal getDecimal(int row) throws SQLException {
    return switch (kind()) {
      case DECIMAL -> vector.getDecimal(row);
      case INT8, INT16, INT32, INT64 -> BigDecimal.valueOf(vector.getLong(row));
      case BOOLEAN -> vector.getBoolean(row) ? BigDecimal.ONE : BigDecimal.ZERO;
      case FLOAT32, FLOAT64 -> {
        double number = vector.getDouble(row);
        if (Double.isNaN(number) || Double.isInfinite(number)) {
          throw overflow(Double.toString(number), "BigDecimal");
        }
        yield kind() == TypeKind.FLOAT32
            ? new BigDecimal(Float.toString((float) number))
            : BigDecimal.valueOf(number);
      }
      case CHAR, VARCHAR -> parseDecimal(text(row).strip());
      default -> throw mismatch("BigDecimal");
    };
  }

  boolean getBoolean(int row) throws SQLException {
    return switch (kind()) {
      case BOOLEAN -> vector.getBoolean(row);
      case INT8, INT16, INT32, INT64 -> vector.getLong(row) != 0;
      case DECIMAL -> vector.getDecimal(row).signum() != 0;
      case FLOAT32, FLOAT64 -> vector.getDouble(row) != 0;
      case CHAR, VARCHAR ->
          switch (text(row).strip().toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "1" -> true;
            case "false", "f", "no", "0" -> false;
            default -> throw badText(text(row), "boolean");
          };
      default -> throw mismatch("boolean");
    };
  }

  byte[] getBytes(int row) throws SQLException {
    return switch (kind()) {
      case BINARY, VARBINARY, CHAR, VARCHAR, UUID -> vector.getBytes(row);
      default -> throw mismatch("byte[]");
    };
  }

  String getString(int row) throws SQLException {
    return switch (kind()) {
      case CHAR, VARCHAR -> text(row);
      case BOOLEAN -> Boolean.toString(vector.getBoolean(row));
      case INT8, INT16, INT32, INT64 -> Long.toString(vector.getLong(row));
      case DECIMAL -> vector.getDecimal(row).toPlainString();
      case FLOAT32 -> Float.toString((float) vector.getDouble(row));
      case FLOAT64 -> Double.toString(vector.getDouble(row));
      case BINARY, VARBINARY -> java.util.HexFormat.of().formatHex(vector.getBytes(row));
      case DATE -> getLocalDate(row).toString();
      case TIME -> TemporalText.of(getLocalTime(row));
      case TIMESTAMP -> TemporalText.of(getLocalDateTime(row));
      case TIMESTAMP_LTZ -> {
        ZonedDateTime value = getInstant(row).atZone(zone);
        yield TemporalText.of(value.toLocalDateTime()) + value.getOffset();
      }
      case INTERVAL -> IntervalText.of(vector.getHigh(row), vector.getLong(row));
      case UUID -> getUuid(row).toString();
      case LIST, STRUCT, MAP -> new NestedText(vector.type()).of(vector, row);
    };
  }

  private UUID getUuid(int row) throws SQLException {
    return switch (kind()) {
      case UUID -> UuidText.of(vector.getBytes(row));
      case CHAR, VARCHAR -> {
        String text = text(row);
        try {
          yield UuidText.parse(text.strip());
        } catch (PacelineException e) {
          throw badText(text, "UUID");
        }
      }
      default -> throw mismatch("UUID");
    };
  }

  LocalDate getLocalDate(int row) throws SQLException {
    return switch (kind()) {
      case DATE -> LocalDate.ofEpochDay(vector.getLong(row));
      case TIMESTAMP, TIMESTAMP_LTZ -> getLocalDateTime(row).toLocalDate();
      case CHAR, VARCHAR -> parse(row, "LocalDate", TemporalText::parseDate);
      default -> throw mismatch("LocalDate");
    };
  }

  LocalTime getLocalTime(int row) throws SQLException {
    return switch (kind()) {
      case TIME -> Micros.toLocalTime(vector.getLong(row));
      case TIMESTAMP, TIMESTAMP_LTZ -> getLocalDateTime(row).toLocalTime();
      case CHAR, VARCHAR -> parse(row, "LocalTime", TemporalText::parseTime);
      default -> throw mismatch("LocalTime");
    };
  }

  LocalDateTime getLocalDateTime(int row) throws SQLException {
    return switch (kind()) {
      case TIMESTAMP -> Micros.toLocalDateTime(vector.getLong(row));
      case TIMESTAMP_LTZ -> LocalDateTime.ofInstant(getInstant(row), zone);
      case DATE -> getLocalDate(row).atStartOfDay();
      case CHAR, VARCHAR -> parse(row, "LocalDateTime", TemporalText::parseDateTime);
      default -> throw mismatch("LocalDateTime");
    };
  }

  /** Wall-clock values are taken in the session's zone. */
  Instant getInstant(int row) throws SQLException {
    return kind() == TypeKind.TIMESTAMP_LTZ
        ? Micros.toInstant(vector.getLong(row))
        : getLocalDateTime(row).atZone(zone).withLaterOffsetAtOverlap().toInstant();
  }

  Date getDate(int row, ZoneId wanted) throws SQLException {
    return new Date(SqlTimes.startOfDay(getLocalDate(row), wanted));
  }

  Time getTime(int row, ZoneId wanted) throws SQLException {
    return new Time(SqlTimes.millisOn1970(getLocalTime(row), wanted));
  }

  Timestamp getTimestamp(int row, ZoneId wanted) throws SQLException {
    return kind() == TypeKind.TIMESTAMP_LTZ
        ? Timestamp.from(getInstant(row))
        : SqlTimes.timestamp(getLocalDateTime(row), wanted);
  }

  /** The value as the class that {@link TypeNames#className} names. */
  Object getObject(int row) throws SQLException {
    return switch (kind()) {
      case BOOLEAN -> vector.getBoolean(row);
      case INT8, INT16, INT32 -> (int) vector.getLong(row);
      case INT64 -> vector.getLong(row);
      case DECIMAL -> vector.getDecimal(row);
      case FLOAT32 -> (float) vector.getDouble(row);
      case FLOAT64 -> vector.getDouble(row);
      case CHAR, VARCHAR -> text(row);
      case BINARY, VARBINARY -> vector.getBytes(row);
      case DATE -> getDate(row, ZoneId.systemDefault());
      case TIME -> getTime(row, ZoneId.systemDefault());
      case TIMESTAMP -> getTimestamp(row, ZoneId.systemDefault());
      case TIMESTAMP_LTZ -> getInstant(row).atZone(zone).toOffsetDateTime();
      case INTERVAL -> CellReader.interval(vector, row);
      case UUID -> getUuid(row);
      case LIST -> getArray(row);
      case STRUCT -> getStruct(row);
      case MAP -> getMap(row);
    };
  }

  /** The elements of a list, as {@link #getObject} gives values of their type. */
  ListArray getArray(int row) throws SQLException {
    if (kind() != TypeKind.LIST) {
      throw mismatch("Array");
    }
    DataType element = vector.type().elementType();
    ListReader list = new ListReader(element).reset(vector, row);
    ValueReader reader = new ValueReader(ResultColumn.of(column.label(), element), ordinal, zone);
    Object[] values = new Object[Math.toIntExact(list.count())];
    for (int i = 0; i < values.length; i++) {
      list.next();
      list.read(reader.vector);
      values[i] = reader.isNull(0) ? null : reader.getObject(0);
    }
    return new ListArray(element, values);
  }

  /** The fields of a struct, as {@link #getObject} gives values of their type. */
  StructValue getStruct(int row) throws SQLException {
    require(TypeKind.STRUCT, "Struct");
    FieldReader[] fields = FieldReader.ofAll(vector.type());
    Object[] values = new Object[fields.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = inside(vector.type().fields().get(i).type(), fields[i].reset(vector, row));
    }
    return new StructValue(vector.type(), values);
  }

  /** The entries of a map in their order. */
  private Map<Object, Object> getMap(int row) throws SQLException {
    require(TypeKind.MAP, "Map");
    DataType entry = vector.type().elementType();
    ListReader entries = new ListReader(entry).reset(vector, row);
    Map<Object, Object> values = new LinkedHashMap<>();
    while (entries.next()) {
      Object[] parts = ((StructValue) inside(entry, entries)).getAttributes();
      values.put(parts[0], parts[1]);
    }
    return Collections.unmodifiableMap(values);
  }

  /** The value inside of a nested one that a reader is at; null for NULL. */
  private Object inside(DataType type, EncodedValue value) throws SQLException {
    ValueReader reader = new ValueReader(ResultColumn.of(column.label(), type), ordinal, zone);
    value.read(reader.vector);
    return reader.isNull(0) ? null : reader.getObject(0);
  }

  <T> T getObject(int row, Class<T> type) throws SQLException {
    Object value =
        switch (type.getName()) {
          case "java.lang.Object" -> getObject(row);
          case "java.lang.String" -> getString(row);
          case "java.sql.Array" -> getArray(row);
          case "java.sql.Struct" -> getStruct(row);
          case "java.util.Map" -> getMap(row);
          case "java.lang.Boolean" -> getBoolean(row);
          case "java.lang.Byte" -> (byte) getLong(row, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
          case "java.lang.Short" -> (short) getLong(row, Short.MIN_VALUE, Short.MAX_VALUE, "short");
          case "java.lang.Integer" ->
              (int) getLong(row, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
          case "java.lang.Long" -> getLong(row, Long.MIN_VALUE, Long.MAX_VALUE, "long");
          case "java.lang.Float" -> (float) getDouble(row);
          case "java.lang.Double" -> getDouble(row);
          case "java.math.BigDecimal", "java.lang.Number" -> getDecimal(row);
          case "java.math.BigInteger" -> toInteger(getDecimal(row));
          case "java.util.UUID" -> getUuid(row);
          case "[B" -> getBytes(row);
          case "java.time.LocalDate" -> getLocalDate(row);
          case "java.time.LocalTime" -> getLocalTime(row);
          case "java.time.LocalDateTime" -> getLocalDateTime(row);
          case "java.time.Instant" -> getInstant(row);
          case "java.time.OffsetDateTime" -> getInstant(row).atZone(zone).toOffsetDateTime();
          case "java.time.ZonedDateTime" -> getInstant(row).atZone(zone);
          case "java.time.Period" -> getPeriod(row);
          case "java.time.Duration" -> getDuration(row);
          case "java.sql.Date" -> getDate(row, ZoneId.systemDefault());
          case "java.sql.Time" -> getTime(row, ZoneId.systemDefault());
          case "java.sql.Timestamp", "java.util.Date" -> getTimestamp(row, ZoneId.systemDefault());
          default ->
              throw SqlErrors.of(
                  ErrorCode.NOT_SUPPORTED, describe() + " cannot be read as " + type.getName());
        };
    return type.cast(value);
  }

  private Period getPeriod(int row) throws SQLException {
    require(TypeKind.INTERVAL, "Period");
    Interval interval = CellReader.interval(vector, row);
    if (interval.micros() != 0) {
      throw overflow(interval.toString(), "Period");
    }
    return interval.toPeriod();
  }

  private Duration getDuration(int row) throws SQLException {
    require(TypeKind.INTERVAL, "Duration");
    Interval interval = CellReader.interval(vector, row);
    if (interval.months() != 0) {
      throw overflow(interval.toString(), "Duration");
    }
    return interval.toDuration();
  }

  private TypeKind kind() {
    return column.type().kind();
  }

  private String text(int row) {
    return strings.decode(vector, row);
  }

  private long toLong(BigDecimal value, String target) throws SQLException {
    if (value.compareTo(LONG_MIN) < 0 || value.compareTo(LONG_MAX) > 0) {
      throw overflow(value.toPlainString(), target);
    }
    return value.longValue();
  }

  private BigInteger toInteger(BigDecimal value) throws SQLException {
    try {
      return value.toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw overflow(value.toPlainString(), "BigInteger");
    }
  }

  private double parseDouble(String text) throws SQLException {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw badText(text, "double");
    }
  }

  private BigDecimal parseDecimal(String text) throws SQLException {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw badText(text, "number");
    }
  }

  private <T> T parse(int row, String target, TemporalText.Parser<T> parser) throws SQLException {
    String text = text(row);
    try {
      return parser.parse(text.strip());
    } catch (java.time.DateTimeException e) {
      throw badText(text, target);
    }
  }

  private void require(TypeKind kind, String target) throws SQLException {
    if (kind() != kind) {
      throw mismatch(target);
    }
  }

  private SQLException mismatch(String target) {
    return SqlErrors.of(ErrorCode.TYPE_MISMATCH, describe() + " cannot be read as " + target);
  }

  private SQLException overflow(String value, String target) {
    return SqlErrors.of(
        ErrorCode.NUMERIC_OVERFLOW,
        describe() + " has the value " + value + ", which does not fit " + target);
  }

  private SQLException badText(String text, String target) {
    return SqlErrors.of(
        ErrorCode.INVALID_CAST,
        describe() + " has the value '" + text + "', which is no " + target);
  }

  private String describe() {
    DataType type = column.type();
    return "column " + ordinal + " (" + column.label() + " " + type + ")";
  }

  /** Returns the zone in which a JDBC call without a calendar reads its fields. */
  static ZoneId zoneOf(java.util.Calendar calendar) {
    return calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
  }
}
