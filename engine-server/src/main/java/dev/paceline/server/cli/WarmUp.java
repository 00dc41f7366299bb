package dev.paceline.server.cli;

import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.calcite.util.BuiltInMethod;

/**
 * Runs a statement of no use on a second thread while the first one reads the command line: both
 * spend their time on loading and initialising classes, and these have few in common. Whoever runs
 * statements waits for it first, because Calcite's classes initialise each other in cycles, on
 * which two threads can wait for one another for ever.
 */
final class WarmUp {
  /** Does nothing. */
  static final WarmUp NONE = new WarmUp(new Thread(() -> {}));

  private final Thread thread;

  private WarmUp(Thread thread) {
    this.thread = thread;
  }

  /** Starts if the arguments name a command that will wait for it. */
  static WarmUp start(String... arguments) {
    if (arguments.length == 0 || !arguments[0].equals(SqlCommand.NAME)) {
      return NONE;
    }
    WarmUp warmUp = new WarmUp(Thread.ofPlatform().daemon().name("warm-up").start(WarmUp::run));
    initialize(BigDecimal.class);
    return warmUp;
  }

  /**
   * Initialises a class on the first thread while the second one does not need it yet. Such a class
   * takes 10 ms or more, and initialises no classes but of the JDK and of libraries without cycles.
   */
  private static void initialize(Class<?> type) {
    try {
      MethodHandles.lookup().ensureInitialized(type);
    } catch (IllegalAccessException e) {
      throw new AssertionError(type + " is public", e);
    }
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

  /** Waits for its end; at once if nothing was started. */
  void await() {
    if (this != NONE) {
      initialize(BuiltInMethod.class);
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
