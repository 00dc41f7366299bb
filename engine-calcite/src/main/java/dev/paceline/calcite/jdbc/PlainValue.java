package dev.paceline.calcite.jdbc;

import dev.paceline.result.Interval;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Turns the objects that JDBC's users set into those that statements take. */
final class PlainValue {
  private PlainValue() {}

  /**
   * Returns a value as statements take it; collections, arrays and maps are copied.
   *
   * @throws SQLException NOT_SUPPORTED for objects of other classes
   */
  static @Nullable Object of(@Nullable Object value) throws SQLException {
    return switch (value) {
      case null -> null;
      case Byte number -> number.intValue();
      case Short number -> number.intValue();
      case Float number -> number.doubleValue();
      case BigInteger number -> new BigDecimal(number);
      case Character character -> character.toString();
      case byte[] bytes -> bytes.clone();
      case Date date -> SqlTimes.toLocal(date, ValueReader.zoneOf(null)).toLocalDate();
      case Time time -> SqlTimes.toLocal(time, ValueReader.zoneOf(null)).toLocalTime();
      case Timestamp timestamp -> SqlTimes.toLocal(timestamp, ValueReader.zoneOf(null));
      case java.util.Date date -> of(new Timestamp(date.getTime()));
      case OffsetDateTime instant -> instant.toInstant();
      case ZonedDateTime instant -> instant.toInstant();
      case Boolean _,
          Integer _,
          Long _,
          Double _,
          BigDecimal _,
          String _,
          LocalDate _,
          LocalTime _,
          LocalDateTime _,
          Instant _,
          UUID _,
          Interval _,
          Period _,
          Duration _ ->
          value;
      case Array array -> of(array.getArray());
      case Struct struct -> of(struct.getAttributes());
      case Collection<?> collection -> listOf(collection);
      case Object[] array -> listOf(Arrays.asList(array));
      case int[] array -> array.clone();
      case long[] array -> array.clone();
      case float[] array -> array.clone();
      case double[] array -> array.clone();
      case Map<?, ?> map -> mapOf(map);
      default ->
          throw SqlErrors.notSupported("a parameter of the class " + value.getClass().getName());
    };
  }

  private static List<@Nullable Object> listOf(Collection<?> values) throws SQLException {
    List<@Nullable Object> list = new ArrayList<>(values.size());
    for (Object value : values) {
      list.add(of(value));
    }
    return list;
  }

  private static Map<@Nullable Object, @Nullable Object> mapOf(Map<?, ?> values)
      throws SQLException {
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      map.put(of(entry.getKey()), of(entry.getValue()));
    }
    return map;
  }
}
