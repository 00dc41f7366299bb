package dev.paceline.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.PacelineException;
import org.junit.jupiter.api.Test;

class TpchQueriesTest {
  @Test
  void everyQueryIsThereWithoutPlaceholders() {
    for (int number = 1; number <= TpchQueries.COUNT; number++) {
      assertThat(TpchQueries.sql(number, 1))
          .as("query %d", number)
          .containsIgnoringCase("select")
          .doesNotContain("${")
          .doesNotEndWith(";");
    }
  }

  @Test
  void thresholdOfQuery11FollowsTheScale() {
    assertThat(TpchQueries.sql(11, 1)).contains("* 0.0001 from");
    assertThat(TpchQueries.sql(11, 10)).contains("* 0.00001 from");
    assertThat(TpchQueries.sql(11, 0.01)).contains("* 0.01 from");
  }

  @Test
  void unknownNumbersAreRefused() {
    assertThatThrownBy(() -> TpchQueries.sql(23, 1))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("1 to 22");
  }
}
