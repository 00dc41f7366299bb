package dev.paceline.server.cli;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.jdbc.PacelineDriver;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options that say which database a command opens, and how. They are declared without
 * annotations, because reflection would take more of the start of {@code sql} than all else that
 * reads its arguments.
 */
final class DatabaseArguments {
  private final OptionSpec folder =
      OptionSpec.builder("--db")
          .type(Path.class)
          .paramLabel("DIR")
          .description("Folder of the database; without it the database lives in memory.")
          .build();

  private final OptionSpec workers =
      OptionSpec.builder("--workers")
          .type(Integer.class)
          .paramLabel("N")
          .description("Threads that run queries (default: one a processor).")
          .build();

  private final OptionSpec memory =
      OptionSpec.builder("--memory")
          .type(String.class)
          .paramLabel("SIZE")
          .description(
              "Limit of the off-heap memory, such as 2GB (default: half of what the Java heap"
                  + " leaves).")
          .build();

  /** Adds the options to a command, after those that it has. */
  void addTo(CommandSpec command) {
    command.addOption(folder).addOption(workers).addOption(memory);
  }

  @Nullable Path folder() {
    return folder.getValue();
  }

  /**
   * Returns the JDBC URL of the database that the options name; a database in memory is the
   * caller's own.
   */
  String url() {
    Path place = folder();
    return place == null ? withProperties("mem:") : url(place);
  }

  /** Returns the JDBC URL for several connections, which also share a database in memory. */
  String sharedUrl() {
    Path place = folder();
    return place == null ? withProperties("mem:shared") : url(place);
  }

  /** Returns the JDBC URL of another folder, with the same options. */
  String url(Path other) {
    return withProperties(other.toAbsolutePath().normalize().toString());
  }

  /**
   * Opens a database of our own. The {@link java.sql.DriverManager} would look for the drivers of
   * all jars first.
   */
  static Connection open(String url) throws SQLException {
    return requireNonNull(new PacelineDriver().connect(url, null), url);
  }

  private String withProperties(String place) {
    Integer threads = workers.getValue();
    String limit = memory.getValue();
    return "jdbc:paceline:"
        + place
        + (threads != null && threads > 0 ? ";workers=" + threads : "")
        + (limit != null ? ";memory=" + limit : "");
  }
}
