package dev.paceline.calcite.sql.description;

import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** SUMMARIZE of tables and queries: a row for each column, with figures about its values. */
public final class Summaries {
  private static final String NONE = "CAST(NULL AS VARCHAR)";

  private Summaries() {}

  /**
   * Returns the query that gives the rows.
   *
   * @param source what stands in FROM: the name of a table or files, or a query in parentheses
   * @param rowType of its rows
   */
  public static String rows(String source, RelDataType rowType) {
    return rowType.getFieldList().stream()
        .map(Summaries::row)
        .collect(
            Collectors.joining(
                " UNION ALL ",
                "WITH summarized AS (SELECT * FROM "
                    + source
                    + ") SELECT column_name, column_type,"
                    + " \"min\", \"max\", approx_unique, \"avg\", std, q25, q50, q75, \"count\","
                    + " null_percentage FROM (",
                ") AS summaries ORDER BY place"));
  }

  private static String row(RelDataTypeField field) {
    String column = '"' + field.getName().replace("\"", "\"\"") + '"';
    RelDataType type = field.getType();
    boolean number = SqlTypeUtil.isNumeric(type);
    boolean time = SqlTypeUtil.isDatetime(type);
    boolean truth = type.getSqlTypeName() == SqlTypeName.BOOLEAN;
    boolean ordered = number || time || SqlTypeUtil.inCharFamily(type);
    return "SELECT %s AS place, %s AS column_name, %s AS column_type, "
            .formatted(
                field.getIndex(),
                Descriptions.quoted(field.getName()),
                Descriptions.quoted(Descriptions.typeName(type)))
        + (truth ? bound("bool_and", column) : ordered ? text("min", column) : NONE)
        + " AS \"min\", "
        + (truth ? bound("bool_or", column) : ordered ? text("max", column) : NONE)
        + " AS \"max\", count(DISTINCT "
        + column
        + ") AS approx_unique, "
        + (number ? "CAST(avg(CAST(" + column + " AS DOUBLE)) AS DOUBLE)" : "CAST(NULL AS DOUBLE)")
        + " AS \"avg\", "
        + (number ? "stddev_samp(CAST(" + column + " AS DOUBLE))" : "CAST(NULL AS DOUBLE)")
        + " AS std, "
        + quantile(column, "0.25", type)
        + " AS q25, "
        + quantile(column, "0.5", type)
        + " AS q50, "
        + quantile(column, "0.75", type)
        + " AS q75, count(*) AS \"count\", CAST(CASE WHEN count(*) = 0 THEN NULL ELSE (count(*) -"
        + " count("
        + column
        + ")) * 100.0 / count(*) END AS DECIMAL(9, 2)) AS null_percentage FROM summarized";
  }

  private static String bound(String aggregate, String column) {
    return "lower(" + text(aggregate, column) + ")";
  }

  private static String text(String aggregate, String column) {
    return "CAST(" + aggregate + "(" + column + ") AS VARCHAR)";
  }

  private static String quantile(String column, String fraction, RelDataType type) {
    if (SqlTypeUtil.isNumeric(type)) {
      return "CAST(quantile_cont(" + column + ", " + fraction + ") AS VARCHAR)";
    }
    return SqlTypeUtil.isDatetime(type) && type.getSqlTypeName() != SqlTypeName.TIME
        ? "CAST(quantile_disc(" + column + ", " + fraction + ") AS VARCHAR)"
        : NONE;
  }
}
