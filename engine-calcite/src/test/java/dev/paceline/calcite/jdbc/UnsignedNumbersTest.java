package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnsignedNumbersTest extends StoredJdbcTest {
  private static final String LARGEST =
      "[[1, 255, 65535, 4294967295, 18446744073709551615], [2, 0, 0, 0, 0],"
          + " [3, null, null, null, null]]";

  @BeforeEach
  void create() throws SQLException {
    update(
        "CREATE TABLE t (id INTEGER, a UTINYINT, b USMALLINT, c UINTEGER, d UBIGINT)",
        "INSERT INTO t VALUES (1, 255, 65535, 4294967295, 18446744073709551615), (2, 0, 0, 0, 0)",
        "INSERT INTO t (id) VALUES (3)");
  }

  @Test
  void areStoredWithTheirTypes() throws SQLException {
    update("INSERT INTO t (id, a) SELECT i, i % 256 FROM range(10, 150000) r(i)");
    reopen();
    assertThat(rows("SELECT * FROM t WHERE id < 4 ORDER BY id")).hasToString(LARGEST);
    assertThat(rows("DESCRIBE t"))
        .extracting(row -> row.get(1))
        .containsExactly("INTEGER", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT");
    assertThat(rows("SELECT count(DISTINCT a), min(a), max(a) FROM t WHERE id > 9"))
        .hasToString("[[256, 0, 255]]");
    assertThat(rows("SELECT count(*) FROM t WHERE a = -1 OR a > 300 OR d < 0"))
        .hasToString("[[0]]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "json", "parquet", "arrow"})
  void goThroughFiles(String format, @TempDir Path files) throws SQLException {
    String file = "'" + files.resolve("t." + format) + "'";
    update("COPY (FROM t ORDER BY id) TO " + file, "TRUNCATE t", "COPY t FROM " + file);
    assertThat(rows("FROM t ORDER BY id")).hasToString(LARGEST);
    String wrong = "'" + files.resolve("wrong." + format) + "'";
    update("COPY (SELECT 9 AS id, 0 AS a, 0 AS b, 0 AS c, -1 AS d) TO " + wrong);
    assertThatThrownBy(() -> update("COPY t FROM " + wrong)).hasMessageContaining("UBIGINT");
  }

  @ParameterizedTest
  @CsvSource({"a, 256", "a, -1", "b, 65536", "c, 4294967296", "d, -1", "d, 18446744073709551616"})
  void refuseWhatTheyCannotHold(String column, String value) throws SQLException {
    String literal = "INSERT INTO t (" + column + ") VALUES (" + value + ")";
    assertThatThrownBy(() -> update(literal)).hasMessageContaining(value);
    String query = "INSERT INTO t (" + column + ") SELECT x FROM (VALUES (" + value + ")) v(x)";
    assertThatThrownBy(() -> update(query)).hasMessageContaining(value);
    String prepared = "INSERT INTO t (" + column + ") VALUES (?)";
    try (PreparedStatement insert = connection.prepareStatement(prepared)) {
      insert.setBigDecimal(1, new BigDecimal(value));
      assertThatThrownBy(insert::executeUpdate).hasMessageContaining(value);
    }
    assertThatThrownBy(() -> update("ALTER TABLE t ADD COLUMN e UTINYINT DEFAULT -1", literal))
        .isInstanceOf(SQLException.class);
    assertThat(rows("SELECT count(*) FROM t")).hasToString("[[3]]");
  }
}
