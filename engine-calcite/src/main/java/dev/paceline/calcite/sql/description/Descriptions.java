package dev.paceline.calcite.sql.description;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.DescribeStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.type.SqlTypeName;

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
            "(%s, %s, %s, '%s')"
                .formatted(
                    field.getIndex(),
                    quoted(field.getName()),
                    quoted(typeName(field.getType())),
                    nullable));
      }
    }
    if (rows.isEmpty()) {
      throw new PacelineException(ErrorCode.UNKNOWN_COLUMN, "there is no column " + column);
    }
    return "SELECT column_name, column_type, \"null\" FROM (VALUES "
        + String.join(", ", rows)
        + ") AS d (place, column_name, column_type, \"null\") ORDER BY place";
  }

  /**
   * Returns a query for the names of the tables and views of the current schema, and temporary
   * ones.
   */
  public static String tables(SessionCatalog session) {
    Catalog temporary = session.temporary();
    List<String> names = new ArrayList<>(temporary.tableNames(Catalog.SCHEMA));
    temporary.views().forEach(view -> names.add(view.name()));
    String added =
        names.stream()
            .map(name -> " UNION ALL VALUES (" + quoted(name) + ")")
            .collect(Collectors.joining());
    return "SELECT table_name AS \"name\" FROM information_schema.tables WHERE table_schema = "
        + quoted(session.schema())
        + added
        + " ORDER BY \"name\"";
  }

  /** Returns a query for PRAGMA table_info: a row for each column of a table, as in SQLite. */
  public static String tableInfo(RelDataType rowType) {
    return rowType.getFieldList().stream()
        .map(
            field ->
                "(%s, %s, %s, %s, CAST(NULL AS VARCHAR), FALSE)"
                    .formatted(
                        field.getIndex(),
                        quoted(field.getName()),
                        quoted(typeName(field.getType())),
                        !field.getType().isNullable()))
        .collect(
            Collectors.joining(
                ", ",
                "SELECT * FROM (VALUES ",
                ") AS i (\"cid\", \"name\", \"type\", \"notnull\", \"dflt_value\", \"pk\")"
                    + " ORDER BY \"cid\""));
  }

  /** The name of a type as a cast has it. Times have no other precision than microseconds. */
  static String typeName(RelDataType type) {
    boolean nested =
        type.isStruct() || type.getComponentType() != null || type.getKeyType() != null;
    boolean time =
        type.getSqlTypeName() == SqlTypeName.TIME || type.getSqlTypeName() == SqlTypeName.TIMESTAMP;
    return nested || time ? TypeMapping.toDataType(type).toString() : type.toString();
  }

  static String quoted(Object text) {
    return "CAST('" + text.toString().replace("'", "''") + "' AS VARCHAR)";
  }
}
