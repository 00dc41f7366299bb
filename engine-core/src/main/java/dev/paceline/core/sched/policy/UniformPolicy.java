package dev.paceline.core.sched.policy;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Every query is as likely as any other, however long its orders take: the baseline that learns
 * nothing (Quickstep §2.10, STATIC).
 */
public final class UniformPolicy implements SchedulingPolicy {
  private final RandomGenerator random;

  public UniformPolicy(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public Contender choose(List<Contender> candidates) {
    return candidates.get(random.nextInt(candidates.size()));
  }
}
