package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SET VARIABLE, RESET VARIABLE and getvariable. */
final class SessionVariablesTest extends JdbcTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          5                                     | [[5, INTEGER]]
          upper('a')                            | [[A, VARCHAR]]
          1.50::DECIMAL(9, 2)                   | [[1.50, DECIMAL(9,2)]]
          DATE '2024-02-29'                     | [[2024-02-29, DATE]]
          TIME '01:02:03.5'                     | [[01:02:03.5, TIME]]
          true                                  | [[true, BOOLEAN]]
          1e10                                  | [[1.0E10, DOUBLE]]
          [1, NULL]                             | [[[1, NULL], INTEGER[]]]
          MAP {'a': [1]}                        | [[{a=[1]}, MAP(VARCHAR, INTEGER[])]]
          (SELECT max(x) FROM range(5) AS t(x)) | [[4, BIGINT]]
          NULL::INTEGER                         | [[null, INTEGER]]
          """)
  void variablesHaveValuesOfAllTypes(String value, String expected) throws SQLException {
    update("SET VARIABLE v = " + value);
    assertThat(rows("SELECT getvariable('V'), typeof(getvariable('v'))").toString())
        .isEqualTo(expected);
  }

  @Test
  void plansFollowTheValue() throws SQLException {
    String sql = "SELECT getvariable('v')";
    assertThat(rows(sql).toString()).isEqualTo("[[null]]");
    try (PreparedStatement prepared = connection.prepareStatement(sql)) {
      for (int i = 0; i < 3; i++) {
        update("SET VARIABLE v = " + i);
        assertThat(rows(sql).toString()).isEqualTo("[[" + i + "]]");
        assertThat(rows(prepared.executeQuery()).toString()).isEqualTo("[[" + i + "]]");
      }
      update("SET VARIABLE v TO getvariable('v') + 1");
      assertThat(rows(prepared.executeQuery()).toString()).isEqualTo("[[3]]");
      update("RESET VARIABLE v");
      assertThat(rows(prepared.executeQuery()).toString()).isEqualTo("[[null]]");
      update("RESET VARIABLE v");
    }
  }

  @Test
  void viewsMacrosAndLimitsSeeVariables() throws SQLException {
    update("CREATE VIEW seen AS SELECT getvariable('v') AS v");
    update("CREATE MACRO now_is() AS getvariable('v')");
    update("SET VARIABLE v = 2");
    assertThat(rows("SELECT v, now_is() FROM seen").toString()).isEqualTo("[[2, 2]]");
    update("SET VARIABLE v = 3");
    assertThat(rows("SELECT v, now_is() FROM seen").toString()).isEqualTo("[[3, 3]]");
    assertThat(rows("FROM range(9) LIMIT getvariable('v')").toString())
        .isEqualTo("[[0], [1], [2]]");
    update("SET VARIABLE few = [1, 7]");
    assertThat(rows("FROM range(9) AS t(x) WHERE x IN getvariable('few') ORDER BY x").toString())
        .isEqualTo("[[1], [7]]");
  }

  @Test
  void sessionsDoNotSeeEachOthersVariables() throws SQLException {
    update("SET VARIABLE v = 1");
    assertThat(rows("SELECT getvariable('v')").toString()).isEqualTo("[[1]]");
    String url = connection.getMetaData().getURL();
    try (Connection other = DriverManager.getConnection(url);
        Statement statement = other.createStatement();
        ResultSet result = statement.executeQuery("SELECT getvariable('v')")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getObject(1)).isNull();
    }
  }

  @Test
  void parametersAreValues() throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement("SET VARIABLE v = ? + 1")) {
      prepared.setInt(1, 41);
      prepared.execute();
    }
    assertThat(rows("SELECT getvariable('v')").toString()).isEqualTo("[[42]]");
  }

  @Test
  void errorsSayWhatIsWrong() throws SQLException {
    assertThatThrownBy(() -> update("SET VARIABLE v = 1 / 0")).hasMessageContaining("division");
    assertThatThrownBy(() -> update("SET VARIABLE v = nothing")).hasMessageContaining("nothing");
    assertThatThrownBy(() -> rows("SELECT getvariable(lower('v'))"))
        .hasMessageContaining("write getvariable('name')");
    assertThatThrownBy(() -> update("SET VARIABLE v = repeat('x', 20000000)"))
        .hasMessageContaining("16777215");
    assertThat(rows("SELECT getvariable(NULL)").toString()).isEqualTo("[[null]]");
  }
}
