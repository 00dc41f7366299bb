package dev.paceline.core.sched.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OrderTimeHistoryTest {
  private final OrderTimeHistory history = new OrderTimeHistory();

  @Test
  void aStatementIsExpectedToTakeWhatItTookLast() {
    assertThat(history.prior("a")).isNaN();
    history.ended("a", 0, 0);
    assertThat(history.prior("a")).as("no order says nothing").isNaN();
    history.ended("a", 10, 1000);
    history.ended("b", 1, 300);
    assertThat(history.prior("a")).isEqualTo(100);
    history.ended("a", 2, 1000);
    assertThat(history.prior("a")).isEqualTo(500);
    assertThat(history.prior("c")).as("the mean of all statements").isEqualTo(400);
  }

  @Test
  void statementsThatEndedLongAgoAreForgotten() {
    history.ended("first", 1, 1_000_000);
    history.ended("second", 1, 1_000_000);
    for (int i = 0; i < 255; i++) {
      history.ended("first", 1, 7_000); // not forgotten: it ended again
      history.ended("statement " + i, 1, 10);
    }
    assertThat(history.prior("first")).isEqualTo(7_000);
    assertThat(history.prior("second")).isCloseTo((255 * 10 + 7_000) / 256.0, within(1e-6));
  }
}
