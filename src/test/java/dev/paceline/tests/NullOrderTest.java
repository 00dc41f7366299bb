package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.settings.NullOrder;
import dev.paceline.core.error.Choice;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The setting default_null_order moves NULLs in every kind of ORDER BY, as it does in DuckDB. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@WithoutC2
class NullOrderTest {
  private static final String[] STATEMENTS = {
    "SELECT i FROM t ORDER BY i",
    "SELECT i FROM t ORDER BY i DESC",
    "SELECT i FROM t ORDER BY i DESC LIMIT 2",
    "SELECT i FROM t ORDER BY i NULLS FIRST",
    "SELECT i FROM t ORDER BY i DESC NULLS LAST",
    "SELECT j, i FROM t ORDER BY j DESC, i",
    "SELECT i, j FROM t ORDER BY ALL DESC",
    "SELECT DISTINCT ON (k) k, i FROM t ORDER BY k, i DESC",
    "SELECT i, row_number() OVER (ORDER BY i DESC), sum(j) OVER (ORDER BY i ROWS UNBOUNDED PRECEDING)"
        + " FROM t ORDER BY i",
    "SELECT i, first_value(i) OVER w, lag(i) OVER w FROM t WINDOW w AS (ORDER BY i DESC) ORDER BY i",
    "SELECT array_agg(i ORDER BY i), array_agg(i ORDER BY i DESC NULLS FIRST) FROM t",
    "SELECT string_agg(k, '' ORDER BY i DESC), first(i ORDER BY i), last(i ORDER BY i) FROM t",
    "SELECT k, array_agg(i ORDER BY i DESC) FROM t GROUP BY k ORDER BY k",
    "SELECT i FROM t UNION ALL SELECT j FROM t ORDER BY i",
    "SELECT * FROM v",
    "SELECT median(i), max(i), mode(i), quantile_disc(j, 0.25) FROM t"
  };

  private TwoDatabases databases;

  @BeforeAll
  void open() throws SQLException {
    databases = new TwoDatabases(2);
    databases.execute("CREATE TABLE t (i INTEGER, j INTEGER, k VARCHAR)");
    databases.execute(
        "INSERT INTO t VALUES (1, 2, 'a'), (3, NULL, 'a'), (NULL, 5, 'b'), (2, 7, 'b')");
    databases.execute("CREATE VIEW v AS SELECT i FROM t ORDER BY i DESC LIMIT 1");
  }

  @AfterAll
  void close() throws SQLException {
    databases.close();
  }

  @ParameterizedTest
  @EnumSource(NullOrder.class)
  void nullsAreWhereDuckDbHasThem(NullOrder order) throws SQLException {
    databases.execute("SET default_null_order = '" + Choice.nameOf(order) + "'");
    for (String sql : STATEMENTS) {
      assertThat(
              databases
                  .askPaceline(sql, Integer.MAX_VALUE)
                  .differenceFrom(databases.askDuckDb(sql, Integer.MAX_VALUE), true))
          .as(sql)
          .isNull();
    }
  }
}
