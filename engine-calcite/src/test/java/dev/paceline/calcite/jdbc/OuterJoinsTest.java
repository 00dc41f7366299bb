package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which joins outer joins become under conditions, and that the rows stay the same. */
class OuterJoinsTest extends JdbcTest {
  @BeforeEach
  void makeTables() throws SQLException {
    update("CREATE TABLE a (x INTEGER, y INTEGER)");
    update("CREATE TABLE b (x INTEGER, z INTEGER, w INTEGER NOT NULL)");
    update("CREATE TABLE c (z INTEGER)");
    update("INSERT INTO a VALUES (1, 10), (2, 20), (3, 30), (NULL, 40)");
    update("INSERT INTO b VALUES (1, 100, 1), (2, NULL, 2), (NULL, 300, 3), (9, 900, 4)");
    update("INSERT INTO c VALUES (100), (300), (NULL)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a LEFT JOIN b ON a.x = b.x WHERE b.x IS NULL | anti | 2",
        "a LEFT JOIN b ON a.x = b.x WHERE b.w IS NULL | anti | 2",
        "a LEFT JOIN b ON a.x = b.x WHERE b.x IS NULL AND b.z IS NULL AND a.y > 30 | anti | 1",
        "a LEFT JOIN b ON a.x = b.x WHERE b.z IS NULL | left | 3",
        "a LEFT JOIN b ON a.x = b.x WHERE b.z > 0 | inner | 1",
        "a LEFT JOIN b ON a.x = b.x AND a.y > 10 WHERE b.w IS NULL | anti | 3",
        "a LEFT JOIN b ON a.x = b.x JOIN c ON b.z = c.z | inner,inner | 1",
        "a LEFT JOIN b ON a.x = b.x LEFT JOIN c ON b.z = c.z | left,left | 4",
        "a LEFT JOIN b ON a.x = b.x LEFT JOIN c ON b.z = c.z WHERE c.z > 0 | inner,inner | 1",
        "a RIGHT JOIN b ON a.x = b.x WHERE a.y > 0 | inner | 2",
        "a FULL JOIN b ON a.x = b.x WHERE a.y > 0 | left | 4",
        "a FULL JOIN b ON a.x = b.x WHERE b.w > 0 | right | 4",
        "a FULL JOIN b ON a.x = b.x WHERE b.w > a.y | inner | 0",
        "a FULL JOIN b ON a.x = b.x | full | 6",
        "(SELECT b.x + 1 AS q FROM a LEFT JOIN b ON a.x = b.x) AS s WHERE q > 0 | inner | 2",
        "(SELECT b.x AS q, count(*) FROM a LEFT JOIN b ON a.x = b.x GROUP BY b.x) AS s WHERE q > 0"
            + " | inner | 2",
        "(SELECT b.x AS q, rank() OVER (ORDER BY a.y) AS r FROM a LEFT JOIN b ON a.x = b.x) AS s"
            + " WHERE q > 0 | left | 2",
        "(SELECT b.x AS q FROM a LEFT JOIN b ON a.x = b.x ORDER BY a.y DESC LIMIT 2) AS s WHERE"
            + " q > 0 | left | 0",
      })
  void outerJoinsBecomeWhatTheyAre(String from, String types, int count) throws SQLException {
    String sql = "SELECT * FROM " + from;
    List<String> plan = rows("EXPLAIN " + sql).stream().map(List::getFirst).toList();
    List<String> joins =
        String.join("\n", plan)
            .lines()
            .filter(line -> line.contains("joinType="))
            .map(line -> line.replaceAll(".*joinType=\\[(\\w+)\\].*", "$1"))
            .toList();
    assertThat(joins).as(String.join("\n", plan)).containsExactly(types.split(","));
    assertThat(rows(sql)).hasSize(count);
  }
}
