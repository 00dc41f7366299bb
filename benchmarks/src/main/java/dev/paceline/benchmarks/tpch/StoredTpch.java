package dev.paceline.benchmarks.tpch;

import dev.paceline.server.cli.Console;
import dev.paceline.server.cli.TpchDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** TPC-H data in a database of ours in a folder. */
public final class StoredTpch {
  private StoredTpch() {}

  /**
   * The folder of a database with the data of a scale, made on first use and found again later.
   *
   * @param cache folder for such folders
   */
  public static Path inFolder(Path cache, double scale, Console console)
      throws SQLException, IOException {
    Path database = cache.resolve("paceline-" + scale);
    if (!Files.exists(database)) {
      Path unfinished = cache.resolve(database.getFileName() + "." + ProcessHandle.current().pid());
      try (Connection connection = DriverManager.getConnection("jdbc:paceline:" + unfinished)) {
        TpchDatabase.load(connection, scale, Runtime.getRuntime().availableProcessors(), console);
      }
      Files.move(unfinished, database);
    }
    return database;
  }
}
