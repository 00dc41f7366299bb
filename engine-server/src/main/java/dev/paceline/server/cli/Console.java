package dev.paceline.server.cli;

import java.io.IOException;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a command: results go to one, everything else to the other.
 *
 * @param out results
 * @param err errors, progress and remarks
 */
public record Console(PrintStream out, PrintStream err) {
  /** The streams of the process. */
  public static Console system() {
    return new Console(System.out, System.err);
  }

  /** Prints the message of an error in one paragraph. */
  void error(Throwable failure) {
    String message = failure.getMessage();
    if (message == null || failure instanceof IOException) {
      message = failure.getClass().getSimpleName() + ": " + message;
    }
    out.flush();
    err.println("error: " + message.strip());
    err.flush();
  }

  /** Whether a person watches the remarks: they may then be redrawn. */
  boolean isInteractive() {
    java.io.@Nullable Console terminal = System.console();
    return terminal != null && terminal.isTerminal();
  }
}
