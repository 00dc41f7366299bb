package dev.paceline.benchmarks.load;

import dev.paceline.benchmarks.frame.Turns.Contestant;
import java.sql.SQLException;

/**
 * A piece of work on a file that two databases do by turns.
 *
 * @param bytes the length of the file
 * @param check compares the answers of both before they are measured
 */
record FileWork(String name, long bytes, Contestant ours, Contestant theirs, AnswerCheck check) {
  /** Compares answers. */
  @FunctionalInterface
  interface AnswerCheck {
    /** Nothing to compare. */
    AnswerCheck NONE = () -> {};

    /** Fails if the answers differ. */
    void run() throws SQLException;
  }
}
