package dev.paceline.calcite.jdbc;

import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.type.DataType;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;

/** Says what the parameters of a statement are. */
final class PacelineParameterMetaData implements ParameterMetaData, SelfWrapper {
  private final List<DataType> types;

  PacelineParameterMetaData(List<DataType> types) {
    this.types = types;
  }

  private DataType type(int index) throws SQLException {
    if (index < 1 || index > types.size()) {
      throw SqlErrors.invalid(
          "there is no parameter " + index + ": the statement has " + types.size());
    }
    return types.get(index - 1);
  }

  @Override
  public int getParameterCount() {
    return types.size();
  }

  @Override
  public int isNullable(int index) throws SQLException {
    type(index);
    return parameterNullable;
  }

  @Override
  public boolean isSigned(int index) throws SQLException {
    return TypeNames.isNumeric(type(index));
  }

  @Override
  public int getPrecision(int index) throws SQLException {
    return TypeNames.precision(type(index));
  }

  @Override
  public int getScale(int index) throws SQLException {
    return TypeNames.scale(type(index));
  }

  @Override
  public int getParameterType(int index) throws SQLException {
    return TypeNames.jdbcType(type(index));
  }

  @Override
  public String getParameterTypeName(int index) throws SQLException {
    return TypeNames.typeName(type(index));
  }

  @Override
  public String getParameterClassName(int index) throws SQLException {
    return TypeNames.className(type(index));
  }

  @Override
  public int getParameterMode(int index) throws SQLException {
    type(index);
    return parameterModeIn;
  }
}
