package dev.paceline.calcite.session;

import dev.paceline.core.type.DataType;

/**
 * One column of a result.
 *
 * @param label what the statement calls it
 * @param schema of the table that it comes from; empty for expressions
 * @param table that it comes from; empty for expressions
 * @param column its name there; the label for expressions
 */
public record ResultColumn(
    String label, String schema, String table, String column, DataType type, boolean nullable) {
  /** A column that comes from no table and may be NULL. */
  public static ResultColumn of(String label, DataType type) {
    return new ResultColumn(label, "", "", label, type, true);
  }
}
