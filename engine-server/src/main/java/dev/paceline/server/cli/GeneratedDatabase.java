package dev.paceline.server.cli;

import dev.paceline.calcite.session.Session;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.datasets.DataSet;
import dev.paceline.datasets.DataSetLoader;
import dev.paceline.storage.table.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a database of generated tables through an open connection. */
public final class GeneratedDatabase {
  private GeneratedDatabase() {}

  /**
   * The result of a load.
   *
   * @param rows of all tables
   * @param nanos from its begin to its end
   */
  public record Load(long rows, long nanos) {
    @Override
    public String toString() {
      double seconds = nanos / 1e9;
      return Text.format(
          "%s rows in %.1f s (%s rows/s)",
          Text.count(rows), seconds, Text.count(Math.round(rows / seconds)));
    }
  }

  /**
   * Generates and loads all tables of a benchmark.
   *
   * @param scale the scale factor, at least 0.001
   * @param threads that generate and encode
   * @throws PacelineException TABLE_EXISTS if one of the tables is there
   */
  public static Load load(
      Connection connection, DataSet dataSet, double scale, int threads, Console console)
      throws SQLException {
    requireAbsent(connection, dataSet);
    Database database = connection.unwrap(Session.class).instance().database();
    long start = System.nanoTime();
    String title = Text.format("Loading %s at scale %s", dataSet.title(), Text.number(scale));
    try (LoadProgress progress = new LoadProgress(console, title, dataSet.expectedRows(scale))) {
      DataSetLoader.load(database, dataSet, scale, threads, progress);
      return new Load(progress.totalRows(), System.nanoTime() - start);
    }
  }

  private static void requireAbsent(Connection connection, DataSet dataSet) throws SQLException {
    Set<String> wanted =
        dataSet.tables().stream()
            .map(table -> table.definition().name())
            .collect(Collectors.toSet());
    Set<String> present = new TreeSet<>();
    try (ResultSet tables =
        connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE"})) {
      while (tables.next()) {
        if (wanted.contains(tables.getString("TABLE_NAME"))) {
          present.add(tables.getString("TABLE_NAME"));
        }
      }
    }
    if (!present.isEmpty()) {
      throw new PacelineException(
          ErrorCode.TABLE_EXISTS,
          "the database has " + present + " already; choose another folder or drop these tables");
    }
  }

  /** Bytes of all files of a database folder; 0 for a database in memory. */
  static long storedBytes(@Nullable Path folder) throws IOException {
    if (folder == null) {
      return 0;
    }
    long bytes = 0;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
      }
    }
    return bytes;
  }
}
