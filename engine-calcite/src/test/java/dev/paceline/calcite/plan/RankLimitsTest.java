package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.plan.RelOptUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Filters that want the first ranks of each partition say so to the window functions below. */
class RankLimitsTest {
  private static final SqlFrontEnd FRONT_END = new SqlFrontEnd();

  @BeforeAll
  static void addTables() {
    TpchStatistics.addTo(FRONT_END.schema());
  }

  private static String plan(String functions, String condition) throws Exception {
    return RelOptUtil.toString(
        FRONT_END.plan(
            "select o_orderkey from (select o_orderkey, "
                + functions
                + " from orders window w as (partition by o_custkey order by o_totalprice)) where "
                + condition));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rank() over w as r                           | r <= 3             | 3",
        "rank() over w as r                           | 3 > r              | 2",
        "row_number() over w as r                     | r = 1              | 1",
        "row_number() over w as r                     | r between 2 and 5  | 5",
        "row_number() over w as r                     | r in (1, 4)        | 4",
        "rank() over w as r                           | r < 2.5 and r <> 1 | 2",
        "rank() over w as r, dense_rank() over w as d | r <= 9 and r <= 4  | 4"
      })
  void theFirstRanksAreWanted(String functions, String condition, int rank) throws Exception {
    assertThat(plan(functions, condition)).contains("firstRanks=[" + rank + "]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rank() over w as r                      | r >= 3",
        "rank() over w as r                      | r <= 3 or o_orderkey = 7",
        "rank() over w as r                      | r <= o_orderkey",
        "rank() over w as r                      | r < 1",
        "dense_rank() over w as r                | r <= 3",
        "rank() over w as r, count(*) over w as n| r <= 3 and n > 1"
      })
  void allRowsAreWanted(String functions, String condition) throws Exception {
    assertThat(plan(functions, condition)).doesNotContain("firstRanks");
  }

  @ParameterizedTest
  @ValueSource(strings = {"= 1", "<= 1", "< 2"})
  void qualifyIsAFilter(String comparison) throws Exception {
    assertThat(
            RelOptUtil.toString(
                FRONT_END.plan(
                    "select * from orders qualify row_number()"
                        + " over (partition by o_custkey order by o_orderdate desc) "
                        + comparison)))
        .contains("firstRanks=[1]");
  }
}
