package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** RANDOM gives each row a number of its own. */
final class RandomNumbersTest extends JdbcTest {
  @BeforeEach
  void fill() throws SQLException {
    update(
        "CREATE TABLE t AS WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE"
            + " n < 5000) SELECT n FROM r");
  }

  @Test
  void rowsDifferAndStayInTheRange() throws SQLException {
    assertThat(
            rows("SELECT min(x) >= 0, max(x) < 1, count(DISTINCT x) > 4990, avg(x) BETWEEN 0.4"
                    + " AND 0.6 FROM (SELECT random() AS x FROM t)")
                .toString())
        .isEqualTo("[[true, true, true, true]]");
  }

  @Test
  void aConditionKeepsAboutItsShare() throws SQLException {
    String share = rows("SELECT count(*) FROM t WHERE random() < 0.5").getFirst().getFirst();
    assertThat(Integer.parseInt(share)).isBetween(2000, 3000);
  }
}
