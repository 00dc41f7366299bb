package dev.paceline.core.sched.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What all policies do with priorities of any size. */
class SchedulingPolicyKindTest {
  private static final int DRAWS = 6_000;
  private static final int ORDER_NANOS = 1_000_000;
  private static final int MAX = Integer.MAX_VALUE;
  private static final int[][] PAIRS = {
    {1, 2}, {1, MAX}, {2, MAX}, {1_023, 1_024}, {1_024, 1_025}, {5_000, 5_003}, {MAX - 1, MAX}
  };

  /** The share of the orders that the more important of two queries gets. */
  private static double share(SchedulingPolicyKind kind, int low, int high) {
    SchedulingPolicy policy = kind.create(new SplittableRandom(5));
    Contender less = new Contender("less", low, new OrderTimes(ORDER_NANOS));
    Contender more = new Contender("more", high, new OrderTimes(ORDER_NANOS));
    policy.add(less);
    policy.add(more);
    int count = 0;
    for (int i = 0; i < DRAWS; i++) {
      Contender chosen = policy.choose(List.of(less, more));
      count += chosen == more ? 1 : 0;
      policy.began(chosen);
      chosen.add(0, ORDER_NANOS);
      policy.ended(chosen, ORDER_NANOS, ORDER_NANOS);
    }
    return (double) count / DRAWS;
  }

  @ParameterizedTest
  @EnumSource(SchedulingPolicyKind.class)
  void theMoreImportantGetsAtLeastHalf(SchedulingPolicyKind kind) {
    for (int[] pair : PAIRS) {
      assertThat(share(kind, pair[0], pair[1]))
          .as("%s, %d and %d", kind, pair[0], pair[1])
          .isGreaterThan(0.48);
    }
  }

  @Test
  void exponentialSharesDependOnTheDistanceAlone() {
    for (int[] pair : PAIRS) {
      double weight = Math.pow(2, (double) pair[1] - pair[0]);
      double expected = Double.isInfinite(weight) ? 1 : weight / (1 + weight);
      assertThat(share(SchedulingPolicyKind.EXPONENTIAL, pair[0], pair[1]))
          .as("%d and %d", pair[0], pair[1])
          .isCloseTo(expected, within(0.03));
    }
  }

  @Test
  void proportionalSharesAreExactUpToTheGreatestPriority() {
    for (SchedulingPolicyKind kind :
        List.of(SchedulingPolicyKind.STRIDE, SchedulingPolicyKind.PROPORTIONAL)) {
      for (int[] pair : PAIRS) {
        assertThat(share(kind, pair[0], pair[1]))
            .as("%s, %d and %d", kind, pair[0], pair[1])
            .isCloseTo((double) pair[1] / ((double) pair[0] + pair[1]), within(0.03));
      }
    }
  }

  @Test
  void oneSeedGivesOneRun() {
    for (SchedulingPolicyKind kind : SchedulingPolicyKind.values()) {
      assertThat(share(kind, 3, 4)).isEqualTo(share(kind, 3, 4));
    }
  }
}
