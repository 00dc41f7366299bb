package dev.paceline.core.sched.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OrderTimesTest {
  private final OrderTimes times = new OrderTimes();

  @Test
  void nothingIsPredictedOfNothingButThePrior() {
    assertThat(times.predicted()).isNaN();
    assertThat(new OrderTimes(7).predicted()).isEqualTo(7);
  }

  @Test
  void theLatestTenTimesOfAnOperatorCount() {
    for (int i = 0; i < 30; i++) {
      times.add(0, i < 20 ? 1000 : 10);
    }
    assertThat(times.predicted()).isEqualTo(10);
  }

  @Test
  void operatorsCountTogetherUntilTheyEnd() {
    times.add(0, 10);
    times.add(0, 10);
    times.add(2, 40);
    assertThat(times.predicted()).isEqualTo(20);
    times.end(0);
    assertThat(times.predicted()).isEqualTo(40);
    times.end(2);
    assertThat(times.predicted()).as("the last idea stays").isEqualTo(40);
    times.end(4);
    assertThat(times.predicted()).isEqualTo(40);
  }

  /** The last order of an operator ends it before its time is known. */
  @Test
  void timesThatComeAfterTheirOperatorsEndDoNotCount() {
    times.add(0, 10);
    times.end(1);
    times.add(1, 1000);
    assertThat(times.predicted()).isEqualTo(10);
    times.end(0);
    times.add(2, 30);
    assertThat(times.predicted()).isEqualTo(30);
  }

  @Test
  void ordersOfNoTimeAtAllChangeNothing() {
    times.add(0, 0);
    assertThat(times.predicted()).isNaN();
    times.add(0, 8);
    assertThat(times.predicted()).isEqualTo(4);
  }
}
