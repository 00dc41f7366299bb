package dev.paceline.core.sched.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AgeingPolicyTest {
  private static final long STEP = (long) AgeingPolicy.STEP_NANOS;

  private final SchedulingPolicy policy = new AgeingPolicy();

  private Contender query(String name, int priority) {
    Contender query = new Contender(name, priority, new OrderTimes());
    policy.add(query);
    return query;
  }

  @Test
  void whoWaitsIsServedInTheEndAndOnlyOnce() {
    Contender low = query("low", 1);
    Contender high = query("high", 5);
    StringBuilder served = new StringBuilder();
    for (int i = 0; i < 18; i++) {
      Contender next = policy.choose(List.of(low, high));
      served.append(next == low ? 'l' : 'h');
      policy.began(next);
      policy.ended(next, Double.NaN, STEP);
    }
    assertThat(served.toString()).isEqualTo("hhhhlhhhhlhhhhlhhh");
  }

  @Test
  void equalsTakeTurns() {
    List<Contender> equals = List.of(query("a", 3), query("b", 3), query("c", 3));
    StringBuilder served = new StringBuilder();
    for (int i = 0; i < 9; i++) {
      Contender next = policy.choose(equals);
      served.append(next.name());
      policy.began(next);
      policy.ended(next, Double.NaN, STEP);
    }
    assertThat(served.toString()).isEqualTo("abcabcabc");
  }
}
