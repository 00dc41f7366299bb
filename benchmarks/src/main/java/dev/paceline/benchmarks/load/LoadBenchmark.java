package dev.paceline.benchmarks.load;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;
import static java.util.Objects.requireNonNull;

import dev.paceline.benchmarks.frame.Report;
import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.frame.Tasks;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.frame.TurnsBenchmarkCommand;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.core.column.Batch;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.datasets.GeneratedTable;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code paceline bench load}: loads each table of TPC-H into Paceline, from batches in memory, and
 * into DuckDB, from a Parquet and from a text file in the page cache, by turns, each into a new
 * database in memory.
 */
@Command(
    name = "load",
    description = {
      "Loads the tables of TPC-H from batches in memory, and into DuckDB from Parquet and text",
      "files, by turns, each into a new database in memory. With --files both read and write",
      "lineitem as CSV and as Parquet. With --experiments, questions about loading are measured."
    })
public final class LoadBenchmark extends TurnsBenchmarkCommand {
  /** The approximate number of rows that a thread generates at once. */
  private static final long PART_ROWS = 1 << 18;

  /** Batches that a thread takes at once: those of a row group. */
  private static final int TAKEN_BATCHES = RowGroup.MAX_ROWS / BatchCollector.BATCH_ROWS;

  private static final long MEMORY_BYTES = 64L << 30;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double BYTES_PER_MEGABYTE = 1e6;

  @Option(
      names = "--files",
      description = "Load, query and write lineitem as CSV and as Parquet, in both.")
  private boolean files;

  @Option(
      names = "--works",
      split = ",",
      description = "How the names of the work with files begin, such as 'copy to'; default: all.")
  private List<String> works = List.of("");

  @Option(
      names = "--experiments",
      split = ",",
      description =
          "Some of ways, keys, cycle, chunks, beside, quotes, window, place, sharing; or all.")
  private @Nullable List<String> experiments;

  private final TpchSuite suite = new TpchSuite();

  /** Sets the defaults of the options. */
  public LoadBenchmark() {
    super(2);
  }

  /** The loads of one table: of Paceline from memory, and of DuckDB from Parquet and CSV. */
  private record LoadTimes(String table, long rows, Runs paceline, Runs parquet, Runs csv) {}

  @Override
  protected void run() throws SQLException, IOException {
    if (experiments != null) {
      runExperiments(LoadExperiment.named(experiments));
    } else if (files) {
      compareFiles();
    } else {
      loadTables();
    }
  }

  private void runExperiments(List<String> names) throws SQLException, IOException {
    SuiteDatabases databases = databases(suite);
    say("%s", headlineOfMedians(suite));
    Path scratch = Files.createTempDirectory("paceline-load");
    try {
      LoadFrame frame =
          new LoadFrame(
              databases, LineitemFiles.of(databases), report(), threads(), repetitions(), scratch);
      for (String name : names) {
        requireNonNull(LoadExperiment.all().get(name)).run(frame);
      }
    } finally {
      LoadFrame.delete(scratch);
    }
  }

  private void compareFiles() throws SQLException, IOException {
    LineitemFiles lineitem = LineitemFiles.of(databases(suite));
    say(
        "%s scale %s, lineitem as CSV (%.0f MB) and Parquet (%.0f MB) written by DuckDB",
        suite.dataSet().title(),
        Report.number(scale()),
        megabytes(lineitem.csv()),
        megabytes(lineitem.parquet()));
    say("medians of %d, milliseconds and MB/s of the file", repetitions().rounds());
    table(
        "work %-22s; threads %7d; paceline %10.1f; CPU %8.1f; MB/s %7.0f; DuckDB %10.1f; MB/s"
            + " %7.0f; ratio %6.2f; of CPU %7.2f");
    List<FileTimes> all = list("files");
    for (int threads : threadCounts()) {
      try (FileComparison comparison = new FileComparison(lineitem, suite, threads)) {
        comparison.fill();
        for (FileWork work : comparison.works()) {
          if (works.stream().noneMatch(work.name()::startsWith)) {
            continue;
          }
          work.check().run();
          List<Runs> runs = turns(List.of(work.ours(), work.theirs())).run();
          FileTimes times =
              new FileTimes(work.name(), threads, work.bytes(), runs.get(0), runs.get(1));
          all.add(times);
          row(
              times.work(),
              threads,
              times.paceline().millis(),
              times.paceline().cpuMillis(),
              times.rate(times.paceline()),
              times.duckDb().millis(),
              times.rate(times.duckDb()),
              times.ratio(),
              times.cpuRatio());
        }
      }
    }
    say(
        "geometric mean ratio %.2f",
        Statistics.geometricMean(
            all.stream().filter(times -> !times.isCached()).toList(), FileTimes::ratio));
  }

  private static double megabytes(Path file) throws IOException {
    return Files.size(file) / BYTES_PER_MEGABYTE;
  }

  private void loadTables() throws SQLException, IOException {
    Path folder = Files.createTempDirectory("paceline-load");
    Path parquet = folder.resolve("table.parquet");
    Path csv = folder.resolve("table.csv");
    List<LoadTimes> all = list("tables");
    try (Connection stored = databases(suite).duckDb(threads())) {
      say("%s, milliseconds; ratios are of rates", headlineOfMedians(suite));
      table(
          "table %-10s; rows %10d; paceline %10.1f; CPU us/row %10.2f; Parquet %10.1f; ratio"
              + " %10.2f; CSV %10.1f; ratio %10.2f");
      for (GeneratedTable generated : suite.dataSet().tables()) {
        String name = generated.definition().name();
        execute(stored, "copy " + name + " to '" + parquet + "' (format parquet)");
        execute(stored, "copy " + name + " to '" + csv + "' (format csv, header false)");
        LoadTimes times = measure(generated, parquet, csv);
        all.add(times);
        print(List.of(times), name);
      }
      print(all, "total");
    } finally {
      Files.deleteIfExists(parquet);
      Files.deleteIfExists(csv);
      Files.delete(folder);
    }
  }

  private void print(List<LoadTimes> tables, String name) {
    long rows = tables.stream().mapToLong(LoadTimes::rows).sum();
    double ours = Statistics.sum(tables, times -> times.paceline().millis());
    double cpu = Statistics.sum(tables, times -> times.paceline().cpuMillis());
    double parquet = Statistics.sum(tables, times -> times.parquet().millis());
    double csv = Statistics.sum(tables, times -> times.csv().millis());
    double cpuMicros = cpu * MICROS_PER_MILLI / rows;
    row(name, rows, ours, cpuMicros, parquet, parquet / ours, csv, csv / ours);
  }

  private LoadTimes measure(GeneratedTable table, Path parquet, Path csv) throws SQLException {
    MemoryLedger ledger = new MemoryLedger(MEMORY_BYTES);
    TableDefinition definition = table.definition();
    try (MemoryScope memory = ledger.openScope("rows of " + definition.name());
        ExecutorService workers = Executors.newFixedThreadPool(threads())) {
      List<Batch> batches = generate(table, memory, workers);
      long rows = batches.stream().mapToLong(Batch::rowCount).sum();
      Contestant paceline =
          () -> {
            try (Database database = Database.inMemory(ledger)) {
              return Timing.of(() -> load(database, definition, batches, workers));
            }
          };
      List<Runs> runs =
          turns(
                  List.of(
                      paceline,
                      () -> duckDb(definition, "'" + parquet + "' (format parquet)", rows),
                      () -> duckDb(definition, "'" + csv + "' (format csv, header false)", rows)))
              .run();
      return new LoadTimes(definition.name(), rows, runs.get(0), runs.get(1), runs.get(2));
    }
  }

  private List<Batch> generate(GeneratedTable table, MemoryScope memory, ExecutorService workers) {
    int count = (int) Math.max(1, Math.round((double) table.expectedRows(scale()) / PART_ROWS));
    List<Callable<List<Batch>>> parts = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      int part = i;
      parts.add(
          () -> {
            BatchCollector collector = new BatchCollector(table.definition(), memory);
            GeneratedTable.Rows rows = table.rows(scale(), part, count);
            while (rows.next(collector)) {}
            return collector.finish();
          });
    }
    return Tasks.runAll(parts, workers).stream().flatMap(List::stream).toList();
  }

  private void load(
      Database database, TableDefinition definition, List<Batch> batches, ExecutorService workers) {
    AtomicInteger next = new AtomicInteger();
    try (Appender appender = database.newTable(definition)) {
      List<Callable<Void>> loads = new ArrayList<>();
      for (int i = 0; i < threads(); i++) {
        Appender rows = appender.fork();
        loads.add(
            () -> {
              int from;
              while ((from = next.getAndAdd(TAKEN_BATCHES)) < batches.size()) {
                int to = Math.min(from + TAKEN_BATCHES, batches.size());
                batches.subList(from, to).forEach(rows::append);
              }
              rows.finish();
              return null;
            });
      }
      Tasks.runAll(loads, workers);
      appender.commit();
    }
  }

  /** Loads a table from a file into a new database of DuckDB. */
  private Timing duckDb(TableDefinition table, String file, long rows) throws SQLException {
    try (Connection connection = DuckDbTables.inMemory()) {
      execute(connection, "set threads = " + threads());
      DuckDbTables.create(connection, table);
      String name = table.name();
      Timing timing = Timing.of(() -> execute(connection, "copy " + name + " from " + file));
      Object loaded =
          Answer.of(connection, "select count(*) from " + name).rows().getFirst().getFirst();
      if (!BigDecimal.valueOf(rows).equals(loaded)) {
        throw new IllegalStateException(loaded + " rows of " + rows);
      }
      return timing;
    }
  }
}
