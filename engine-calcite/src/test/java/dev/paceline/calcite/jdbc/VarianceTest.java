package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Variances and standard deviations, in the engine and in Calcite's code above it. */
class VarianceTest extends JdbcTest {
  @BeforeEach
  void makeTable() throws SQLException {
    update("create table t (g integer, x double, d decimal(12, 2), n bigint)");
    // Far from zero, so that a difference of sums of squares would have no digit left.
    update(
        """
        insert into t values (1, 1e9 + 4, 1.00, 9007199254740993), (1, 1e9 + 7, 2.00, null),
          (1, 1e9 + 13, 4.00, null), (1, 1e9 + 16, null, null), (2, 5, 7.00, null),
          (3, null, null, null)\
        """);
  }

  @Test
  void losesNoDigitsFarFromZero() throws SQLException {
    assertThat(row("select var_samp(x), var_pop(x), stddev_samp(x) from t where g = 1"))
        .containsExactly(30.0, 22.5, Math.sqrt(30));
    assertThat(explained("select var_samp(x) from t where g = 1")).doesNotContain("Enumerable");
  }

  @Test
  void givesDecimalsForDecimals() throws SQLException {
    assertThat(row("select var_samp(d), stddev_pop(d), var_pop(distinct g) from t where g = 1"))
        .containsExactly(new BigDecimal("2.333333333333"), new BigDecimal("1.247219128925"), 0.0);
  }

  @Test
  void givesNullForTooFewValues() throws SQLException {
    assertThat(
            row("select var_samp(x), var_pop(x), stddev_samp(n), stddev_pop(n) from t where g = 2"))
        .containsExactly(null, 0.0, null, null);
    assertThat(row("select var_pop(x), stddev_samp(d) from t where g = 9"))
        .containsExactly(null, null);
    assertThat(row("select var_samp(n), var_pop(n) from t")).containsExactly(null, 0.0);
    assertThat(row("select var_samp(d) filter (where d < 3) from t"))
        .containsExactly(new BigDecimal("0.500000000000"));
  }

  @Test
  void agreesOverAndBelowWindows() throws SQLException {
    String overWindow =
        """
        select var_samp(v), stddev_pop(d) from (
          select x - 1e9 as v, d, row_number() over (order by x) as r from t where g = 1) as w
        where r > 0\
        """;
    assertThat(explained(overWindow)).contains("PacelineWindow");
    List<@Nullable Object> values = row(overWindow);
    assertThat((Double) values.get(0)).isCloseTo(30, within(1e-9));
    assertThat(((BigDecimal) values.get(1)).doubleValue()).isCloseTo(1.247219, within(1e-5));
  }

  private List<@Nullable Object> row(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      List<@Nullable Object> values = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        values.add(rows.getObject(i));
      }
      return values;
    }
  }

  private String explained(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("explain " + sql)) {
      StringBuilder plan = new StringBuilder();
      while (rows.next()) {
        plan.append(rows.getString(1)).append('\n');
      }
      return plan.toString();
    }
  }
}
