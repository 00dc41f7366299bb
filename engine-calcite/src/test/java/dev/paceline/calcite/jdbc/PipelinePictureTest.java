package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SHOW PIPELINES: the pipelines of a query as a table and as a picture. */
class PipelinePictureTest extends JdbcTest {
  @BeforeEach
  @Override
  void connect() throws SQLException {
    connection = DriverManager.getConnection("jdbc:paceline:mem:;memory=512m;workers=2");
    update("CREATE TABLE t AS SELECT a.i * 10 + b.i AS i FROM " + digits("a") + ", " + digits("b"));
  }

  private static String digits(String name) {
    return "(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS " + name + " (i)";
  }

  /** The number of the only query that there is. */
  private String number() throws SQLException {
    List<List<String>> queries = rows("SHOW QUERIES");
    assertThat(queries).hasSize(1);
    return queries.getFirst().getFirst();
  }

  /** Until the only query has nothing more to do; it is still there because it is not closed. */
  private void awaitEnd() throws SQLException {
    List<List<String>> running;
    do {
      running = rows("SELECT number FROM paceline.queries WHERE state = 'running'");
    } while (!running.isEmpty());
  }

  private List<String> picture() throws SQLException {
    return rows("SHOW PIPELINES " + number() + " AS DOT").stream().map(List::getFirst).toList();
  }

  /** Without the numbers that are other ones each time. */
  private static List<String> withoutTimes(List<String> picture) {
    return picture.stream()
        .map(line -> line.replaceAll("\\d+ orders?, \\d+\\.\\d{3} ms", "N"))
        .map(line -> line.replaceAll("query \\d+:", "query:"))
        .toList();
  }

  @Test
  void whatHasEndedIsGreen() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet ended =
            statement.executeQuery(
                "SELECT a.i, count(*) FROM t a, t b WHERE a.i = b.i GROUP BY a.i ORDER BY 1")) {
      assertThat(ended.next()).isTrue();
      awaitEnd();
      assertThat(withoutTimes(picture()))
          .containsExactly(
              "digraph pipelines {",
              "  rankdir=BT;",
              "  label=\"query: SELECT a.i, count(*) FROM t a, t b WHERE a.i = b.i GROUP BY …\";",
              "  node [shape=box, style=filled];",
              "  0 [label=\"0 done\\n"
                  + "scan t\\n"
                  + "→ build of hash join INNER\\n"
                  + "N\", fillcolor=palegreen];",
              "  1 [label=\"1 done\\n"
                  + "scan t\\n"
                  + "→ hash join INNER\\n"
                  + "→ group\\n"
                  + "N\", fillcolor=palegreen];",
              "  2 [label=\"2 done\\n"
                  + "rest of hash join INNER\\n"
                  + "→ group\\n"
                  + "N\", fillcolor=palegreen];",
              "  3 [label=\"3 done\\ngroups\\n→ sort\\nN\", fillcolor=palegreen];",
              "  4 [label=\"4 done\\nsorted\\n→ result\\nN\", fillcolor=palegreen];",
              "  0 -> 1;",
              "  1 -> 2;",
              "  2 -> 3;",
              "  3 -> 4;",
              "}");
    }
  }

  /** Its result is full, so that its pipelines stay as they are. */
  @Test
  void whatRunsIsYellowAndWhatWaitsIsBlue() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet running =
            statement.executeQuery(
                "SELECT n.i FROM (SELECT x.i FROM t x, t y, t z, t u) n FULL JOIN t b ON n.i ="
                    + " b.i")) {
      assertThat(running.next()).isTrue();
      List<List<String>> pipelines = rows("SHOW PIPELINES " + number());
      assertThat(pipelines)
          .isNotEmpty()
          .hasSameSizeAs(rows("SELECT * FROM paceline.pipelines"))
          .extracting(List::getFirst)
          .containsOnly(number());
      List<String> picture = picture();
      for (List<String> pipeline : pipelines) {
        String colour =
            switch (pipeline.get(3)) {
              case "done" -> "palegreen";
              case "running" -> "yellow";
              default -> "lightblue";
            };
        assertThat(picture)
            .filteredOn(line -> line.startsWith("  " + pipeline.get(1) + " [label="))
            .singleElement()
            .asString()
            .startsWith(
                "  " + pipeline.get(1) + " [label=\"" + pipeline.get(1) + " " + pipeline.get(3))
            .contains(pipeline.get(2).replace(" → ", "\\n→ "))
            .endsWith(", fillcolor=" + colour + "];");
      }
      assertThat(pipelines)
          .extracting(pipeline -> pipeline.get(3))
          .contains("done", "running", "waiting");
    }
    assertThat(rows("SHOW QUERIES")).isEmpty();
  }

  @Test
  void rowsThatAreTakenWhileTheirProducerRunsAreDashed() throws SQLException {
    update("SET unit_of_transfer = 1");
    try (Statement statement = connection.createStatement();
        ResultSet ended =
            statement.executeQuery("SELECT count(*) FROM t a, t b WHERE a.i = b.i AND a.i < 7")) {
      assertThat(ended.next()).isTrue();
      assertThat(ended.getInt(1)).isEqualTo(7);
      awaitEnd();
      assertThat(picture())
          .filteredOn(line -> line.contains("->"))
          .containsExactly(
              "  0 -> 1;",
              "  0 -> 2;",
              "  1 -> 2 [style=dashed];",
              "  2 -> 3;",
              "  2 -> 4 [style=dashed];",
              "  3 -> 4 [style=dashed];",
              "  4 -> 5;");
      assertThat(rows("SHOW PIPELINES " + number()))
          .extracting(pipeline -> pipeline.get(7))
          .containsExactly("", "", "1", "", "2, 3", "");
    }
  }

  @Test
  void namesAreQuoted() throws SQLException {
    update("CREATE TABLE \"a\"\"\\\" AS SELECT i AS \"x\"\"y\" FROM t");
    try (Statement statement = connection.createStatement();
        ResultSet ended = statement.executeQuery("SELECT \"x\"\"y\"\nFROM \"a\"\"\\\"")) {
      assertThat(ended.next()).isTrue();
      List<String> picture = picture();
      assertThat(picture.get(4)).contains("scan a\\\"\\\\\\n→ result");
      assertThat(picture.get(2)).contains("SELECT \\\"x\\\"\\\"y\\\"");
    }
  }

  @Test
  void queriesThatAreNotThereAreNamed() throws SQLException {
    assertThatThrownBy(() -> rows("show /* it */ pipelines 999999999 as dot;"))
        .hasMessageContaining(
            "there is no query 999999999 to show; SHOW QUERIES lists those that there are");
    assertThat(rows("show pipelines 999999999")).isEmpty();
    assertThatThrownBy(() -> rows("SHOW PIPELINES 1 AS TEXT")).isInstanceOf(SQLException.class);
  }
}
