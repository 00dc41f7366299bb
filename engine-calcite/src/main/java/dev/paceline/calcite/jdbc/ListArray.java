package dev.paceline.calcite.jdbc;

import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.type.DataType;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;

/** A list as JDBC has it: a copy, which stays valid. Nested lists are such arrays, too. */
final class ListArray implements Array {
  private final DataType element;
  private final Object[] values;

  /**
   * @param values with null for NULL
   */
  ListArray(DataType element, Object[] values) {
    this.element = element;
    this.values = values;
  }

  @Override
  public String getBaseTypeName() {
    return TypeNames.typeName(element);
  }

  @Override
  public int getBaseType() {
    return TypeNames.jdbcType(element);
  }

  @Override
  public Object[] getArray() {
    return values.clone();
  }

  @Override
  public Object[] getArray(Map<String, Class<?>> map) throws SQLException {
    SqlErrors.requireNoTypeMap(map);
    return getArray();
  }

  @Override
  public Object[] getArray(long index, int count) throws SQLException {
    if (index < 1 || count < 0 || index > values.length + 1) {
      throw SqlErrors.of(
          ErrorCode.INVALID_ARGUMENT,
          "the array has %d elements; elements from number %d do not exist"
              .formatted(values.length, index));
    }
    int from = (int) index - 1;
    return Arrays.copyOfRange(values, from, (int) Math.min(values.length, (long) from + count));
  }

  @Override
  public Object[] getArray(long index, int count, Map<String, Class<?>> map) throws SQLException {
    SqlErrors.requireNoTypeMap(map);
    return getArray(index, count);
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    throw SqlErrors.notSupported("the result set of an Array");
  }

  @Override
  public ResultSet getResultSet(Map<String, Class<?>> map) throws SQLException {
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count, Map<String, Class<?>> map)
      throws SQLException {
    return getResultSet();
  }

  @Override
  public void free() {
    // holds nothing
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ListArray array
        && element.equals(array.element)
        && Arrays.equals(values, array.values);
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
