package dev.paceline.calcite.result;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.session.ResultColumn;
import dev.paceline.calcite.session.value.CellReader;
import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringDecoder;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.list.FieldReader;
import dev.paceline.core.expr.list.ListReader;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.StructField;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import dev.paceline.result.ResultVector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Shows the vectors of one column of a result, one after the other. Not thread-safe. */
final class VectorView implements ResultVector {
  private final ResultColumn column;
  private final TypeKind kind;
  private final StringDecoder strings = new StringDecoder();
  private ColumnVector vector;
  private int rowCount;

  VectorView(ResultColumn column) {
    this.column = column;
    this.kind = column.type().kind();
    this.vector = new ColumnVector(column.type());
  }

  void show(ColumnVector next, int rows) {
    vector = next;
    rowCount = rows;
  }

  @Override
  public boolean isNull(int row) {
    Objects.checkIndex(row, rowCount);
    return vector.isNull(row);
  }

  @Override
  public boolean mayHaveNulls() {
    return vector.mayHaveNulls();
  }

  @Override
  public boolean getBoolean(int row) {
    require(row, kind == TypeKind.BOOLEAN, "boolean");
    return vector.getBoolean(row);
  }

  @Override
  public long getLong(int row) {
    require(row, isInteger(), "long");
    return vector.getLong(row);
  }

  @Override
  public double getDouble(int row) {
    Objects.checkIndex(row, rowCount);
    return switch (kind) {
      case FLOAT32, FLOAT64 -> vector.getDouble(row);
      case INT8, INT16, INT32, INT64 -> vector.getLong(row);
      case DECIMAL -> vector.getDecimal(row).doubleValue();
      default -> throw mismatch("double");
    };
  }

  @Override
  public BigDecimal getBigDecimal(int row) {
    require(row, kind == TypeKind.DECIMAL || isInteger(), "BigDecimal");
    return kind == TypeKind.DECIMAL
        ? vector.getDecimal(row)
        : BigDecimal.valueOf(vector.getLong(row));
  }

  @Override
  public String getString(int row) {
    require(row, TypeNames.isText(column.type()), "String");
    return strings.decode(vector, row);
  }

  @Override
  public byte[] getBytes(int row) {
    require(row, column.type().family() == TypeFamily.BYTES, "byte[]");
    return vector.getBytes(row);
  }

  @Override
  public LocalDate getLocalDate(int row) {
    require(row, kind == TypeKind.DATE, "LocalDate");
    return LocalDate.ofEpochDay(vector.getLong(row));
  }

  @Override
  public LocalTime getLocalTime(int row) {
    require(row, kind == TypeKind.TIME, "LocalTime");
    return Micros.toLocalTime(vector.getLong(row));
  }

  @Override
  public LocalDateTime getLocalDateTime(int row) {
    require(row, kind == TypeKind.TIMESTAMP, "LocalDateTime");
    return Micros.toLocalDateTime(vector.getLong(row));
  }

  @Override
  public Instant getInstant(int row) {
    require(row, kind == TypeKind.TIMESTAMP_LTZ, "Instant");
    return Micros.toInstant(vector.getLong(row));
  }

  @Override
  public @Nullable Object getObject(int row) {
    if (isNull(row)) {
      return null;
    }
    return switch (kind) {
      case BOOLEAN -> vector.getBoolean(row);
      case INT8, INT16, INT32 -> (int) vector.getLong(row);
      case INT64 -> vector.getLong(row);
      case DECIMAL -> vector.getDecimal(row);
      case FLOAT32 -> (float) vector.getDouble(row);
      case FLOAT64 -> vector.getDouble(row);
      case CHAR, VARCHAR -> getString(row);
      case BINARY, VARBINARY -> vector.getBytes(row);
      case DATE -> getLocalDate(row);
      case TIME -> getLocalTime(row);
      case TIMESTAMP -> getLocalDateTime(row);
      case TIMESTAMP_LTZ -> getInstant(row);
      case UUID -> UuidText.of(vector.getBytes(row));
      case INTERVAL -> CellReader.interval(vector, row);
      case LIST -> getList(row);
      case STRUCT -> getStruct(row);
      case MAP -> getMap(row);
    };
  }

  private List<@Nullable Object> getList(int row) {
    DataType type = vector.type().elementType();
    ListReader list = new ListReader(type).reset(vector, row);
    VectorView element = inside(type);
    List<@Nullable Object> values = new ArrayList<>();
    while (list.next()) {
      list.read(element.vector);
      values.add(element.getObject(0));
    }
    return Collections.unmodifiableList(values);
  }

  private VectorView inside(DataType type) {
    VectorView view = new VectorView(ResultColumn.of(column.label(), type));
    view.show(view.vector, 1);
    return view;
  }

  /** The values of the fields by their names, or as a list if they have none. */
  private Object getStruct(int row) {
    DataType type = vector.type();
    FieldReader[] fields = FieldReader.ofAll(type);
    Map<String, @Nullable Object> byName = new LinkedHashMap<>();
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < fields.length; i++) {
      StructField field = type.fields().get(i);
      VectorView view = inside(field.type());
      fields[i].reset(vector, row).read(view.vector);
      values.add(view.getObject(0));
      byName.put(field.name(), values.getLast());
    }
    return type.hasNames()
        ? Collections.unmodifiableMap(byName)
        : Collections.unmodifiableList(values);
  }

  private Map<Object, @Nullable Object> getMap(int row) {
    DataType type = vector.type();
    ListReader entries = new ListReader(type.elementType()).reset(vector, row);
    VectorView entry = inside(type.elementType());
    FieldReader[] fields = FieldReader.ofAll(type.elementType());
    VectorView key = inside(type.keyType());
    VectorView value = inside(type.valueType());
    Map<Object, @Nullable Object> values = new LinkedHashMap<>();
    while (entries.next()) {
      entries.read(entry.vector);
      fields[0].reset(entry.vector, 0).read(key.vector);
      fields[1].reset(entry.vector, 0).read(value.vector);
      values.put(requireNonNull(key.getObject(0)), value.getObject(0));
    }
    return Collections.unmodifiableMap(values);
  }

  @Override
  public void copyLongs(int row, long[] target, int position, int count) {
    checkRange(row, count, target.length, position);
    if (!isInteger()) {
      throw mismatch("long");
    }
    if (vector.isPlainLong()) {
      copy(ValueLayout.JAVA_LONG_UNALIGNED, row, target, position, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      target[position + i] = vector.getLong(row + i);
    }
  }

  @Override
  public void copyDoubles(int row, double[] target, int position, int count) {
    checkRange(row, count, target.length, position);
    if (column.type().family() == TypeFamily.FLOATING && !vector.isConstant()) {
      copy(ValueLayout.JAVA_DOUBLE_UNALIGNED, row, target, position, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      target[position + i] = vector.isNull(row + i) ? 0 : getDouble(row + i);
    }
  }

  private void copy(ValueLayout lane, int row, Object target, int position, int count) {
    MemorySegment.copy(
        vector.data(), lane, vector.offset() + row * lane.byteSize(), target, position, count);
  }

  @Override
  public void copyNulls(int row, boolean[] target, int position, int count) {
    checkRange(row, count, target.length, position);
    for (int i = 0; i < count; i++) {
      target[position + i] = vector.isNull(row + i);
    }
  }

  private void checkRange(int row, int count, int length, int position) {
    Objects.checkFromIndexSize(row, count, rowCount);
    Objects.checkFromIndexSize(position, count, length);
  }

  private boolean isInteger() {
    return switch (kind) {
      case INT8, INT16, INT32, INT64 -> true;
      default -> false;
    };
  }

  private void require(int row, boolean fits, String target) {
    Objects.checkIndex(row, rowCount);
    if (!fits) {
      throw mismatch(target);
    }
  }

  private PacelineException mismatch(String target) {
    DataType type = column.type();
    return new PacelineException(
        ErrorCode.TYPE_MISMATCH,
        "column "
            + column.label()
            + " is "
            + TypeNames.typeName(type)
            + " and cannot be read as "
            + target
            + "; getObject() takes every type");
  }
}
