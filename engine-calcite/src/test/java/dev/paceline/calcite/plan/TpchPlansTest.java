package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.runtime.PacelineToEnumerable;
import dev.paceline.datasets.TpchQueries;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The plans of TPC-H with the statistics of scale 1. After a change that was meant, write them anew
 * with {@code -Dpaceline.plans=src/test/resources/plans} and read the difference.
 */
class TpchPlansTest {
  private static final SqlFrontEnd FRONT_END = new SqlFrontEnd();

  @BeforeAll
  static void addTables() {
    TpchStatistics.addTo(FRONT_END.schema());
  }

  @ParameterizedTest
  @ValueSource(
      ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22})
  void runsInTheEngineAsPlannedBefore(int number) throws Exception {
    RelNode plan = FRONT_END.plan(TpchQueries.sql(number, 1));

    assertThat(plan).isInstanceOf(PacelineToEnumerable.class);
    assertThat(plan.getInput(0)).isInstanceOf(PacelineRel.class);
    String text = PlanText.of(plan.getInput(0));
    assertThat(text).as(RelOptUtil.toString(plan)).doesNotContain("cross");
    assertThat(text).isEqualTo(expected(number, text));
  }

  @Test
  void whatOnlyAConditionBelowAnOuterJoinTestsIsNotRead() throws Exception {
    RelNode plan =
        FRONT_END.plan(
            "select c_custkey, o_orderkey from customer left join orders on c_custkey = o_custkey"
                + " and o_comment not like '%special%requests%'");

    assertThat(RelOptUtil.toString(plan))
        .contains("columns=[[o_orderkey, o_custkey]], filter=[NOT(LIKE(");
  }

  @Test
  void parametersArePlannedLikeLiterals() throws Exception {
    RelNode plan =
        FRONT_END.plan(
            "select sum(l_extendedprice) from lineitem, part where l_partkey = p_partkey"
                + " and p_size = ? and l_quantity < ?");
    assertThat(PlanText.of(plan.getInput(0)))
        .isEqualTo(
            """
            Aggregate {}
              HashJoin INNER filters
                probe lineitem filtered
                build part filtered
            """);
  }

  private static String expected(int number, String actual) throws IOException {
    String name = "q%02d.txt".formatted(number);
    String folder = System.getProperty("paceline.plans");
    if (folder != null) {
      Files.writeString(Path.of(folder, name), actual);
      return actual;
    }
    try (InputStream in = TpchPlansTest.class.getResourceAsStream("/plans/" + name)) {
      assertThat(in).as("the expected plan " + name).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
