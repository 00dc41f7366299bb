package dev.paceline.benchmarks.suite;

import dev.paceline.server.cli.Console;
import dev.paceline.server.cli.GeneratedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The tables of a suite in a database of ours in a folder. */
public final class StoredTables {
  private StoredTables() {}

  /**
   * The folder of a database with the data of a scale, made on first use and found again later.
   *
   * @param cache folder for such folders
   */
  public static Path inFolder(QuerySuite suite, Path cache, double scale, Console console)
      throws SQLException, IOException {
    Path database = cache.resolve("paceline-" + suite.tablesName() + "-" + scale);
    if (!Files.exists(database)) {
      Path unfinished = cache.resolve(database.getFileName() + "." + ProcessHandle.current().pid());
      try (Connection connection = DriverManager.getConnection("jdbc:paceline:" + unfinished)) {
        GeneratedDatabase.load(
            connection,
            suite.dataSet(),
            scale,
            Runtime.getRuntime().availableProcessors(),
            console);
      }
      Files.move(unfinished, database);
    }
    return database;
  }
}
