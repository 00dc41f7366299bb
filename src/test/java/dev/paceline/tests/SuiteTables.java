package dev.paceline.tests;

import dev.paceline.calcite.session.Session;
import dev.paceline.datasets.DataSet;
import dev.paceline.datasets.DataSetLoader;
import java.sql.Connection;
import java.sql.SQLException;

/** Loads the tables of a benchmark behind a JDBC connection. */
final class SuiteTables {
  private static final int GENERATOR_THREADS = 2;

  private SuiteTables() {}

  static void load(Connection paceline, DataSet dataSet, double scale) throws SQLException {
    DataSetLoader.load(
        paceline.unwrap(Session.class).instance().database(),
        dataSet,
        scale,
        GENERATOR_THREADS,
        (table, rows, total) -> {});
  }
}
