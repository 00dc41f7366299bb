package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** IN with empty lists, with sub-queries, and with NULL on either side. */
class InPredicateTest extends JdbcTest {
  @BeforeEach
  void fill() throws SQLException {
    update("CREATE TABLE t (x INTEGER, s VARCHAR)");
    update("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (NULL, NULL)");
    update("CREATE TABLE nothing (x INTEGER, s VARCHAR)");
  }

  private void assertValues(Map<String, String> expected) throws SQLException {
    Map<String, String> answers = new TreeMap<>();
    for (String expression : expected.keySet()) {
      answers.put(expression, String.valueOf(rows("SELECT " + expression).getFirst().getFirst()));
    }
    assertThat(answers).isEqualTo(new TreeMap<>(expected));
  }

  @Test
  void emptyListsHoldNothingNotEvenNull() throws SQLException {
    assertValues(
        Map.ofEntries(
            Map.entry("1 IN ()", "false"),
            Map.entry("1 NOT IN ()", "true"),
            Map.entry("NULL IN ()", "false"),
            Map.entry("NULL NOT IN ()", "true"),
            Map.entry("NOT 1 IN ( /* none */ )", "true"),
            Map.entry("1 IN ()\n  OR 2 in ( -- )\n )", "false"),
            Map.entry("(1 + 1) IN () IS FALSE", "true"),
            Map.entry("true = 1 IN ()", "false"),
            Map.entry("1 IN () IN ()", "false"),
            Map.entry("(SELECT max(x) FROM t) IN ()", "false"),
            Map.entry("CASE WHEN 'IN ()' NOT IN () THEN 'IN ()' END", "IN ()")));
    assertThat(rows("SELECT x FROM t WHERE x NOT IN () ORDER BY x"))
        .containsExactly(List.of("1"), List.of("2"), java.util.Collections.singletonList(null));
    assertThat(rows("SELECT x FROM t WHERE x IN () OR s IN ()")).isEmpty();
    assertThat(rows("SELECT x AS \"IN ()\" FROM t WHERE x = 1 AND x NOT IN ()"))
        .containsExactly(List.of("1"));
    assertThat(rows("EXPLAIN SELECT x FROM t WHERE x NOT IN ()")).hasSize(2);
    update("INSERT INTO nothing SELECT x, s FROM t WHERE x IN ()");
    assertThat(rows("SELECT * FROM nothing")).isEmpty();
  }

  @Test
  void emptyListsTakeParameters() throws SQLException {
    try (var statement = connection.prepareStatement("SELECT x FROM t WHERE x = ? AND ? IN ()")) {
      statement.setInt(1, 1);
      statement.setInt(2, 7);
      assertThat(rows(statement.executeQuery())).isEmpty();
    }
  }

  @Test
  void emptyListsKeepTheirColumnNamesAndErrorPositions() throws SQLException {
    try (var statement = connection.createStatement();
        var result = statement.executeQuery("SELECT x NOT IN (), x FROM t")) {
      assertThat(result.getMetaData().getColumnLabel(1)).isEqualTo("x NOT IN ()");
    }
    assertThatThrownBy(() -> rows("SELECT x\nFROM t WHERE\tx IN () AND y IN ()"))
        .hasMessageContaining("no column y")
        .hasMessageContaining("line 2, column 26");
    assertThatThrownBy(() -> rows("SELECT x FROM t WHERE x IN () AND position('a' IN ()) = 1"))
        .hasMessageContaining("unexpected ) at line 1, column 52");
    assertThatThrownBy(() -> rows("SELECT x FROM t WHERE x IN (\")\") AND x IN ()"))
        .hasMessageContaining("no column )");
    assertThatThrownBy(() -> rows("SELECT x FROM t WHERE x IN () x IN ()"))
        .hasMessageContaining("unexpected x at line 1, column 31");
    assertThatThrownBy(() -> rows("SELECT x FROM t WHERE x IN (1, )"))
        .hasMessageContaining("unexpected )");
    assertThatThrownBy(() -> rows("SELECT count() IN (), max() FROM t WHERE x = ()"))
        .hasMessageContaining("line 1, column 44");
  }

  @Test
  void nullInSubQueryIsUnknownUnlessTheSubQueryIsEmpty() throws SQLException {
    assertValues(
        Map.ofEntries(
            Map.entry("NULL IN (SELECT x FROM t)", "null"),
            Map.entry("NULL NOT IN (SELECT x FROM t)", "null"),
            Map.entry("NULL IN (SELECT x FROM t WHERE x = 1)", "null"),
            Map.entry("NULL IN (SELECT x FROM nothing)", "false"),
            Map.entry("NULL NOT IN (SELECT x FROM nothing)", "true"),
            Map.entry("NULL IN (SELECT s FROM nothing)", "false"),
            Map.entry("NULL NOT IN (SELECT s FROM t)", "null"),
            Map.entry("NULL IN (SELECT NULL FROM t)", "null"),
            Map.entry("NULL IN (SELECT NULL FROM nothing)", "false"),
            Map.entry("1 IN (SELECT NULL FROM t)", "null"),
            Map.entry("1 IN (SELECT NULL FROM nothing)", "false"),
            Map.entry("NULL = ANY (SELECT x FROM t)", "null"),
            Map.entry("NULL < ALL (SELECT x FROM nothing)", "true"),
            Map.entry("NULL < ALL (SELECT x FROM t)", "null"),
            Map.entry("1 IN (SELECT x FROM t)", "true"),
            Map.entry("3 IN (SELECT x FROM t)", "null"),
            Map.entry("3 NOT IN (SELECT x FROM nothing)", "true")));
    String[][] conditions = {
      {"NULL IN (SELECT x FROM t)", "0"},
      {"NULL NOT IN (SELECT x FROM t)", "0"},
      {"(NULL IN (SELECT x FROM t)) IS NULL", "3"},
      {"NULL IN (SELECT x FROM nothing)", "0"},
      {"NULL NOT IN (SELECT x FROM nothing)", "3"},
      {"NULL NOT IN (SELECT x FROM nothing) AND x = 1", "1"},
      {"NULL IN (SELECT x FROM t) OR x = 1", "1"},
      {"x = 1 AND NULL NOT IN (SELECT u.x FROM t u WHERE u.x > t.x)", "0"},
      {"x = 2 AND NULL NOT IN (SELECT u.x FROM t u WHERE u.x > t.x)", "1"},
      {"x IN (SELECT x FROM t WHERE NULL NOT IN (SELECT x FROM nothing))", "2"}
    };
    for (String[] condition : conditions) {
      assertThat(rows("SELECT count(*) FROM t WHERE " + condition[0]))
          .as(condition[0])
          .containsExactly(List.of(condition[1]));
    }
  }
}
