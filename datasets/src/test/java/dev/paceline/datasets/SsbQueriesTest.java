package dev.paceline.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.PacelineException;
import org.junit.jupiter.api.Test;

class SsbQueriesTest {
  @Test
  void everyQueryIsThere() {
    assertThat(SsbQueries.NAMES).hasSize(13).doesNotHaveDuplicates();
    assertThat(SsbQueries.NAMES.stream().map(SsbQueries::sql))
        .doesNotHaveDuplicates()
        .allSatisfy(
            sql -> assertThat(sql).startsWith("select ").contains("lineorder").doesNotEndWith(";"));
  }

  @Test
  void onlyTheThirdFlightMayTie() {
    assertThat(SsbQueries.NAMES.stream().filter(name -> !SsbQueries.isTotallyOrdered(name)))
        .containsExactly("3.1", "3.2", "3.3", "3.4");
  }

  @Test
  void unknownNamesAreRefused() {
    assertThatThrownBy(() -> SsbQueries.sql("5.1"))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("1.1, 1.2")
        .hasMessageContaining("not 5.1");
  }
}
