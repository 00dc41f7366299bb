package dev.paceline.benchmarks.suite;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.datasets.GeneratedTable;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;

/**
 * The tables of a suite in DuckDB. DuckDB reads the rows of the generator as text, by COPY, so that
 * they do not pass through Paceline's loader. Callers close connections.
 */
public final class DuckDbTables {
  private static final String URL = "jdbc:duckdb:";

  private DuckDbTables() {}

  /** Opens a new database in memory. */
  public static Connection inMemory() throws SQLException {
    return open(URL);
  }

  /** Opens a new database in memory with the tables of a suite. */
  public static Connection inMemory(QuerySuite suite, double scale) throws SQLException {
    Connection connection = inMemory();
    load(connection, suite, scale);
    return connection;
  }

  /** Opens a database file, which is made if it is missing. */
  public static Connection open(Path file) throws SQLException {
    return open(URL + file);
  }

  /** The quotient of integers is an integer, as in the SQL standard. */
  private static Connection open(String url) throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement()) {
      statement.execute("set integer_division = true");
    }
    return connection;
  }

  /** Creates an empty table. */
  public static void create(Connection connection, TableDefinition table) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          table.columns().stream()
              .map(DuckDbTables::column)
              .collect(Collectors.joining(", ", "create table " + table.name() + " (", ")")));
    }
  }

  private static String column(ColumnDefinition column) {
    DataType type = column.type();
    String name =
        switch (type.kind()) {
          case INT32 -> "integer";
          case INT64 -> "bigint";
          default -> type.family() == TypeFamily.BYTES ? "varchar" : type.toString();
        };
    return column.name() + " " + name + (column.nullable() ? "" : " not null");
  }

  /** Creates and fills the tables of a suite. */
  public static void load(Connection connection, QuerySuite suite, double scale)
      throws SQLException {
    try {
      for (GeneratedTable table : suite.dataSet().tables()) {
        Path text = Files.createTempFile(suite.tablesName() + "-" + name(table), ".tbl");
        try {
          fill(connection, suite, table, scale, text);
        } finally {
          Files.delete(text);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the text of the tables", e);
    }
  }

  /**
   * Creates and fills the tables of a suite, and keeps their text.
   *
   * @param folder that has a file {@code TABLE.tbl} for each table afterwards
   */
  public static void load(Connection connection, QuerySuite suite, double scale, Path folder)
      throws SQLException {
    try {
      for (GeneratedTable table : suite.dataSet().tables()) {
        fill(connection, suite, table, scale, folder.resolve(name(table) + ".tbl"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the text of the tables to " + folder, e);
    }
  }

  private static String name(GeneratedTable table) {
    return table.definition().name();
  }

  private static void fill(
      Connection connection, QuerySuite suite, GeneratedTable table, double scale, Path text)
      throws SQLException, IOException {
    create(connection, table.definition());
    try (BufferedWriter writer = Files.newBufferedWriter(text, UTF_8)) {
      suite.writeText(table, scale, writer);
    }
    copy(connection, name(table), text);
  }

  private static void copy(Connection connection, String table, Path text) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "copy %s from '%s' (delimiter '|', header false, quote '', escape '', nullstr '%s')"
              .formatted(table, text, TextRows.NULL));
    }
  }
}
