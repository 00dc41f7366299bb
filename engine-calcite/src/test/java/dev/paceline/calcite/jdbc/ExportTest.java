package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** EXPORT DATABASE and IMPORT DATABASE. */
class ExportTest extends JdbcTest {
  private static final List<String> QUERIES =
      List.of(
          "SELECT * FROM t ORDER BY i NULLS LAST",
          "SELECT * FROM \"Odd; name\"",
          "SELECT * FROM nothing",
          "SELECT hex(x), id FROM bytes",
          "SELECT * FROM spans ORDER BY d NULLS LAST",
          "SELECT * FROM a_view",
          "SELECT \"the sum\" FROM z_view",
          "SELECT table_name, table_comment FROM information_schema.tables"
              + " WHERE table_comment IS NOT NULL ORDER BY 1",
          "SELECT table_name, column_comment FROM information_schema.columns"
              + " WHERE column_comment IS NOT NULL");

  @TempDir private Path directory;

  private void fill() throws SQLException {
    update(
        "CREATE TABLE t (i INTEGER, n DECIMAL(38, 3) NOT NULL, s VARCHAR(10), c CHAR(3), d DATE,"
            + " t TIME, ts TIMESTAMP, b BOOLEAN, f DOUBLE)");
    update(
        "INSERT INTO t VALUES (1, 0.001, '', 'ab', DATE '2024-02-29', TIME '01:02:03',"
            + " TIMESTAMP '1969-12-31 23:59:59.007', TRUE, 0.1),"
            + " (NULL, -1, NULL, NULL, NULL, NULL, NULL, NULL, NULL)");
    update("CREATE TABLE \"Odd; name\" (\"a \"\" b\" VARCHAR)");
    update("INSERT INTO \"Odd; name\" VALUES ('x;' || 'y''s')");
    update("CREATE TABLE nothing (i BIGINT)");
    update("CREATE VIEW z_view AS SELECT 1 AS \"the sum\", i FROM t");
    update("CREATE VIEW a_view (x) AS SELECT count(*) FROM z_view WHERE i IS NOT NULL");
    update("COMMENT ON TABLE \"Odd; name\" IS 'odd; isn''t it?'");
    update("COMMENT ON COLUMN \"Odd; name\".\"a \"\" b\" IS 'odder'");
    update("COMMENT ON VIEW z_view IS 'ä'");
    update(
        "CREATE TABLE bytes AS SELECT X'00ff2c22' AS x,"
            + " UUID 'f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' AS id");
    update("CREATE TABLE spans (d INTERVAL DAY TO SECOND, m INTERVAL YEAR TO MONTH)");
    update(
        "INSERT INTO spans VALUES (INTERVAL '-1 day 02:03:04.000005', INTERVAL '-14' MONTH),"
            + " (INTERVAL '3 days', INTERVAL '1' YEAR), (NULL, NULL)");
  }

  private void assertRoundTrip(String options) throws SQLException {
    Path target = directory.resolve("export" + options.length());
    assertThat(update("EXPORT DATABASE '" + target + "'" + options)).isGreaterThanOrEqualTo(3);
    try (var other = DriverManager.getConnection(URL);
        Statement statement = other.createStatement()) {
      assertThat(statement.executeUpdate("IMPORT DATABASE '" + target + "'"))
          .isGreaterThanOrEqualTo(3);
      for (String query : QUERIES) {
        assertThat(rows(statement.executeQuery(query))).as(query).isEqualTo(rows(query));
      }
      assertThat(rows(statement.executeQuery("DESCRIBE t"))).isEqualTo(rows("DESCRIBE t"));
    }
    assertThatThrownBy(() -> update("EXPORT DATABASE '" + target + "'"))
        .hasMessageContaining("has an export already");
    assertThatThrownBy(() -> update("IMPORT DATABASE '" + target + "'"))
        .hasMessageContaining("exists already");
  }

  @Test
  void parquetKeepsEverything() throws SQLException {
    fill();
    assertRoundTrip("");
  }

  @Test
  void arrowKeepsEverything() throws SQLException {
    fill();
    assertRoundTrip(" (FORMAT arrow)");
  }

  @Test
  void csvKeepsEverything() throws SQLException {
    fill();
    assertRoundTrip(" (FORMAT csv)");
  }

  @Test
  void temporaryTablesTakeNoPart() throws SQLException {
    update("CREATE TABLE t (a INTEGER)");
    update("INSERT INTO t VALUES (1), (2)");
    update("CREATE TEMP TABLE t (b VARCHAR)");
    Path target = directory.resolve("temporary");
    assertThat(update("EXPORT DATABASE '" + target + "'")).isEqualTo(2);
    try (var other = DriverManager.getConnection(URL);
        Statement statement = other.createStatement()) {
      statement.execute("CREATE TEMP TABLE t (b VARCHAR)");
      assertThat(statement.executeUpdate("IMPORT DATABASE '" + target + "'")).isEqualTo(2);
      assertThat(rows(statement.executeQuery("SELECT a FROM main.t ORDER BY a")))
          .containsExactly(List.of("1"), List.of("2"));
      assertThat(rows(statement.executeQuery("SELECT * FROM t"))).isEmpty();
    }
  }

  @Test
  void anImportThatFailsLeavesNothing() throws SQLException, IOException {
    fill();
    Path target = directory.resolve("broken");
    update("EXPORT DATABASE '" + target + "' (FORMAT csv)");
    Path load = target.resolve("load.sql");
    Files.writeString(load, Files.readString(load) + "COPY t FROM 'missing.csv';");
    try (var other = DriverManager.getConnection(URL);
        Statement statement = other.createStatement()) {
      assertThatThrownBy(() -> statement.execute("IMPORT DATABASE '" + target + "'"))
          .hasMessageContaining("missing.csv");
      assertThat(rows(statement.executeQuery("SHOW TABLES"))).isEmpty();
      assertThatThrownBy(() -> statement.execute("IMPORT DATABASE '" + directory + "'"))
          .hasMessageContaining("schema.sql");
    }
  }

  /** Nor does it take what was there before. */
  @Test
  void anExportThatFailsLeavesNothing() throws SQLException, IOException {
    update("CREATE TABLE a (i INTEGER)");
    update("INSERT INTO a VALUES (1)");
    update("CREATE TABLE b (i INTEGER)");
    Path old = directory.resolve("old");
    Files.createDirectories(old.resolve("b-2.csv").resolve("in the way"));
    Files.writeString(old.resolve("note.txt"), "kept");
    assertThatThrownBy(() -> update("EXPORT DATABASE '" + old + "' (FORMAT csv)"))
        .hasMessageContaining("b-2.csv");
    try (Stream<Path> left = Files.list(old)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("b-2.csv", "note.txt");
    }
    Path deep = directory.resolve("new").resolve("deep");
    update("CREATE TABLE c AS SELECT ARRAY[INTERVAL '-1' DAY] AS x");
    assertThatThrownBy(() -> update("EXPORT DATABASE '" + deep + "'"))
        .hasMessageContaining("-1 day");
    assertThat(directory.resolve("new")).doesNotExist();
  }

  /** Generated columns are computed again, and defaults and checks hold as before. */
  @ParameterizedTest
  @ValueSource(strings = {"parquet", "csv", "arrow"})
  void valuesOfColumnsAndChecksComeBack(String format) throws SQLException {
    update(
        "CREATE TABLE g (a INTEGER DEFAULT 3, twice INTEGER AS (a * 2), s VARCHAR DEFAULT 'it''s',"
            + " CONSTRAINT small CHECK (a < 100), up VARCHAR GENERATED ALWAYS AS (upper(s)))");
    update("INSERT INTO g (a) VALUES (1), (NULL)");
    Path target = directory.resolve("generated");
    update("EXPORT DATABASE '" + target + "' (FORMAT " + format + ")");
    String definition =
        "SELECT column_name, column_default, generation_expression FROM"
            + " information_schema.columns WHERE table_name = 'g' ORDER BY ordinal_position";
    try (var other = DriverManager.getConnection(URL);
        Statement statement = other.createStatement()) {
      statement.executeUpdate("IMPORT DATABASE '" + target + "'");
      assertThat(rows(statement.executeQuery(definition))).isEqualTo(rows(definition));
      assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO g (a) VALUES (100)"))
          .hasMessageContaining("small");
      statement.executeUpdate("INSERT INTO g (s) VALUES ('x')");
      assertThat(rows(statement.executeQuery("SELECT * FROM g ORDER BY a")).toString())
          .isEqualTo("[[1, 2, it's, IT'S], [3, 6, x, X], [null, null, it's, IT'S]]");
    }
  }
}
