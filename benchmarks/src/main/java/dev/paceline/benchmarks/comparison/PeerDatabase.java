package dev.paceline.benchmarks.comparison;

import dev.paceline.benchmarks.frame.SuiteDatabases;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/** The databases that Paceline is compared with. */
enum PeerDatabase {
  /** DuckDB over its file, warm: compressed blocks in its buffer pool. */
  DUCKDB_FILE("duckdb-file", "duckdb"),
  /** DuckDB over a database in memory, whose blocks it does not compress. */
  DUCKDB_MEMORY("duckdb-memory", "duckdb-mem");

  private final String option;
  private final String label;

  PeerDatabase(String option, String label) {
    this.option = option;
    this.label = label;
  }

  /** Returns the name in reports. */
  String label() {
    return label;
  }

  /** Opens the database. The caller closes it. */
  Connection open(SuiteDatabases databases, int threads) throws SQLException, IOException {
    return switch (this) {
      case DUCKDB_FILE -> databases.duckDb(threads);
      case DUCKDB_MEMORY -> databases.duckDbInMemory(threads);
    };
  }

  /** Returns the name on the command line. */
  @Override
  public String toString() {
    return option;
  }
}
