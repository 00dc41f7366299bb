package dev.paceline.calcite.runtime;

import dev.paceline.calcite.table.CalciteTimes;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.list.FieldReader;
import dev.paceline.core.expr.list.ListReader;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.UuidText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;

/** Turns one value of a vector into the object by which Calcite represents it. */
@FunctionalInterface
interface ObjectReader {
  /** Null for NULL. */
  Object read(ColumnVector column, int row);

  /** One reader a column. */
  static ObjectReader[] of(RelDataType rowType) {
    return rowType.getFieldList().stream()
        .map(RelDataTypeField::getType)
        .map(type -> nullable(notNull(type)))
        .toArray(ObjectReader[]::new);
  }

  private static ObjectReader nullable(ObjectReader reader) {
    return (column, row) -> column.isNull(row) ? null : reader.read(column, row);
  }

  private static ObjectReader notNull(RelDataType type) {
    return CalciteTimes.isMonths(type)
        ? (column, row) -> (int) IntervalFields.months(column.getLong(row))
        : notNull(TypeMapping.toDataType(type));
  }

  private static ObjectReader notNull(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> ColumnVector::getBoolean;
      case INT8 -> (column, row) -> (byte) column.getLong(row);
      case INT16 -> (column, row) -> (short) column.getLong(row);
      case INT32, DATE -> (column, row) -> (int) column.getLong(row);
      case INT64 -> ColumnVector::getLong;
      case TIME -> (column, row) -> (int) Micros.toMillis(column.getLong(row));
      case TIMESTAMP, TIMESTAMP_LTZ -> (column, row) -> Micros.toMillis(column.getLong(row));
      case INTERVAL ->
          (column, row) ->
              IntervalFields.length(column.getHigh(row), column.getLong(row)) / Micros.PER_MILLI;
      case DECIMAL -> ColumnVector::getDecimal;
      case FLOAT32 -> (column, row) -> (float) column.getDouble(row);
      case FLOAT64 -> ColumnVector::getDouble;
      case CHAR, VARCHAR ->
          (column, row) -> new String(column.getBytes(row), StandardCharsets.UTF_8);
      case BINARY, VARBINARY -> (column, row) -> new ByteString(column.getBytes(row));
      case UUID -> (column, row) -> UuidText.of(column.getBytes(row));
      case LIST -> list(type.elementType());
      case STRUCT -> struct(type);
      case MAP -> map(type);
    };
  }

  private static ObjectReader list(DataType type) {
    ObjectReader element = nullable(notNull(type));
    return (column, row) -> {
      ListReader list = new ListReader(type).reset(column, row);
      ColumnVector value = new ColumnVector(type);
      List<Object> values = new ArrayList<>();
      while (list.next()) {
        list.read(value);
        values.add(element.read(value, 0));
      }
      return values;
    };
  }

  /** Calcite has rows as arrays. */
  private static ObjectReader struct(DataType type) {
    return (column, row) -> {
      FieldReader[] fields = FieldReader.ofAll(type);
      Object[] values = new Object[fields.length];
      for (int i = 0; i < values.length; i++) {
        DataType fieldType = type.fields().get(i).type();
        ColumnVector value = new ColumnVector(fieldType);
        fields[i].reset(column, row).read(value);
        values[i] = nullable(notNull(fieldType)).read(value, 0);
      }
      return values;
    };
  }

  private static ObjectReader map(DataType type) {
    ObjectReader entries = list(type.elementType());
    return (column, row) -> {
      Map<Object, Object> values = new LinkedHashMap<>();
      for (Object entry : (List<?>) entries.read(column, row)) {
        values.put(((Object[]) entry)[0], ((Object[]) entry)[1]);
      }
      return values;
    };
  }
}
