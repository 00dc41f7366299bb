package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** INSERT … RETURNING. */
final class ReturningTest extends JdbcTest {
  @BeforeEach
  void create() throws SQLException {
    update(
        "CREATE TABLE t (a INTEGER NOT NULL, b VARCHAR DEFAULT 'x', c DECIMAL(5, 2) DEFAULT 1.005,"
            + " d INTEGER AS (a * 2), e CHAR(3), CHECK (a < 1000000))");
  }

  @Test
  void rowsAreReturnedAsTheyAreStored() throws SQLException {
    assertThat(rows("INSERT INTO t (a, e) VALUES (1, 'p'), (2, NULL) RETURNING *").toString())
        .isEqualTo("[[1, x, 1.01, 2, p  ], [2, x, 1.01, 4, null]]");
    assertThat(
            rows("INSERT INTO t (a, b, c) VALUES (3, DEFAULT, 7.129) RETURNING t.d, b || '!' AS s, c")
                .toString())
        .isEqualTo("[[6, x!, 7.13]]");
    assertThat(rows("INSERT INTO main.t (a) SELECT 4 RETURNING 1, a + d total").toString())
        .isEqualTo("[[1, 12]]");
    assertThat(rows("INSERT INTO t (a) SELECT a FROM t WHERE a > 9 RETURNING a")).isEmpty();
    assertThat(rows("SELECT sum(a), count(*), sum(c) FROM t").toString())
        .isEqualTo("[[10, 4, 10.16]]");
    update("CREATE TEMP TABLE u (k BIGINT, v DATE)");
    assertThat(rows("INSERT INTO u VALUES (1, '2024-02-29') RETURNING year(v), k").toString())
        .isEqualTo("[[2024, 1]]");
  }

  @Test
  void listsThatFailLeaveNoRows() throws SQLException {
    for (String sql :
        List.of(
            "INSERT INTO t (a, b) VALUES (1, '7'), (2, 'x') RETURNING CAST(b AS INTEGER)",
            "INSERT INTO t (a) SELECT n FROM range(200000) r(n) RETURNING 1 / (a - 199999)")) {
      assertThatThrownBy(() -> rows(sql)).as(sql).isInstanceOf(SQLException.class);
      assertThat(rows("SELECT count(*) FROM t").toString()).as(sql).isEqualTo("[[0]]");
    }
    connection.setAutoCommit(false);
    assertThatThrownBy(() -> rows("INSERT INTO t (a) VALUES (5) RETURNING 1 / (a - 5)"))
        .isInstanceOf(SQLException.class);
    connection.rollback();
    connection.setAutoCommit(true);
    assertThat(rows("SELECT count(*) FROM t").toString()).isEqualTo("[[0]]");
  }

  @Test
  void listsHaveValuesOfAllTypes() throws SQLException {
    update("CREATE SEQUENCE s");
    assertThat(
            rows("INSERT INTO t (a) VALUES (1), (2) RETURNING NULL, a AS x, a AS x,"
                    + " INTERVAL '1' DAY, [a], {'k': a}, nextval('s') > 0, 1.5, b")
                .toString())
        .isEqualTo(
            "[[null, 1, 1, 1 day, [1], {'k': 1}, true, 1.5, x],"
                + " [null, 2, 2, 1 day, [2], {'k': 2}, true, 1.5, x]]");
    assertThat(rows("SELECT nextval('s')").toString()).isEqualTo("[[3]]");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2_049, 131_073, 400_000})
  void manyRowsAreReturnedOnce(int count) throws SQLException {
    long sum = 0;
    long rows = 0;
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "INSERT INTO t (a, b) SELECT n, random() FROM range("
                    + count
                    + ") r(n) RETURNING d, b")) {
      for (; result.next(); rows++) {
        sum += result.getLong(1) + result.getString(2).hashCode();
      }
    }
    assertThat(rows).isEqualTo(count);
    long stored = 0;
    for (List<String> row : rows("SELECT d, b FROM t")) {
      stored += Long.parseLong(row.getFirst()) + row.getLast().hashCode();
    }
    assertThat(sum).isEqualTo(stored);
  }

  @Test
  void parametersAndNamesHaveTheirValues() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO t (a, b) VALUES (?, ?) RETURNING a, b AS \"B b\"")) {
      assertThat(insert.getMetaData().getColumnLabel(2)).isEqualTo("B b");
      assertThat(insert.getParameterMetaData().getParameterCount()).isEqualTo(2);
      for (int i = 1; i < 4; i++) {
        insert.setInt(1, i);
        insert.setString(2, "v" + i);
        assertThat(JdbcTest.rows(insert.executeQuery())).containsExactly(List.of("" + i, "v" + i));
      }
      assertThatThrownBy(insert::executeUpdate).hasMessageContaining("executeQuery");
    }
    update("PREPARE p AS INSERT INTO t (a) SELECT $1 + 1 RETURNING d");
    assertThat(rows("EXECUTE p(20)").toString()).isEqualTo("[[42]]");
    update("ALTER TABLE t ALTER a TYPE BIGINT");
    assertThat(rows("EXECUTE p(21)").toString()).isEqualTo("[[44]]");
  }

  @Test
  void nothingIsReturnedOrStoredIfOneRowIsRefused() throws SQLException {
    for (String sql :
        List.of(
            "INSERT INTO t (a) VALUES (1), (NULL) RETURNING a",
            "INSERT INTO t (a) VALUES (1), (1000000) RETURNING a",
            "INSERT INTO t (a, c) VALUES (1, 1), (2, 99999) RETURNING a")) {
      assertThatThrownBy(() -> rows(sql)).isInstanceOf(SQLException.class);
    }
    assertThatThrownBy(() -> rows("INSERT INTO t (a) VALUES (1) RETURNING count(*)"))
        .hasMessageContaining("expressions of one row");
    assertThatThrownBy(() -> rows("INSERT INTO t (a) VALUES (1) RETURNING list(a)"))
        .hasMessageContaining("row");
    assertThatThrownBy(() -> rows("INSERT INTO t (a) VALUES (1) RETURNING (SELECT 1)"))
        .hasMessageContaining("sub-query");
    assertThatThrownBy(() -> rows("INSERT INTO t (a) VALUES (1) RETURNING nothing"))
        .hasMessageContaining("nothing");
    assertThat(rows("SELECT count(*) FROM t").toString()).isEqualTo("[[0]]");
  }

  @Test
  void rowsOfATransactionAreReturnedBeforeItsEnd() throws SQLException {
    connection.setAutoCommit(false);
    assertThat(rows("INSERT INTO t (a) VALUES (1) RETURNING d").toString()).isEqualTo("[[2]]");
    connection.rollback();
    assertThat(rows("INSERT INTO t (a) VALUES (5), (6) RETURNING a").toString())
        .isEqualTo("[[5], [6]]");
    connection.commit();
    connection.setAutoCommit(true);
    assertThat(rows("SELECT a FROM t ORDER BY a").toString()).isEqualTo("[[5], [6]]");
    connection.setReadOnly(true);
    assertThatThrownBy(() -> rows("INSERT INTO t (a) VALUES (1) RETURNING d"))
        .hasMessageContaining("read");
  }

  @Test
  void rowsOfOtherSchemasAreReturned() throws SQLException {
    update("CREATE SCHEMA other");
    update("CREATE TABLE other.u (a INTEGER)");
    assertThat(rows("INSERT INTO other.u VALUES (1) RETURNING a + 1").toString())
        .isEqualTo("[[2]]");
    assertThat(rows("INSERT INTO other.u SELECT a + 6 FROM other.u RETURNING a").toString())
        .isEqualTo("[[7]]");
    assertThat(rows("SELECT sum(a) FROM other.u").toString()).isEqualTo("[[8]]");
  }
}
