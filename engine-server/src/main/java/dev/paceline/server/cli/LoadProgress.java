package dev.paceline.server.cli;

import dev.paceline.datasets.DataSetLoader;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far a load is: a bar where a person watches, else a line for every table. Thread-safe.
 */
public final class LoadProgress implements DataSetLoader.Progress, AutoCloseable {
  private static final int BAR_WIDTH = 78;
  private static final int REDRAW_MILLIS = 200;

  private final Console console;
  private final Map<String, Long> rows = new TreeMap<>();
  private final @Nullable ProgressBar bar;

  /**
   * Begins to show.
   *
   * @param title what is being done
   * @param expectedRows of all tables together
   */
  public LoadProgress(Console console, String title, long expectedRows) {
    this.console = console;
    if (console.isInteractive()) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(title)
              .setInitialMax(expectedRows)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(REDRAW_MILLIS)
              .setUnit(" M rows", 1_000_000)
              .setSpeedUnit(ChronoUnit.SECONDS)
              .showSpeed()
              .setConsumer(new ConsoleProgressBarConsumer(console.err(), BAR_WIDTH))
              .build();
    } else {
      bar = null;
      console.err().println(title + " ...");
      console.err().flush();
    }
  }

  @Override
  public synchronized void update(String table, long rowsDone, long rowsTotal) {
    boolean isNew = rows.put(table, rowsDone) == null;
    if (bar != null) {
      bar.stepTo(totalRows());
      bar.setExtraMessage(" " + table);
    } else if (isNew) {
      console.err().println("  " + table);
      console.err().flush();
    }
  }

  /** Rows of all tables so far. */
  public synchronized long totalRows() {
    return rows.values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
