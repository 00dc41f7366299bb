package dev.paceline.server.avatica;

import java.sql.Types;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;

/**
 * The columns of results as Avatica's clients get them: of types that those cannot read (intervals,
 * instants, nested values) they get the text, in a column of type VARCHAR that keeps the name of
 * the type. The precision of times is the number of digits of the fraction of a second.
 */
final class ClientColumns {
  /** Clients write as many digits of the fraction of a second as the precision: they get three. */
  private static final int FRACTION_DIGITS = 3;

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
    boolean text = isText(column.type.id);
    boolean time = column.type.id == Types.TIME || column.type.id == Types.TIMESTAMP;
    if (!text && !time) {
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
        time ? Math.min(FRACTION_DIGITS, column.precision) : column.precision,
        time ? Math.min(FRACTION_DIGITS, column.scale) : column.scale,
        column.tableName,
        column.catalogName,
        text ? ColumnMetaData.scalar(Types.VARCHAR, column.type.name, Rep.STRING) : column.type,
        column.readOnly,
        column.writable,
        column.definitelyWritable,
        text ? String.class.getName() : column.columnClassName);
  }
}
