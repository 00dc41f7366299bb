package dev.paceline.core.sched.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlinePolicyTest {
  private final SchedulingPolicy policy = new DeadlinePolicy();

  private Contender query(String name, int priority, long deadline) {
    Contender query = new Contender(name, priority, new OrderTimes(), deadline);
    policy.add(query);
    return query;
  }

  private void serve(Contender query, long nanos) {
    policy.began(query);
    policy.ended(query, Double.NaN, nanos);
  }

  @Test
  void theEarliestDeadlineComesFirstThenThoseWithoutByTheirPriorities() {
    Contender none = query("none", 1, Contender.NO_DEADLINE);
    Contender twice = query("twice", 2, Contender.NO_DEADLINE);
    Contender late = query("late", 9, 500);
    Contender soon = query("soon", 1, 400);
    assertThat(policy.choose(List.of(none, twice, late, soon))).isSameAs(soon);
    assertThat(policy.choose(List.of(none, twice, late))).isSameAs(late);
    int[] served = new int[2];
    for (int i = 0; i < 30; i++) {
      Contender next = policy.choose(List.of(none, twice));
      served[next == none ? 0 : 1]++;
      serve(next, 1_000_000);
    }
    assertThat(served[1]).isBetween(19, 21);
  }

  /** {@link System#nanoTime} may be negative, and run over. */
  @Test
  void deadlinesAreComparedByTheirDifference() {
    Contender before = query("before", 1, Long.MAX_VALUE - 10);
    Contender after = query("after", 1, Long.MIN_VALUE + 10);
    assertThat(policy.choose(List.of(after, before))).isSameAs(before);
  }
}
