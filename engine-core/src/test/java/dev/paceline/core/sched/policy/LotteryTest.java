package dev.paceline.core.sched.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Draws come as often as their weights say: a chi-square test at the 0.1 % level. */
class LotteryTest {
  private static final double[] WEIGHTS = {1, 5, 0.5, 20, 3, 3, 1e-3, 7, 11, 2};

  /** Of 9 degrees of freedom. */
  private static final double CRITICAL = 27.88;

  @Test
  void drawsFollowTheWeights() {
    int draws = 1_000_000;
    Lottery lottery = new Lottery(new SplittableRandom(3));
    double total = 0;
    for (double weight : WEIGHTS) {
      lottery.add(weight);
      total += weight;
    }
    long[] drawn = new long[WEIGHTS.length];
    for (int i = 0; i < draws; i++) {
      drawn[lottery.draw()]++;
    }
    double square = 0;
    for (int i = 0; i < drawn.length; i++) {
      double expected = draws * WEIGHTS[i] / total;
      square += (drawn[i] - expected) * (drawn[i] - expected) / expected;
    }
    assertThat(square).isLessThan(CRITICAL);
  }

  @Test
  void oneNumberIsAlwaysDrawnAndOldWeightsAreForgotten() {
    Lottery lottery = new Lottery(new SplittableRandom(3));
    lottery.add(1);
    lottery.add(1e9);
    lottery.clear();
    lottery.add(1e-300);
    assertThat(lottery.draw()).isZero();
  }
}
