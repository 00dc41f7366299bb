package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.Paceline;
import dev.paceline.benchmarks.knobs.KnobUrl;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.core.exec.Technique;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** TPC-H without each technique and in random join orders, on one database. */
final class TechniquesTest {
  private static final String URL = "jdbc:paceline:mem:techniques;workers=2";
  private static final double SCALE = 0.01;
  private static final QuerySuite SUITE = new TpchSuite();
  private static final int RANDOM_ORDERS = 2;

  private static final List<Answer> EXPECTED = new ArrayList<>();
  private static Connection usual;

  @BeforeAll
  static void askWithAllTechniques() throws SQLException {
    usual = KnobUrl.connect(URL);
    SuiteTables.load(usual, SUITE.dataSet(), SCALE);
    for (Query query : SUITE.queries(SCALE)) {
      EXPECTED.add(Answer.of(usual, query.sql()));
    }
  }

  @AfterAll
  static void close() throws SQLException {
    usual.close();
    Paceline.closeMemory("techniques");
  }

  static Stream<String> experiments() {
    Stream<String> one = Arrays.stream(Technique.values()).map(Technique::key);
    String all =
        Arrays.stream(Technique.values()).map(Technique::key).collect(Collectors.joining(","));
    return Stream.concat(
        Stream.concat(one, Stream.of(all)).map(keys -> "without=" + keys),
        LongStream.range(0, RANDOM_ORDERS)
            .boxed()
            .flatMap(
                seed ->
                    Stream.of("", ";without=lookahead")
                        .map(rest -> "joinOrder=random:" + seed + rest)));
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void answersStayTheSame(String experiment) throws SQLException {
    List<String> wrong = new ArrayList<>();
    try (Connection connection = KnobUrl.connect(URL + ";" + experiment)) {
      List<Query> queries = SUITE.queries(SCALE);
      for (int i = 0; i < queries.size(); i++) {
        Query query = queries.get(i);
        String difference =
            Answer.of(connection, query.sql())
                .differenceFrom(EXPECTED.get(i), query.isTotallyOrdered());
        if (difference != null) {
          wrong.add("Q" + query.name() + ": " + difference);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void ordersAreRandomButTheSameForASeed() throws SQLException {
    Set<String> plans = new HashSet<>();
    for (int seed = 0; seed < 10; seed++) {
      String plan = explain(8, "joinOrder=random:" + seed);
      assertThat(plan)
          .doesNotContain("NestedLoopJoin")
          .isEqualTo(explain(8, "joinOrder=random:" + seed));
      plans.add(plan);
    }
    assertThat(plans).hasSizeGreaterThan(5).doesNotContain(explain(8, "joinOrder=cost"));
  }

  @Test
  void planningDoesWithout() throws SQLException {
    String usualPlan = explain(10, "without=");
    assertThat(usualPlan).contains("PacelineProven");
    assertThat(explain(10, "without=groupKeys")).doesNotContain("PacelineProven");
    assertThat(explain(10, "without=lateText")).contains("PacelineProven").isNotEqualTo(usualPlan);
    assertThat(explain(13, "without=")).contains("unique=[[customer.c_custkey]]");
    assertThat(explain(13, "without=eagerAggregation")).doesNotContain("PacelineProven");
  }

  private static String explain(int query, String experiment) throws SQLException {
    String sql = SUITE.queries(SCALE).get(query - 1).sql();
    try (Connection connection = KnobUrl.connect(URL + ";" + experiment)) {
      return Answer.of(connection, "explain plan for " + sql).rows().toString();
    }
  }
}
