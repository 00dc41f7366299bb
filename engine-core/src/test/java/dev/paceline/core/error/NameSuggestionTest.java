package dev.paceline.core.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NameSuggestionTest {
  @ParameterizedTest
  @CsvSource({"lineitm, lineitem", "ORDRES, orders", "shipdate, l_shipdate", "custmer, customer"})
  void suggestsTheNearestName(String wrong, String meant) {
    assertThat(
            NameSuggestion.nearest(wrong, List.of("customer", "lineitem", "l_shipdate", "orders")))
        .isEqualTo(meant);
  }

  @Test
  void suggestsNothingFarFetched() {
    assertThat(NameSuggestion.nearest("xyz", List.of("customer", "nation"))).isNull();
  }
}
