package dev.paceline.benchmarks.variants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.datasets.TpchQueries;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryVariantsTest {
  @Test
  void everySeedGivesAllQueries() {
    List<Query> first = QueryVariants.of(1, 1);
    assertThat(first).hasSize(2 * TpchQueries.COUNT);
    for (long seed = 1; seed <= 30; seed++) {
      List<Query> queries = QueryVariants.of(1, seed);
      assertThat(queries).isEqualTo(QueryVariants.of(1, seed));
      for (int i = 0; i < queries.size(); i++) {
        assertThat(queries.get(i).sql()).as("seed %d", seed).doesNotContain("#o", "#s", "#e", "#t");
      }
    }
    List<Query> other = QueryVariants.of(1, 2);
    long different =
        first.stream().filter(query -> other.stream().noneMatch(query::equals)).count();
    assertThat(different).as("queries that differ between two seeds").isGreaterThan(35);
  }

  @Test
  void theSecondVariantOfAQueryHasAPredicateMore() {
    List<Query> queries = QueryVariants.of(1, 5);
    for (int i = 0; i < queries.size(); i += 2) {
      assertThat(queries.get(i).name()).isEqualTo((i / 2 + 1) + ".1");
      assertThat(queries.get(i + 1).name()).isEqualTo((i / 2 + 1) + ".2");
      assertThat(queries.get(i + 1).sql().length())
          .isGreaterThan(queries.get(i).sql().length() + 10);
    }
  }
}
