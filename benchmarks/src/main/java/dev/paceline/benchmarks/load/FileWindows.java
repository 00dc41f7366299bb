package dev.paceline.benchmarks.load;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;

import dev.paceline.benchmarks.frame.EngineTrace;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Load, work, unload (HyPer, section 3.6): files that together exceed the memory of the database
 * are loaded one after the other. A filter chooses rows while a file is loaded, a query works on
 * them, and what it finds is written before the next file comes.
 */
final class FileWindows implements LoadExperiment {
  private static final int FILES = 8;

  /** The memory of the database is the length of all files divided by this. */
  private static final int MEMORY_PART = 2;

  private static final long LEAST_MEMORY_BYTES = 64L << 20;
  private static final double BYTES_PER_MEGABYTE = 1e6;

  @Override
  public void run(LoadFrame frame) throws SQLException, IOException {
    Path folder = frame.scratch().resolve("window");
    try (Connection duckDb = frame.duckDb()) {
      execute(duckDb, "create table lineitem as from read_csv('" + frame.files().csv() + "')");
      Files.createDirectories(folder);
      for (int i = 0; i < FILES; i++) {
        execute(
            duckDb,
            "copy (select * from lineitem where l_orderkey %% %d = %d) to '%s' (format csv)"
                .formatted(FILES, i, file(folder, i)));
      }
    }
    double total = LoadFrame.megabytes(folder);
    long memory = Math.max(LEAST_MEMORY_BYTES, (long) (total * BYTES_PER_MEGABYTE) / MEMORY_PART);
    LoadFrame.FigureRows rows =
        frame.table(
            "window",
            "%d files of %.0f MB in a database with %.0f MB of memory: what does each step take?"
                .formatted(FILES, total, memory / BYTES_PER_MEGABYTE),
            "file %5d; MB %7.1f; load ms %9.1f; query ms %9.1f; unload ms %10.1f; MB out %7.1f;"
                + " memory MB %10.1f");
    try (Connection connection = frame.paceline(";memory=" + memory)) {
      for (int i = 0; i < FILES; i++) {
        Path in = file(folder, i);
        Path out = folder.resolve("late-" + i + ".parquet");
        Timing load =
            timed(
                connection,
                "create table part as from '" + in + "' where l_shipdate >= date '1995-01-01'");
        Timing query =
            Contestant.query(
                    connection,
                    new Query(
                        "late",
                        "select l_shipmode, sum(l_extendedprice) as price from part where"
                            + " l_receiptdate > l_commitdate group by l_shipmode order by 1",
                        true))
                .run();
        Timing unload =
            timed(
                connection, "copy (from part where l_receiptdate > l_commitdate) to '" + out + "'");
        execute(connection, "drop table part");
        rows.add(
            i,
            LoadFrame.megabytes(in),
            Timing.millis(load.nanos()),
            Timing.millis(query.nanos()),
            Timing.millis(unload.nanos()),
            LoadFrame.megabytes(out),
            EngineTrace.engine(connection).ledger().peakBytes() / BYTES_PER_MEGABYTE);
      }
    }
  }

  private static Path file(Path folder, int number) {
    return folder.resolve("part-" + number + ".csv");
  }

  private static Timing timed(Connection connection, String sql) throws SQLException {
    return LoadFrame.statement(connection, sql).run();
  }
}
