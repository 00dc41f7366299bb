package dev.paceline.calcite.jdbc;

import dev.paceline.core.type.DataType;
import java.sql.SQLException;
import java.sql.Struct;
import java.util.Arrays;
import java.util.Map;

/** A struct for JDBC: a copy that stays valid. Structs inside it are copies, too. */
final class StructValue implements Struct {
  private final DataType type;
  private final Object[] values;

  /**
   * @param values of the fields in their order, with null for NULL
   */
  StructValue(DataType type, Object[] values) {
    this.type = type;
    this.values = values;
  }

  /** Returns the type with its fields, {@code STRUCT(a INTEGER)}. */
  @Override
  public String getSQLTypeName() {
    return type.toString();
  }

  @Override
  public Object[] getAttributes() {
    return values.clone();
  }

  @Override
  public Object[] getAttributes(Map<String, Class<?>> map) throws SQLException {
    SqlErrors.requireNoTypeMap(map);
    return getAttributes();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StructValue struct
        && type.equals(struct.type)
        && Arrays.equals(values, struct.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
