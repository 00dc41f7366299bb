package dev.paceline.calcite.jdbc;

import dev.paceline.calcite.session.ResultColumn;
import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.type.DataType;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** Says what the columns of a result are. */
final class PacelineResultSetMetaData implements ResultSetMetaData, SelfWrapper {
  private final List<ResultColumn> columns;

  PacelineResultSetMetaData(List<ResultColumn> columns) {
    this.columns = columns;
  }

  private ResultColumn column(int index) throws SQLException {
    if (index < 1 || index > columns.size()) {
      throw SqlErrors.invalid(
          "there is no column " + index + ": the result has " + columns.size() + " columns");
    }
    return columns.get(index - 1);
  }

  private DataType type(int index) throws SQLException {
    return column(index).type();
  }

  @Override
  public int getColumnCount() {
    return columns.size();
  }

  @Override
  public boolean isAutoIncrement(int index) throws SQLException {
    column(index);
    return false;
  }

  @Override
  public boolean isCaseSensitive(int index) throws SQLException {
    return TypeNames.isText(type(index));
  }

  @Override
  public boolean isSearchable(int index) throws SQLException {
    column(index);
    return true;
  }

  @Override
  public boolean isCurrency(int index) throws SQLException {
    column(index);
    return false;
  }

  @Override
  public int isNullable(int index) throws SQLException {
    return column(index).nullable() ? columnNullable : columnNoNulls;
  }

  @Override
  public boolean isSigned(int index) throws SQLException {
    return TypeNames.isNumeric(type(index));
  }

  @Override
  public int getColumnDisplaySize(int index) throws SQLException {
    return TypeNames.displaySize(type(index));
  }

  @Override
  public String getColumnLabel(int index) throws SQLException {
    return column(index).label();
  }

  @Override
  public String getColumnName(int index) throws SQLException {
    return column(index).column();
  }

  @Override
  public String getSchemaName(int index) throws SQLException {
    return column(index).schema();
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
  public String getTableName(int index) throws SQLException {
    return column(index).table();
  }

  @Override
  public String getCatalogName(int index) throws SQLException {
    column(index);
    return "";
  }

  @Override
  public int getColumnType(int index) throws SQLException {
    return TypeNames.jdbcType(type(index));
  }

  @Override
  public String getColumnTypeName(int index) throws SQLException {
    return TypeNames.typeName(type(index));
  }

  @Override
  public boolean isReadOnly(int index) throws SQLException {
    column(index);
    return true;
  }

  @Override
  public boolean isWritable(int index) throws SQLException {
    column(index);
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int index) throws SQLException {
    return isWritable(index);
  }

  @Override
  public String getColumnClassName(int index) throws SQLException {
    return TypeNames.className(type(index));
  }
}
