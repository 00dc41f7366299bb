package dev.paceline.calcite.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Our tables in a model of Calcite's own driver. */
class CalciteModelTest {
  private static final String MODEL =
      """
      inline:{"version": "1.0", "defaultSchema": "shop", "schemas": [
        {"name": "shop", "type": "custom",
         "factory": "dev.paceline.calcite.adapter.PacelineSchemaFactory",
         "operand": {%s}}]}
      """;

  private static Connection keeper;

  @BeforeAll
  static void fill() throws SQLException {
    keeper = DriverManager.getConnection("jdbc:paceline:mem:model;memory=64m;workers=1");
    try (Statement statement = keeper.createStatement()) {
      statement.execute("CREATE TABLE items (id INTEGER, name VARCHAR(10), price DECIMAL(10, 2))");
      statement.execute("INSERT INTO items VALUES (1, 'a', 1.5), (2, 'b', 2.5), (3, 'b', NULL)");
      statement.execute("CREATE TABLE stays (id INTEGER, begun TIMESTAMP, stay INTERVAL)");
      statement.execute(
          "INSERT INTO stays VALUES (1, TIMESTAMP '2024-01-31 10:00:00', INTERVAL '1 day 2 hours'),"
              + " (2, TIMESTAMP '2024-02-29 20:00:00', INTERVAL '3 hours'), (3, NULL, NULL)");
    }
  }

  @AfterAll
  static void close() throws SQLException {
    keeper.close();
    EngineInstance.closeMemory("model");
  }

  private static Connection connect(String operand) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("model", MODEL.formatted(operand));
    properties.setProperty("lex", "JAVA");
    return DriverManager.getConnection("jdbc:calcite:", properties);
  }

  private static List<String> query(String sql) throws SQLException {
    try (Connection connection = connect("\"name\": \"model\"");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.append(i == 1 ? "" : ",").append(result.getString(i));
        }
        rows.add(row.toString());
      }
      return rows;
    }
  }

  @Test
  void answersQueries() throws SQLException {
    assertThat(query("SELECT * FROM items ORDER BY id"))
        .containsExactly("1,a,1.50", "2,b,2.50", "3,b,null");
    assertThat(query("SELECT id FROM items WHERE name = 'b' AND price > 2")).containsExactly("2");
    assertThat(query("SELECT name, count(*) FROM items GROUP BY name ORDER BY name"))
        .containsExactly("a,1", "b,2");
    assertThat(query("SELECT x.id, y.id FROM items x JOIN items y ON x.id = y.id + 1 ORDER BY 1"))
        .containsExactly("2,1", "3,2");
    assertThat(query("SELECT sum(price) FROM items")).containsExactly("4.00");
  }

  @Test
  void hasCalcitesIntervals() throws SQLException {
    assertThat(
            query(
                "SELECT id, begun + INTERVAL '1' MONTH, begun - INTERVAL '1 12' DAY TO HOUR"
                    + " FROM stays ORDER BY id"))
        .containsExactly(
            "1,2024-02-29 10:00:00,2024-01-29 22:00:00",
            "2,2024-03-29 20:00:00,2024-02-28 08:00:00",
            "3,null,null");
    assertThat(query("SELECT id, begun + stay FROM stays WHERE stay > INTERVAL '20' HOUR"))
        .containsExactly("1,2024-02-01 12:00:00");
    assertThat(query("SELECT stay, stay + INTERVAL '1' DAY, id * INTERVAL '7' MONTH FROM stays"))
        .containsExactly(
            "+1 02:00:00.000000,+2 02:00:00.000000,+7",
            "+0 03:00:00.000000,+1 03:00:00.000000,+14",
            "null,null,+21");
  }

  @Test
  void letsTheEngineRunWhatItCan() throws SQLException {
    assertThat(query("EXPLAIN PLAN FOR SELECT id + 1 FROM items WHERE price > 2"))
        .singleElement()
        .asString()
        .contains("PacelineToEnumerable", "PacelineTableScan", "filter=[>(")
        .doesNotContain("EnumerableFilter");
  }

  @Test
  void saysWhatIsWrongWithOperands() {
    assertThatThrownBy(() -> connect("\"directry\": \"x\""))
        .rootCause()
        .hasMessageContaining("there is no setting directry");
    assertThatThrownBy(() -> connect("\"workers\": 1"))
        .rootCause()
        .hasMessageContaining("needs either the operand directory or the operand name");
    assertThatThrownBy(() -> connect("\"name\": \"model\", \"timeZone\": \"UTC\""))
        .rootCause()
        .hasMessageContaining("timeZone is for connections of jdbc:paceline: only");
  }
}
