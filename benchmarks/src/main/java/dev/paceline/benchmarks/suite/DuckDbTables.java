package dev.paceline.benchmarks.suite;

import dev.paceline.storage.load.GeneratedTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The tables of a suite in DuckDB: made by the same generator as ours but by another way, as text
 * through DuckDB's COPY.
 */
public final class DuckDbTables {
  private static final String IN_MEMORY = "jdbc:duckdb:";

  private DuckDbTables() {}

  /** A new database in memory with the data of a scale. The caller closes it. */
  public static Connection inMemory(QuerySuite suite, double scale) throws SQLException {
    Connection connection = DriverManager.getConnection(IN_MEMORY);
    load(connection, suite, scale);
    return connection;
  }

  /** A new database in memory, copied from {@link #file}. The caller closes it. */
  public static Connection copiedToMemory(QuerySuite suite, Path cache, double scale)
      throws SQLException, IOException {
    Path file = file(suite, cache, scale);
    Connection connection = DriverManager.getConnection(IN_MEMORY);
    try (Statement statement = connection.createStatement()) {
      statement.execute("attach '" + file + "' as stored (read_only)");
      statement.execute("copy from database stored to memory");
      statement.execute("detach stored");
    }
    return connection;
  }

  /** A connection to {@link #file}. The caller closes it. */
  public static Connection inFile(QuerySuite suite, Path cache, double scale)
      throws SQLException, IOException {
    return DriverManager.getConnection(IN_MEMORY + file(suite, cache, scale));
  }

  /**
   * A database file with the data of a scale, made on first use and found again later.
   *
   * @param cache folder for such files
   */
  public static Path file(QuerySuite suite, Path cache, double scale)
      throws SQLException, IOException {
    Path file = cache.resolve(suite.tablesName() + "-" + scale + ".duckdb");
    if (!Files.exists(file)) {
      Files.createDirectories(cache);
      Path unfinished = cache.resolve(file.getFileName() + "." + ProcessHandle.current().pid());
      try (Connection connection = DriverManager.getConnection(IN_MEMORY + unfinished)) {
        load(connection, suite, scale);
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return file;
  }

  private static void load(Connection connection, QuerySuite suite, double scale)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String table : suite.duckDbSchema()) {
        statement.execute(table);
      }
      for (GeneratedTable table : suite.dataSet().tables()) {
        String name = table.definition().name();
        Path text = Files.createTempFile(suite.tablesName() + "-" + name, ".tbl");
        try {
          try (BufferedWriter writer = Files.newBufferedWriter(text, StandardCharsets.UTF_8)) {
            suite.writeText(table, scale, writer);
          }
          statement.execute(
              "copy "
                  + name
                  + " from '"
                  + text
                  + "' (delimiter '|', header false, quote '', escape '', nullstr '"
                  + TextRows.NULL
                  + "')");
        } finally {
          Files.delete(text);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the text of the tables", e);
    }
  }
}
