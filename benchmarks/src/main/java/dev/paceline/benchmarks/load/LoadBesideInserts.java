package dev.paceline.benchmarks.load;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;

import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.frame.Timing;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Short statements while a file is loaded (HyPer, Figure 3.15): one client inserts single rows and
 * looks others up, and after a while another one loads a file into another table.
 */
final class LoadBesideInserts implements LoadExperiment {
  private static final double SECONDS_ALONE = 1;
  private static final int READS_PER_INSERT = 4;
  private static final int FIRST_ROWS = 100_000;

  /** A phase of the client: alone, or beside the load. */
  private record Phase(long statements, double seconds, double longestMillis) {
    double rate() {
      return statements / seconds;
    }
  }

  @Override
  public void run(LoadFrame frame) throws SQLException {
    LoadFrame.FigureRows rows =
        frame.table(
            "beside",
            "how many short statements a second does a client run before, during and after a load?",
            "workers %8d; load s %7.2f; before %9.0f; during %9.0f; after %9.0f; during/before"
                + " %14.2f; longest ms %11.1f");
    for (int workers : List.of(1, frame.threads())) {
      String url = SuiteDatabases.sharedInMemory(workers);
      try (Connection loading = DriverManager.getConnection(url);
          Connection client = DriverManager.getConnection(url)) {
        frame.recreate(loading, LoadFrame.TABLE);
        execute(
            loading,
            "create table items as select cast(i as integer) as id, cast(0 as bigint) as amount"
                + " from range("
                + FIRST_ROWS
                + ") as r (i)");
        measure(frame, rows, workers, loading, client);
      }
      if (workers == frame.threads()) {
        break;
      }
    }
  }

  private static void measure(
      LoadFrame frame,
      LoadFrame.FigureRows rows,
      int workers,
      Connection loading,
      Connection client)
      throws SQLException {
    try (PreparedStatement read = client.prepareStatement("select amount from items where id = ?");
        PreparedStatement insert = client.prepareStatement("insert into items values (?, 1)")) {
      double alone = frame.repetitions().rounds() > 1 ? SECONDS_ALONE : SECONDS_ALONE / 10;
      work(read, insert, alone, new AtomicBoolean());
      Phase before = work(read, insert, alone, new AtomicBoolean());
      AtomicBoolean loaded = new AtomicBoolean();
      long start = System.nanoTime();
      List<SQLException> failures = new ArrayList<>();
      Thread loader =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      execute(
                          loading,
                          "copy " + LoadFrame.TABLE + " from '" + frame.files().csv() + "'");
                    } catch (SQLException e) {
                      failures.add(e);
                    } finally {
                      loaded.set(true);
                    }
                  });
      Phase during = work(read, insert, Double.POSITIVE_INFINITY, loaded);
      double seconds = Timing.secondsSince(start);
      join(loader);
      if (!failures.isEmpty()) {
        throw failures.getFirst();
      }
      Phase after = work(read, insert, alone, new AtomicBoolean());
      rows.add(
          workers,
          seconds,
          before.rate(),
          during.rate(),
          after.rate(),
          during.rate() / before.rate(),
          during.longestMillis());
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs statements for some seconds, or until a load has ended. */
  private static Phase work(
      PreparedStatement read, PreparedStatement insert, double seconds, AtomicBoolean end)
      throws SQLException {
    long start = System.nanoTime();
    long statements = 0;
    long longest = 0;
    do {
      long before = System.nanoTime();
      if (statements % (READS_PER_INSERT + 1) == 0) {
        insert.setInt(1, (int) (FIRST_ROWS + statements));
        insert.executeUpdate();
      } else {
        read.setInt(1, (int) (statements * 7919 % FIRST_ROWS));
        try (ResultSet result = read.executeQuery()) {
          result.next();
        }
      }
      statements++;
      longest = Math.max(longest, System.nanoTime() - before);
    } while (!end.get() && Timing.secondsSince(start) < seconds);
    return new Phase(statements, Timing.secondsSince(start), Timing.millis(longest));
  }
}
