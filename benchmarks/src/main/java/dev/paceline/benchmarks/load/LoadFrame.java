package dev.paceline.benchmarks.load;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;

import dev.paceline.benchmarks.frame.Repetitions;
import dev.paceline.benchmarks.frame.Report;
import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.frame.Turns;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.datasets.GeneratedTable;
import dev.paceline.storage.table.definition.TableDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The parts that the experiments on loading share.
 *
 * @param files lineitem in files
 * @param scratch a folder that is deleted in the end
 */
record LoadFrame(
    SuiteDatabases databases,
    LineitemFiles files,
    Report report,
    int threads,
    Repetitions repetitions,
    Path scratch) {
  static final String TABLE = "lineitem";
  private static final double BYTES_PER_MEGABYTE = 1e6;

  /**
   * Begins a table, whose rows go to the JSON, too.
   *
   * @param question that it answers
   */
  FigureRows table(String name, String question, String columns) {
    report.say("%n%s: %s", name, question);
    report.table(columns);
    return new FigureRows(report, report.list(name));
  }

  /** The rows of a table. */
  record FigureRows(Report report, List<List<Object>> rows) {
    /** Prints a row. */
    void add(Object... values) {
      report.row(values);
      rows.add(Arrays.asList(values));
    }
  }

  /** Opens a new database of Paceline in memory. */
  Connection paceline(String settings) throws SQLException {
    return DriverManager.getConnection("jdbc:paceline:mem:;workers=" + threads + settings);
  }

  /** Opens a new database of DuckDB in memory. */
  Connection duckDb() throws SQLException {
    Connection connection = DuckDbTables.inMemory();
    execute(connection, "set threads = " + threads);
    return connection;
  }

  /** Returns the definition of a table of the suite. */
  TableDefinition definition(String name) {
    return databases.suite().dataSet().tables().stream()
        .map(GeneratedTable::definition)
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Makes a table of the suite anew, without rows. */
  void recreate(Connection connection, String table) throws SQLException {
    execute(connection, "drop table if exists " + table);
    DuckDbTables.create(connection, definition(table));
  }

  /** Runs contestants by turns. */
  List<Runs> turns(List<? extends Contestant> contestants) throws SQLException {
    return new Turns(repetitions, contestants).run();
  }

  /** Returns a contestant that executes a statement. */
  static Contestant statement(Connection connection, String sql) {
    return () -> Timing.of(() -> execute(connection, sql));
  }

  static double megabytes(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum()
          / BYTES_PER_MEGABYTE;
    }
  }

  /** Deletes a file, or a folder with all that is in it. */
  static void delete(Path path) throws IOException {
    if (Files.exists(path)) {
      try (Stream<Path> files = Files.walk(path)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
