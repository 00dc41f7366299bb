package dev.paceline.server.cli;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Runs a statement on a second thread, only to load and initialise classes, while the first thread
 * reads the command line and loads other ones. Commands wait for it before they run statements:
 * Calcite's classes initialise each other in cycles, in which two threads could wait for each other
 * for ever.
 */
final class WarmUp {
  /** Does nothing. */
  static final WarmUp NONE = new WarmUp(new Thread(() -> {}));

  private final Thread thread;

  private WarmUp(Thread thread) {
    this.thread = thread;
  }

  /** Starts the thread if the arguments name a command that waits for it. */
  static WarmUp start(String... arguments) {
    if (arguments.length == 0 || !arguments[0].equals(SqlCommand.NAME)) {
      return NONE;
    }
    return new WarmUp(Thread.ofPlatform().daemon().name("warm-up").start(WarmUp::run));
  }

  private static void run() {
    try (Connection connection = DatabaseArguments.open("jdbc:paceline:mem:;workers=1");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select 1")) {
      rows.next();
    } catch (SQLException e) {
      // The user's own statement will fail likewise, and tell it better.
      return;
    }
  }

  /** Waits for the end of the thread; returns at once if none was started. */
  void await() {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
