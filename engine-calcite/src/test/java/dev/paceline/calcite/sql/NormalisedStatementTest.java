package dev.paceline.calcite.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NormalisedStatementTest {
  @Test
  void literalsSpacesCommentsAndCaseDoNotMatter() {
    String expected = "select a1, sum(b) from t where c = ? and d < ? and \"E\" <> ?";
    for (String sql :
        new String[] {
          "select a1, sum(b) from t where c = 'x' and d < 10 and \"E\" <> 1.5e3",
          "SELECT a1, SUM(b)\n\tFROM t -- all\n WHERE c = 'it''s' AND d < 0 AND \"E\" <> 0x1F",
          "/* first */ select a1, sum(b) from t where c = ? and d < ? and \"E\" <> ?;"
        }) {
      assertThat(NormalisedStatement.of(sql).replace("??", "?").replace(";", ""))
          .isEqualTo(expected);
    }
  }

  @Test
  void namesAndShapesDo() {
    assertThat(NormalisedStatement.of("select a from t"))
        .isNotEqualTo(NormalisedStatement.of("select a from u"))
        .isNotEqualTo(NormalisedStatement.of("select a from t where a > 1"));
    assertThat(NormalisedStatement.of("select \"a\" from t"))
        .isNotEqualTo(NormalisedStatement.of("select \"A\" from t"));
    String head = "select " + "a + ".repeat(500);
    assertThat(NormalisedStatement.of(head + "b")).isNotEqualTo(NormalisedStatement.of(head + "c"));
    assertThat(NormalisedStatement.of(head + "b").length()).isLessThan(1_020);
  }

  @Test
  void whatIsNotEndedEndsAtTheEnd() {
    for (String sql : new String[] {"'", "\"", "/*", "--", "1.", "", "'a' '", "/"}) {
      assertThat(NormalisedStatement.of(sql)).as(sql).isNotNull();
    }
  }
}
