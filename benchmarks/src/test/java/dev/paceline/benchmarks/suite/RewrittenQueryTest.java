package dev.paceline.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RewrittenQueryTest {
  @Test
  void aChangeThatFindsNothingIsAnError() {
    RewrittenQuery query = new RewrittenQuery("select a from t where a = a");
    assertThatThrownBy(() -> query.put("b", "c")).hasMessageContaining("no 'b' in");
    assertThatThrownBy(() -> query.insertBefore("a", "c")).hasMessageContaining("more than once");
    assertThatThrownBy(() -> query.orderBy("a")).hasMessageContaining("no order");
  }

  @Test
  void piecesAreReplacedAllAtOnce() {
    RewrittenQuery query =
        new RewrittenQuery("where d >= '1994' and d < '1995' order by d limit 3");
    assertThat(query.put("1994", "1995", "1995", "$1996").orderBy("e").append(";").sql())
        .isEqualTo("where d >= '1995' and d < '$1996' order by e limit 3;");
  }
}
