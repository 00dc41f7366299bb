package dev.paceline.calcite.session.value;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.list.EncodedValue;
import dev.paceline.core.expr.list.FieldReader;
import dev.paceline.core.expr.list.ListReader;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import dev.paceline.result.Interval;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads single values of columns. */
public final class CellReader {
  private CellReader() {}

  /**
   * Returns a value as {@link dev.paceline.core.expr.Expressions#literal} takes it; null for NULL.
   */
  public static @Nullable Object literal(ColumnVector column, int row) {
    return !column.isNull(row) && column.type().isNested()
        ? column.getBytes(row)
        : column.getObject(row);
  }

  /**
   * Returns a value as {@link ValueConversion} takes it, with lists for lists and maps for structs
   * and maps; null for NULL.
   */
  public static @Nullable Object plain(ColumnVector column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    DataType type = column.type();
    return switch (type.kind()) {
      case DATE -> LocalDate.ofEpochDay(column.getLong(row));
      case TIME -> Micros.toLocalTime(column.getLong(row));
      case TIMESTAMP -> Micros.toLocalDateTime(column.getLong(row));
      case TIMESTAMP_LTZ -> Micros.toInstant(column.getLong(row));
      case INTERVAL -> interval(column, row);
      case LIST -> elements(new ListReader(type.elementType()).reset(column, row));
      case STRUCT -> fields(type, column, row);
      case MAP -> entries(new ListReader(type.elementType()).reset(column, row));
      default -> column.getObject(row);
    };
  }

  /** Returns the interval of a row that is not NULL. */
  public static Interval interval(ColumnVector column, int row) {
    long low = column.getLong(row);
    return new Interval(
        (int) IntervalFields.months(low),
        (int) IntervalFields.days(low),
        IntervalFields.micros(column.getHigh(row), low));
  }

  private static List<@Nullable Object> elements(ListReader list) {
    List<@Nullable Object> values = new ArrayList<>();
    while (list.next()) {
      values.add(inside(list));
    }
    return values;
  }

  private static Map<String, @Nullable Object> fields(DataType type, ColumnVector column, int row) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    FieldReader[] fields = FieldReader.ofAll(type);
    for (int i = 0; i < fields.length; i++) {
      values.put(type.fields().get(i).name(), inside(fields[i].reset(column, row)));
    }
    return values;
  }

  private static Map<@Nullable Object, @Nullable Object> entries(ListReader map) {
    Map<@Nullable Object, @Nullable Object> values = new LinkedHashMap<>();
    ColumnVector entry = new ColumnVector(map.type());
    FieldReader[] parts = FieldReader.ofAll(map.type());
    while (map.next()) {
      map.read(entry);
      values.put(inside(parts[0].reset(entry, 0)), inside(parts[1].reset(entry, 0)));
    }
    return values;
  }

  private static @Nullable Object inside(EncodedValue value) {
    ColumnVector constant = new ColumnVector(value.type());
    value.read(constant);
    return plain(constant, 0);
  }
}
