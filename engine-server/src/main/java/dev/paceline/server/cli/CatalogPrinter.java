package dev.paceline.server.cli;

import java.io.PrintStream;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;

/** Prints the tables and columns of JDBC's metadata, one per line. */
final class CatalogPrinter {
  private CatalogPrinter() {}

  static void printTables(ResultSet tables, PrintStream out) throws SQLException {
    int count = 0;
    while (tables.next()) {
      String type = tables.getString("TABLE_TYPE");
      if ("TABLE".equals(type) || "VIEW".equals(type)) {
        String schema = tables.getString("TABLE_SCHEM");
        String name = tables.getString("TABLE_NAME");
        out.println(schema == null || schema.isEmpty() ? name : schema + "." + name);
        count++;
      }
    }
    if (count == 0) {
      out.println("There are no tables.");
    }
  }

  static void printColumns(String table, ResultSet columns, PrintStream out) throws SQLException {
    boolean isEmpty = true;
    while (columns.next()) {
      isEmpty = false;
      boolean required = columns.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls;
      out.println(
          Text.format(
                  "%-24s %-20s %s",
                  columns.getString("COLUMN_NAME"), type(columns), required ? "not null" : "")
              .stripTrailing());
    }
    if (isEmpty) {
      out.println("There is no table " + table + ".");
    }
  }

  /** The type with its length or digits, unless the name has them already. */
  private static String type(ResultSet columns) throws SQLException {
    String name = columns.getString("TYPE_NAME");
    int size = columns.getInt("COLUMN_SIZE");
    if (name.contains("(") || size <= 0) {
      return name;
    }
    return switch (columns.getInt("DATA_TYPE")) {
      case Types.DECIMAL, Types.NUMERIC ->
          name + "(" + size + "," + columns.getInt("DECIMAL_DIGITS") + ")";
      case Types.CHAR, Types.VARCHAR, Types.BINARY, Types.VARBINARY ->
          size == Integer.MAX_VALUE ? name : name + "(" + size + ")";
      default -> name;
    };
  }
}
