package dev.paceline.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnswerTest {
  private static Answer answer(@Nullable Object... column) {
    return new Answer(Arrays.stream(column).map(value -> Arrays.asList(value)).toList());
  }

  private static @Nullable String difference(@Nullable Object one, @Nullable Object other) {
    return answer(one).differenceFrom(answer(other), true);
  }

  @Test
  void exactNumbersMustBeEqualWhateverTheirScale() {
    assertThat(difference(new BigDecimal("1.50"), new BigDecimal("1.5"))).isNull();
    assertThat(difference(new BigDecimal("1.5000001"), new BigDecimal("1.5"))).contains("row 1");
  }

  @Test
  void doublesMayDifferByAMillionth() {
    assertThat(difference(1e9 + 900, 1e9)).isNull();
    assertThat(difference(1e9 + 1100, 1e9)).isNotNull();
    assertThat(difference(1e-9, 0.0)).as("near zero a millionth of one").isNull();
    assertThat(difference(2.0000001, new BigDecimal("2"))).as("an average").isNull();
  }

  @Test
  void nanAndInfinitiesAreTheSameAsThemselvesOnly() {
    assertThat(difference(Double.NaN, Double.NaN)).isNull();
    assertThat(difference(Double.NaN, 1.0)).isNotNull();
    assertThat(difference(1.0, Double.NaN)).isNotNull();
    assertThat(difference(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY)).isNull();
    assertThat(difference(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)).isNotNull();
  }

  @Test
  void nullIsTheSameAsNullOnly() {
    assertThat(difference(null, null)).isNull();
    assertThat(difference(null, "")).isNotNull();
    assertThat(difference(BigDecimal.ZERO, null)).isNotNull();
  }

  @Test
  void theOrderOfRowsCountsIfItIsFixed() {
    Answer one = answer("a", "b", null);
    Answer other = answer("b", null, "a");
    assertThat(one.differenceFrom(other, false)).isNull();
    assertThat(one.differenceFrom(other, true)).isEqualTo("row 1 is [a], not [b]");
    assertThat(one.differenceFrom(answer("a", "b"), false)).isEqualTo("3 rows, not 2");
  }

  @Test
  void valuesOfBothProductsAreCompared() throws Exception {
    String sql =
        "select cast(1 as bigint), cast(0.5 as double), cast(1.50 as decimal(9, 2)), 'x',"
            + " date '2001-02-03', cast(null as integer)";
    try (Connection ours = DriverManager.getConnection("jdbc:paceline:mem:");
        Connection theirs = DuckDbTables.inMemory()) {
      Query query = new Query("1", sql, true);
      Answer.of(ours, sql).requireSame(Answer.of(theirs, sql), query);
      Answer other = Answer.of(theirs, sql.replace("'x'", "'y'"));
      assertThatThrownBy(() -> Answer.of(ours, sql).requireSame(other, query))
          .isInstanceOf(PacelineException.class)
          .hasMessageContaining("Q1 has another answer: row 1 is");
    }
  }

  @Test
  void rowsWithDecimalsOfOneProductAndDoublesOfTheOtherMatch() {
    Answer decimals =
        Answer.ofRows(
            List.of(
                List.of(new BigDecimal("-0.2"), "b"),
                List.of(new BigDecimal("-0.1"), "c"),
                List.of(new BigDecimal("-0.4"), "a")));
    Answer doubles =
        Answer.ofRows(List.of(List.of(-0.1, "c"), List.of(-0.4, "a"), List.of(-0.2, "b")));
    assertThat(decimals.differenceFrom(doubles, false)).isNull();
    assertThat(doubles.differenceFrom(decimals, false)).isNull();
    assertThat(decimals.differenceFrom(doubles, true)).isNotNull();
  }
}
