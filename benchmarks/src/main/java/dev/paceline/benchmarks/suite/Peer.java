package dev.paceline.benchmarks.suite;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** What Paceline is compared with. */
public enum Peer {
  /** DuckDB over its file, warm: compressed blocks in its buffer pool. */
  DUCKDB_FILE("duckdb-file", "duckdb"),

  /** DuckDB over a database in memory, whose blocks it does not compress. */
  DUCKDB_MEMORY("duckdb-memory", "duckdb-mem");

  private final String option;
  private final String label;

  Peer(String option, String label) {
    this.option = option;
    this.label = label;
  }

  /** Its name in reports. */
  String label() {
    return label;
  }

  /** Opens it with the tables of a suite. The caller closes it. */
  Connection open(QuerySuite suite, Path cache, double scale) throws SQLException, IOException {
    return switch (this) {
      case DUCKDB_FILE -> DuckDbTables.inFile(suite, cache, scale);
      case DUCKDB_MEMORY -> DuckDbTables.copiedToMemory(suite, cache, scale);
    };
  }

  /** Its name on the command line. */
  @Override
  public String toString() {
    return option;
  }
}
