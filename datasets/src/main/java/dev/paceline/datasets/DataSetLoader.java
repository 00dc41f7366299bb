package dev.paceline.datasets;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Fills a database with the tables of a {@link DataSet}.
 *
 * <p>Every table is generated in parts, whose number depends on the scale factor only; the parts
 * follow each other in the table, so that its content and order are the same for any number of
 * threads.
 */
public final class DataSetLoader {
  /** Rows of a part, about. */
  private static final long PART_ROWS = 1 << 20;

  /** Rows between two looks at cancellation and calls of the progress. */
  private static final int PROGRESS_ROWS = 1 << 14;

  private DataSetLoader() {}

  /** Is told how far a load is; any thread calls it. */
  @FunctionalInterface
  public interface Progress {
    /**
     * @param rowsTotal an estimate while the table is being loaded
     */
    void update(String table, long rowsDone, long rowsTotal);
  }

  /**
   * Generates and loads all tables; names are in lower case. Every table appears whole, and none
   * does if generating any of them fails.
   *
   * @param scaleFactor 1 makes about 6 million rows of the largest table; at least 0.001
   * @param threads that generate
   * @throws PacelineException TABLE_EXISTS, MEMORY_LIMIT, …
   */
  public static void load(
      Database database, DataSet dataSet, double scaleFactor, int threads, Progress progress) {
    if (!(scaleFactor >= 0.001 && scaleFactor <= 100_000)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the scale factor of "
              + dataSet.title()
              + " must be from 0.001 to 100000, not "
              + scaleFactor);
    }
    try (ExecutorService executor =
        Executors.newFixedThreadPool(threads, Thread.ofPlatform().name("load-", 0).factory())) {
      List<TableLoad> loads = new ArrayList<>();
      try {
        for (GeneratedTable table : dataSet.tables()) {
          loads.add(new TableLoad(database, table, scaleFactor, progress));
        }
        loads.forEach(load -> load.start(executor));
        loads.forEach(TableLoad::await);
        loads.forEach(load -> load.appender.commit());
      } finally {
        loads.forEach(TableLoad::close);
      }
    }
  }

  /** The load of one table. */
  private static final class TableLoad implements AutoCloseable {
    private final GeneratedTable table;
    private final double scaleFactor;
    private final Progress progress;
    private final Appender appender;
    private final long expectedRows;
    private final List<Future<?>> parts = new ArrayList<>();
    private final AtomicLong rowsDone = new AtomicLong();
    private final AtomicBoolean cancelled = new AtomicBoolean();

    TableLoad(Database database, GeneratedTable table, double scaleFactor, Progress progress) {
      this.table = table;
      this.scaleFactor = scaleFactor;
      this.progress = progress;
      this.expectedRows = table.expectedRows(scaleFactor);
      this.appender = database.newTable(table.definition());
    }

    void start(ExecutorService executor) {
      int count = (int) Math.max(1, Math.round((double) expectedRows / PART_ROWS));
      for (int part = 1; part <= count; part++) {
        int number = part;
        Appender rows = appender.fork();
        parts.add(executor.submit(() -> generate(rows, number, count)));
      }
    }

    private void generate(Appender appended, int part, int partCount) {
      if (cancelled.get()) {
        return;
      }
      GeneratedTable.Rows rows = table.rows(scaleFactor, part, partCount);
      AppenderRow row = new AppenderRow(appended);
      int pending = 0;
      while (rows.next(row)) {
        if (++pending == PROGRESS_ROWS) {
          report(pending);
          pending = 0;
          if (cancelled.get()) {
            return;
          }
        }
      }
      appended.finish();
      report(pending);
    }

    private void report(int rows) {
      long done = rowsDone.addAndGet(rows);
      progress.update(table.definition().name(), done, Math.max(done, expectedRows));
    }

    void await() {
      parts.forEach(TableLoad::await);
    }

    private static void await(Future<?> part) {
      try {
        part.get();
      } catch (ExecutionException e) {
        switch (e.getCause()) {
          case PacelineException cause -> throw cause;
          case Error cause -> throw cause;
          default -> throw PacelineException.internal("generating a table failed", e.getCause());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new PacelineException(ErrorCode.CANCELLED, "the load was interrupted", e);
      }
    }

    /** Waits for the parts before it takes their memory away. */
    @Override
    public void close() {
      cancelled.set(true);
      for (Future<?> part : parts) {
        try {
          await(part);
        } catch (PacelineException e) {
          // reported already, or of no interest after the first error
        }
      }
      appender.close();
    }
  }
}
