package dev.paceline.server.cli;

/**
 * Adds a subcommand to {@code paceline}; found by {@link java.util.ServiceLoader}, so that a jar on
 * the class path can bring its own.
 */
public interface CommandProvider {
  /** An object with picocli's {@code @Command}; a {@code Callable<Integer>}. */
  Object command();
}
