package dev.paceline.server.cli;

import dev.paceline.server.cli.print.ResultPrinter;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Runs statements of one connection and prints what they give. */
final class SqlSession {
  private final Connection connection;
  private final ResultPrinter printer;
  private final PrintStream out;
  private final boolean watched;
  private volatile @Nullable Statement running;
  private boolean timing;

  /**
   * @param watched whether a person sees {@code out}: how far long statements are is shown there
   */
  SqlSession(Connection connection, ResultPrinter printer, PrintStream out, boolean watched) {
    this.connection = connection;
    this.printer = printer;
    this.out = out;
    this.watched = watched;
  }

  Connection connection() {
    return connection;
  }

  PrintStream out() {
    return out;
  }

  /** Whether the time of every statement is printed. */
  boolean timing() {
    return timing;
  }

  void setTiming(boolean timing) {
    this.timing = timing;
  }

  /** Runs one statement or file command. Not thread-safe, save {@link #cancel}. */
  void execute(String text) throws SQLException, IOException {
    long start = System.nanoTime();
    String sql = FileCommand.statement(text, connection);
    if (StreamCopy.run(sql, connection, System.in, out)) {
      return;
    }
    try (Statement statement = connection.createStatement();
        QueryProgress progress =
            watched ? QueryProgress.watch(statement, out) : QueryProgress.hidden(out)) {
      running = statement;
      PrintStream answers = progress.answers();
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          printer.print(rows, answers);
        }
      } else {
        printer.printUpdate(Math.max(0, statement.getLargeUpdateCount()), answers);
      }
      answers.flush();
    } finally {
      running = null;
    }
    if (timing) {
      out.println("Time: " + Text.millis(System.nanoTime() - start));
    }
    out.flush();
  }

  /** Cancels the statement that runs, if one does. Any thread may call it. */
  void cancel() {
    Statement statement = running;
    if (statement != null) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        // It has just ended by itself: then there is nothing to cancel.
        return;
      }
    }
  }
}
