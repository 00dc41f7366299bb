package dev.paceline.core.sched.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Queries of the highest priority first, {@linkplain FairPolicy fair} among them; those of lower
 * ones get what is left (Quickstep §2.10, HPF).
 */
public final class HighestPriorityPolicy implements SchedulingPolicy {
  private final SchedulingPolicy within;
  private final List<Contender> highest = new ArrayList<>();

  public HighestPriorityPolicy(RandomGenerator random) {
    this.within = new FairPolicy(random);
  }

  @Override
  public Contender choose(List<Contender> candidates) {
    int priority = 0;
    for (int i = 0; i < candidates.size(); i++) {
      priority = Math.max(priority, candidates.get(i).priority());
    }
    highest.clear();
    for (int i = 0; i < candidates.size(); i++) {
      if (candidates.get(i).priority() == priority) {
        highest.add(candidates.get(i));
      }
    }
    return within.choose(highest);
  }
}
