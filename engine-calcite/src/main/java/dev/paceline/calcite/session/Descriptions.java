package dev.paceline.calcite.session;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDescribeTable;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/** DESCRIBE of tables and queries: a row for each column, with its type. */
final class Descriptions {
  private Descriptions() {}

  /** The query that DESCRIBE is about: all columns of a table, or the query itself. */
  static SqlNode described(SqlNode describe) {
    if (!(describe instanceof SqlDescribeTable table)) {
      SqlNode query = ((SqlCall) describe).operand(0);
      return query;
    }
    SqlParserPos position = table.getParserPosition();
    return new SqlSelect(
        position,
        SqlNodeList.EMPTY,
        SqlNodeList.of(SqlIdentifier.star(position)),
        table.getTable(),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /**
   * The query that gives the rows.
   *
   * @param rowType of what is described
   * @throws PacelineException UNKNOWN_COLUMN if DESCRIBE names a column that there is not
   */
  static String rows(SqlNode describe, RelDataType rowType) {
    SqlIdentifier column = describe instanceof SqlDescribeTable table ? table.getColumn() : null;
    List<String> rows = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      if (column == null || column.getSimple().equalsIgnoreCase(field.getName())) {
        String nullable = field.getType().isNullable() ? "YES" : "NO";
        rows.add(
            "(%d, %s, %s, '%s')"
                .formatted(
                    field.getIndex(), quoted(field.getName()), quoted(field.getType()), nullable));
      }
    }
    if (rows.isEmpty()) {
      throw new PacelineException(ErrorCode.UNKNOWN_COLUMN, "there is no column " + column);
    }
    return "SELECT column_name, column_type, \"null\" FROM (VALUES "
        + String.join(", ", rows)
        + ") AS d (place, column_name, column_type, \"null\") ORDER BY place";
  }

  private static String quoted(Object text) {
    return "CAST('" + text.toString().replace("'", "''") + "' AS VARCHAR)";
  }
}
