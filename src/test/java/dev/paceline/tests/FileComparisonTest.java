package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.session.Session;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test that asks Paceline and DuckDB about the same files, in databases that are empty. */
abstract class FileComparisonTest {
  @TempDir protected Path directory;
  protected Connection paceline;
  protected Connection duckDb;

  @BeforeEach
  void open() throws SQLException {
    paceline = DriverManager.getConnection("jdbc:paceline:mem:;memory=256m;workers=2");
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
  }

  @AfterEach
  void close() throws SQLException {
    var ledger = paceline.unwrap(Session.class).instance().engine().ledger();
    paceline.close();
    duckDb.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  /** Checks that both give the same rows in the same order. */
  protected final void assertSame(String sql) throws SQLException {
    assertThat(TextRows.of(paceline, sql)).as(sql).isEqualTo(TextRows.of(duckDb, sql));
  }
}
