package dev.paceline.server.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which database a command opens, and how. */
final class DatabaseOptions {
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
      description = "Limit of the engine's memory, such as 2GB (default: most of the machine's).")
  private @Nullable String memory;

  @Nullable Path folder() {
    return folder;
  }

  /** The JDBC URL of the database that the options name. */
  String url() {
    return url(folder);
  }

  /** The JDBC URL of another database, opened as the options say. */
  String url(@Nullable Path other) {
    StringBuilder url = new StringBuilder("jdbc:paceline:");
    String separator = "";
    if (other != null) {
      url.append("path=").append(other.toAbsolutePath().normalize());
      separator = ";";
    }
    if (workers > 0) {
      url.append(separator).append("workers=").append(workers);
      separator = ";";
    }
    if (memory != null) {
      url.append(separator).append("memory=").append(memory);
    }
    return url.toString();
  }
}
