package dev.paceline.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.benchmarks.suite.OperatorSuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryChoiceTest {
  private static List<String> names(String... names) {
    return new QueryChoice(names).of(new OperatorSuite(), 1).stream().map(Query::name).toList();
  }

  @Test
  void choosesQueriesAndFamilies() {
    assertThat(names("join-text", "fetch")).containsExactly("join-text", "fetch-rows");
    assertThat(names("sort")).hasSizeGreaterThan(4).allMatch(name -> name.startsWith("sort-"));
    assertThat(new QueryChoice().of(new TpchSuite(), 1)).hasSize(22);
    assertThat(new QueryChoice("1").of(new TpchSuite(), 1)).hasSize(1);
  }

  @Test
  void anUnknownNameIsAnError() {
    assertThatThrownBy(() -> names("sor"))
        .hasMessageContaining("sort-text")
        .hasMessageEndingWith("not sor");
  }
}
