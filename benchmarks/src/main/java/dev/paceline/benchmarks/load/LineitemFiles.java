package dev.paceline.benchmarks.load;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;

import dev.paceline.benchmarks.frame.SuiteDatabases;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** The table lineitem as files that DuckDB wrote, which later runs find again. */
record LineitemFiles(Path csv, Path parquet) {
  /** Returns the files, which are made on first use from the tables in DuckDB. */
  static LineitemFiles of(SuiteDatabases databases) throws SQLException, IOException {
    String name = "lineitem-" + databases.scale();
    return new LineitemFiles(
        file(databases, name + ".csv", "format csv, header true"),
        file(databases, name + ".parquet", "format parquet"));
  }

  private static Path file(SuiteDatabases databases, String name, String options)
      throws SQLException, IOException {
    return databases.cached(
        name,
        place -> {
          try (Connection stored = databases.duckDb(Runtime.getRuntime().availableProcessors())) {
            execute(stored, "copy lineitem to '" + place + "' (" + options + ")");
          } catch (IOException e) {
            throw new SQLException("DuckDB's tables cannot be made", e);
          }
        });
  }
}
