package dev.paceline.server.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which database a command opens, and how. */
final class DatabaseArguments {
  @Option(
      names = "--db",
      paramLabel = "DIR",
      description = "Folder of the database; without it the database lives in memory.")
  private @Nullable Path folder;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Threads that run queries (default: one a processor).")
  private int workers;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Limit of the off-heap memory, such as 2GB (default: half of what the Java heap leaves).")
  private @Nullable String memory;

  @Nullable Path folder() {
    return folder;
  }

  /** The JDBC URL of the database that the options name; one in memory is the caller's own. */
  String url() {
    return folder == null ? withProperties("mem:") : url(folder);
  }

  /** The JDBC URL for several connections: they share a database in memory too. */
  String sharedUrl() {
    return folder == null ? withProperties("mem:shared") : url(folder);
  }

  /** The JDBC URL of another folder, opened as the options say. */
  String url(Path other) {
    return withProperties(other.toAbsolutePath().normalize().toString());
  }

  private String withProperties(String place) {
    return "jdbc:paceline:"
        + place
        + (workers > 0 ? ";workers=" + workers : "")
        + (memory != null ? ";memory=" + memory : "");
  }
}
