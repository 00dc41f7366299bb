package dev.paceline.benchmarks.frame;

import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.server.cli.Console;
import dev.paceline.server.cli.GeneratedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/**
 * Databases of Paceline and of DuckDB that have the tables of a suite. Callers close connections.
 *
 * @param cache folder for databases, which later runs find again
 */
public record SuiteDatabases(QuerySuite suite, double scale, Path cache, Console console) {
  /** Makes a file or a folder. */
  @FunctionalInterface
  public interface Filling {
    /** Makes it at a place where there is nothing yet. */
    void fill(Path place) throws SQLException;
  }

  /** Returns the folder of Paceline's database, which is made on first use. */
  public Path folder() throws SQLException, IOException {
    return cached(
        "paceline-" + suite.tablesName() + "-" + scale,
        folder -> {
          try (Connection connection = DriverManager.getConnection("jdbc:paceline:" + folder)) {
            load(connection);
          }
        });
  }

  /** Returns the URL of Paceline's database in a folder, opened for reading. */
  public String url(int workers) throws SQLException, IOException {
    return "jdbc:paceline:" + folder() + ";readOnly=true;workers=" + workers;
  }

  /** Opens a new database of Paceline in memory. */
  public Connection inMemory(int workers) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:paceline:mem:;workers=" + workers);
    load(connection);
    return connection;
  }

  /** Returns the URL of a new database in memory, which all of its connections share. */
  public static String sharedInMemory(int workers) {
    return "jdbc:paceline:mem:bench-" + UUID.randomUUID() + ";workers=" + workers;
  }

  /** Generates the tables in an empty database of Paceline. */
  public void load(Connection connection) throws SQLException {
    int threads = Runtime.getRuntime().availableProcessors();
    remark(
        "Loaded "
            + GeneratedDatabase.load(connection, suite.dataSet(), scale, threads, console)
            + " into Paceline");
  }

  /** Returns DuckDB's database file, which is made on first use. */
  public Path duckDbFile() throws SQLException, IOException {
    remark("Opening DuckDB's tables (made on first use) in " + cache);
    return cached(
        suite.tablesName() + "-" + scale + ".duckdb",
        file -> {
          try (Connection connection = DuckDbTables.open(file)) {
            DuckDbTables.load(connection, suite, scale);
          }
        });
  }

  /** Opens DuckDB's database file. */
  public Connection duckDb(int threads) throws SQLException, IOException {
    Connection connection = DuckDbTables.open(duckDbFile());
    execute(connection, "set threads = " + threads);
    return connection;
  }

  /** Opens a copy of DuckDB's database in memory, where DuckDB does not compress blocks. */
  public Connection duckDbInMemory(int threads) throws SQLException, IOException {
    Path file = duckDbFile();
    Connection connection = DuckDbTables.inMemory();
    execute(connection, "set threads = " + threads);
    execute(connection, "attach '" + file + "' as stored (read_only)");
    execute(connection, "copy from database stored to memory");
    execute(connection, "detach stored");
    return connection;
  }

  /** Executes a statement whose result does not matter. */
  public static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns a file or a folder of the cache, which is made on first use. */
  public Path cached(String name, Filling filling) throws SQLException, IOException {
    Path place = cache.resolve(name);
    if (!Files.exists(place)) {
      Files.createDirectories(cache);
      Path unfinished = cache.resolve(name + "." + ProcessHandle.current().pid());
      filling.fill(unfinished);
      Files.move(unfinished, place);
    }
    return place;
  }

  private void remark(String remark) {
    console.err().println(remark);
    console.err().flush();
  }
}
