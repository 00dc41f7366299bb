package dev.paceline.calcite.sql;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.DescribeStatement;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlIdentifier;

/** DESCRIBE of tables and queries: a row for each column, with its type. */
public final class Descriptions {
  private Descriptions() {}

  /**
   * The query that gives the rows.
   *
   * @param rowType of what is described
   * @throws PacelineException UNKNOWN_COLUMN if DESCRIBE names a column that there is not
   */
  public static String rows(DescribeStatement describe, RelDataType rowType) {
    SqlIdentifier column = describe.column();
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
