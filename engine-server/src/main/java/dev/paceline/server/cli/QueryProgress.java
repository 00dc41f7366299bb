package dev.paceline.server.cli;

import dev.paceline.calcite.jdbc.StatementProgress;
import java.io.PrintStream;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows a person at a terminal how far a statement is, if it takes long, and takes that away before
 * its answer is printed.
 */
final class QueryProgress implements AutoCloseable {
  private static final Duration DELAY = Duration.ofSeconds(2);
  private static final int BAR_WIDTH = 78;
  private static final int REDRAW_MILLIS = 200;
  private static final int WHOLE = 100;

  private final PrintStream out;
  private final @Nullable Thread watcher;

  private QueryProgress(PrintStream out, @Nullable Thread watcher) {
    this.out = out;
    this.watcher = watcher;
  }

  /** Shows nothing. */
  static QueryProgress hidden(PrintStream out) {
    return new QueryProgress(out, null);
  }

  /**
   * Begins to watch a statement, which is about to be executed.
   *
   * @param out the terminal
   */
  static QueryProgress watch(Statement statement, PrintStream out) throws SQLException {
    return statement.isWrapperFor(StatementProgress.class)
        ? watch(statement.unwrap(StatementProgress.class), out, DELAY)
        : hidden(out); // of another driver
  }

  /**
   * @param delay after which a statement takes long
   */
  static QueryProgress watch(StatementProgress progress, PrintStream out, Duration delay) {
    return new QueryProgress(
        out, Thread.ofVirtual().name("progress").start(() -> show(progress, out, delay)));
  }

  /** Returns the stream for the answer. Its first byte ends the display of progress. */
  PrintStream answers() {
    return watcher == null ? out : new Answers(out);
  }

  /** Takes away what is shown. Idempotent. */
  @Override
  public void close() {
    Thread watching = watcher;
    if (watching == null) {
      return;
    }
    watching.interrupt();
    boolean interrupted = false;
    while (watching.isAlive()) {
      try {
        watching.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Shows the progress until the thread is interrupted. */
  private static void show(StatementProgress progress, PrintStream out, Duration delay) {
    try {
      Thread.sleep(delay);
    } catch (InterruptedException e) {
      return; // it was quick
    }
    ConsoleProgressBarConsumer line =
        new ConsoleProgressBarConsumer(out, BAR_WIDTH) {
          @Override
          public void close() {} // it is cleared, where a bar alone would end it
        };
    try (ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName("Running")
            .setInitialMax(WHOLE)
            .startsFrom(0, delay)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(REDRAW_MILLIS)
            .setUnit(" %", 1)
            .hideEta()
            .continuousUpdate()
            .setConsumer(line)
            .build()) {
      while (true) {
        bar.stepTo((long) (WHOLE * progress.progress()));
        bar.setExtraMessage(" " + Text.count(progress.rowsScanned()) + " rows");
        Thread.sleep(REDRAW_MILLIS);
      }
    } catch (InterruptedException e) {
      line.clear();
      out.flush();
    }
  }

  /** Ends what is shown when something is written. */
  private final class Answers extends PrintStream {
    Answers(PrintStream terminal) {
      super(terminal, false, terminal.charset());
    }

    @Override
    public void write(int b) {
      QueryProgress.this.close();
      super.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      QueryProgress.this.close();
      super.write(bytes, offset, length);
    }
  }
}
