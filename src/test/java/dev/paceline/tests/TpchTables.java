package dev.paceline.tests;

import dev.paceline.calcite.session.Session;
import dev.paceline.storage.load.TpchLoader;
import java.sql.Connection;
import java.sql.SQLException;

/** Loads TPC-H behind a JDBC connection. */
final class TpchTables {
  private static final int GENERATOR_THREADS = 2;

  private TpchTables() {}

  static void load(Connection paceline, double scale) throws SQLException {
    TpchLoader.load(
        paceline.unwrap(Session.class).instance().database(),
        scale,
        GENERATOR_THREADS,
        (table, rows, total) -> {});
  }
}
