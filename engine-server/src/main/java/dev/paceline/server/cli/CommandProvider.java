package dev.paceline.server.cli;

/**
 * Adds a subcommand to {@code paceline}; found by {@link java.util.ServiceLoader}, so that a jar on
 * the class path can bring its own.
 */
public interface CommandProvider {
  /**
   * Returns an object with picocli's {@code @Command}, which is a {@code Callable<Integer>}, or a
   * {@code CommandLine}.
   *
   * @param console where the command prints
   */
  Object command(Console console);
}
