package dev.paceline.benchmarks.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimeModelTest {
  @ParameterizedTest
  @EnumSource
  void timesThatAreAllAlikeGoOn(TimeModel model) {
    for (int count = 1; count <= 10; count++) {
      assertThat(model.predict(series(count, i -> 700), count)).isEqualTo(700);
    }
    assertThat(model.predict(series(10, i -> 0), 10)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void predictionsStayNearWhatWasThere(TimeModel model) {
    Random random = new Random(5);
    for (int round = 0; round < 10_000; round++) {
      int count = 1 + random.nextInt(10);
      long most = 1 + (long) Math.exp(random.nextInt(25));
      long[] times = series(count, i -> random.nextInt(3) * most);
      double mean = TimeModel.MEAN.predict(times, count);
      assertThat(model.predict(times, count)).isBetween(mean / 4 - 1e-9, mean * 4 + 1e-9);
    }
  }

  @Test
  void laterTimesCountMoreWhenSmoothed() {
    long[] jump = series(10, i -> i < 5 ? 100 : 200);
    assertThat(TimeModel.MEAN.predict(jump, 10)).isEqualTo(150);
    // 200 - 100 * 0.7^5
    assertThat(TimeModel.SMOOTHED.predict(jump, 10)).isCloseTo(183.193, within(0.001));
    assertThat(TimeModel.SMOOTHED.predict(jump, 1)).isEqualTo(100);
  }

  /** The times follow x' = 40 + x / 2, which converges to 80. */
  @Test
  void autoregressionFindsTheLineThatTimesFollow() {
    double[] exact = {1000, 540, 310, 195, 137.5, 108.75, 94.375};
    long[] times = series(exact.length, i -> 1000 * exact[i]);
    assertThat(TimeModel.AUTOREGRESSIVE.predict(times, 7)).isCloseTo(87_187.5, within(1.0));
    assertThat(TimeModel.AUTOREGRESSIVE.predict(times, 3))
        .as("too few")
        .isEqualTo(TimeModel.MEAN.predict(times, 3));
  }

  @Test
  void autoregressionKnowsHowTimesTakeTurns() {
    long[] turns = series(10, i -> i % 2 == 0 ? 100 : 300);
    assertThat(TimeModel.AUTOREGRESSIVE.predict(turns, 10)).isCloseTo(100, within(10.0));
    assertThat(TimeModel.AUTOREGRESSIVE.predict(turns, 9)).isCloseTo(300, within(10.0));
  }

  private static long[] series(int count, IntToDoubleFunction time) {
    long[] times = new long[count];
    for (int i = 0; i < count; i++) {
      times[i] = (long) time.applyAsDouble(i);
    }
    return times;
  }
}
