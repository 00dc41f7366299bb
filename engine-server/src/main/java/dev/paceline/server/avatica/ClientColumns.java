package dev.paceline.server.avatica;

import java.sql.Types;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;

/**
 * The columns of results as Avatica's clients get them: of types that those cannot read (intervals,
 * instants, nested values) they get the text, in a column of type VARCHAR that keeps the name of
 * the type.
 */
final class ClientColumns {
  private ClientColumns() {}

  /** Whether values of a type of {@link Types} are sent as their text. */
  static boolean isText(int type) {
    return switch (type) {
      case Types.TIMESTAMP_WITH_TIMEZONE,
          Types.OTHER,
          Types.ARRAY,
          Types.STRUCT,
          Types.JAVA_OBJECT ->
          true;
      default -> false;
    };
  }

  /** A column as the client shall see it. */
  static ColumnMetaData of(ColumnMetaData column) {
    if (!isText(column.type.id)) {
      return column;
    }
    return new ColumnMetaData(
        column.ordinal,
        column.autoIncrement,
        column.caseSensitive,
        column.searchable,
        column.currency,
        column.nullable,
        column.signed,
        column.displaySize,
        column.label,
        column.columnName,
        column.schemaName,
        column.precision,
        column.scale,
        column.tableName,
        column.catalogName,
        ColumnMetaData.scalar(Types.VARCHAR, column.type.name, Rep.STRING),
        column.readOnly,
        column.writable,
        column.definitelyWritable,
        String.class.getName());
  }
}
