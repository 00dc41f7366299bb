package dev.paceline.benchmarks.suite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * How often a query runs. The JIT needs its time rather than a number of runs: it compiles the code
 * of a short query for many seconds while that runs on, hundreds of times, ever faster.
 *
 * @param warmups turns of a query before the measured ones, at least
 * @param warmSeconds that these turns last, at least
 * @param rounds measured turns
 */
public record Repetitions(int warmups, double warmSeconds, int rounds) {
  /** One run of everything that takes turns. */
  @FunctionalInterface
  public interface Turn {
    /** Runs all once. */
    void run() throws SQLException;
  }

  /** Each once, for answers only. */
  public static final Repetitions ONCE = new Repetitions(0, 0, 1);

  /** Takes the turns that come before the measured ones. */
  public void warmUp(Turn turn) throws SQLException {
    long end = System.nanoTime() + (long) (warmSeconds * TimeUnit.SECONDS.toNanos(1));
    for (int i = 0; i < warmups || System.nanoTime() - end < 0; i++) {
      turn.run();
    }
  }

  /** Adds all to a report. */
  public void writeTo(ObjectNode json) {
    json.put("warmups", warmups).put("warmSeconds", warmSeconds).put("rounds", rounds);
  }
}
