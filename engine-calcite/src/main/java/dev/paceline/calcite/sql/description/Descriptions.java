package dev.paceline.calcite.sql.description;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.function.TypeOfOperator;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.DescribeStatement;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.ColumnValue;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** DESCRIBE of tables and queries: a row for each column, with its type. */
public final class Descriptions {
  private Descriptions() {}

  /**
   * Returns the text of a query whose rows are the description. As in DuckDB, it says of all
   * columns of queries that they may be NULL.
   *
   * @param rowType the columns of the table or query that is described
   * @param table the table that is described; null for files, views and queries
   * @throws PacelineException UNKNOWN_COLUMN if DESCRIBE names a column that does not exist
   */
  public static String rows(
      DescribeStatement describe, RelDataType rowType, @Nullable TableDefinition table) {
    SqlIdentifier column = describe.column();
    List<String> rows = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      if (column == null || column.getSimple().equalsIgnoreCase(field.getName())) {
        ColumnDefinition stored = table == null ? null : table.columns().get(field.getIndex());
        ColumnValue value = stored == null || stored.isGenerated() ? null : stored.value();
        rows.add(
            "(%s, %s, %s, '%s', %s)"
                .formatted(
                    field.getIndex(),
                    quoted(field.getName()),
                    quoted(
                        stored == null
                            ? TypeOfOperator.name(field.getType())
                            : typeName(field.getType())),
                    describe.table() == null || field.getType().isNullable() ? "YES" : "NO",
                    value == null ? "CAST(NULL AS VARCHAR)" : quoted(value.expression())));
      }
    }
    if (rows.isEmpty()) {
      throw new PacelineException(ErrorCode.UNKNOWN_COLUMN, "there is no column " + column);
    }
    return "SELECT column_name, column_type, \"null\", CAST(NULL AS VARCHAR) AS \"key\","
        + " \"default\", CAST(NULL AS VARCHAR) AS extra FROM (VALUES "
        + String.join(", ", rows)
        + ") AS d (place, column_name, column_type, \"null\", \"default\") ORDER BY place";
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

  /** The name of a type as DuckDB writes it, with the length of strings. */
  static String typeName(RelDataType type) {
    boolean limited =
        SqlTypeName.CHAR_TYPES.contains(type.getSqlTypeName())
            && type.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED;
    return limited ? type.toString() : TypeOfOperator.name(type);
  }

  static String quoted(Object text) {
    return "CAST('" + text.toString().replace("'", "''") + "' AS VARCHAR)";
  }
}
