package dev.paceline.benchmarks.load;

import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.benchmarks.suite.Timing;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.core.column.Batch;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.server.cli.Console;
import dev.paceline.storage.load.GeneratedTable;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Loads each table of TPC-H into Paceline, from batches in memory, and into DuckDB, from a Parquet
 * and from a text file in the page cache, by turns; each into a new database in memory.
 */
public final class LoadBenchmark {
  /** Rows that a thread generates as one part, about. */
  private static final long PART_ROWS = 1 << 18;

  /** Batches that a thread takes at once: those of a row group. */
  private static final int TAKEN_BATCHES = RowGroup.MAX_ROWS / BatchCollector.BATCH_ROWS;

  private static final long MEMORY_BYTES = 64L << 30;

  private final TpchSuite suite = new TpchSuite();
  private final double scale;
  private final int threads;
  private final Repetitions repetitions;
  private final Console console;

  /**
   * A benchmark to run.
   *
   * @param threads that load, of either product
   */
  public LoadBenchmark(double scale, int threads, Repetitions repetitions, Console console) {
    this.scale = scale;
    this.threads = threads;
    this.repetitions = repetitions;
    this.console = console;
  }

  /**
   * Measures all tables, and prints while it goes.
   *
   * @param cache folder for a database of DuckDB's, which later runs find again
   */
  public LoadReport run(Path cache) throws SQLException, IOException {
    LoadReport report = new LoadReport(scale, threads, repetitions);
    Path folder = Files.createTempDirectory("paceline-load");
    try (Connection stored = DuckDbTables.inFile(suite, cache, scale)) {
      report.begin(console.out());
      for (GeneratedTable table : suite.dataSet().tables()) {
        Path parquet = folder.resolve("table.parquet");
        Path csv = folder.resolve("table.csv");
        String name = table.definition().name();
        execute(stored, "copy " + name + " to '" + parquet + "' (format parquet)");
        execute(stored, "copy " + name + " to '" + csv + "' (format csv, header false)");
        report.add(measure(table, parquet, csv), console.out());
        Files.delete(parquet);
        Files.delete(csv);
      }
      report.end(console.out());
    } finally {
      Files.deleteIfExists(folder.resolve("table.parquet"));
      Files.deleteIfExists(folder.resolve("table.csv"));
      Files.delete(folder);
    }
    return report;
  }

  private LoadTimes measure(GeneratedTable table, Path parquet, Path csv) throws SQLException {
    MemoryLedger ledger = new MemoryLedger(MEMORY_BYTES);
    TableDefinition definition = table.definition();
    String name = definition.name();
    String fromParquet = "copy " + name + " from '" + parquet + "' (format parquet)";
    String fromCsv = "copy " + name + " from '" + csv + "' (format csv, header false)";
    try (MemoryScope memory = ledger.openScope("rows of " + name);
        ExecutorService workers = Executors.newFixedThreadPool(threads)) {
      List<Batch> batches = generate(table, memory, workers);
      long rows = batches.stream().mapToLong(Batch::rowCount).sum();
      LoadTimes times = new LoadTimes(name, rows);
      Repetitions.Turn turn =
          () -> {
            try (Database database = Database.inMemory(ledger)) {
              times.paceline().add(Timing.of(() -> load(database, definition, batches, workers)));
            }
            times.parquet().add(duckDb(name, fromParquet, rows));
            times.csv().add(duckDb(name, fromCsv, rows));
          };
      repetitions.warmUp(turn);
      times.clear();
      for (int i = 0; i < repetitions.rounds(); i++) {
        turn.run();
      }
      return times;
    }
  }

  private List<Batch> generate(GeneratedTable table, MemoryScope memory, ExecutorService workers) {
    int count = (int) Math.max(1, Math.round((double) table.expectedRows(scale) / PART_ROWS));
    List<Future<List<Batch>>> parts = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      int part = i;
      parts.add(
          workers.submit(
              () -> {
                BatchCollector collector = new BatchCollector(table.definition(), memory);
                GeneratedTable.Rows rows = table.rows(scale, part, count);
                while (rows.next(collector)) {}
                return collector.finish();
              }));
    }
    return parts.stream().map(LoadBenchmark::await).flatMap(List::stream).toList();
  }

  private void load(
      Database database, TableDefinition definition, List<Batch> batches, ExecutorService workers) {
    AtomicInteger next = new AtomicInteger();
    try (Appender appender = database.newTable(definition)) {
      List<Future<?>> loads = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Appender rows = appender.fork();
        loads.add(
            workers.submit(
                () -> {
                  int from;
                  while ((from = next.getAndAdd(TAKEN_BATCHES)) < batches.size()) {
                    int to = Math.min(from + TAKEN_BATCHES, batches.size());
                    batches.subList(from, to).forEach(rows::append);
                  }
                  rows.finish();
                }));
      }
      loads.forEach(LoadBenchmark::await);
      appender.commit();
    }
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Loads a table into a new database of DuckDB's. */
  private Timing duckDb(String table, String load, long rows) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
      execute(connection, "set threads = " + threads);
      for (String definition : suite.duckDbSchema()) {
        execute(connection, definition);
      }
      Timing timing = Timing.of(() -> execute(connection, load));
      try (Statement statement = connection.createStatement();
          var count = statement.executeQuery("select count(*) from " + table)) {
        count.next();
        if (count.getLong(1) != rows) {
          throw new IllegalStateException(count.getLong(1) + " rows of " + rows);
        }
      }
      return timing;
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
