package dev.paceline.core.sched.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * The earliest deadline first (Liu and Layland, Scheduling Algorithms for Multiprogramming in a
 * Hard-Real-Time Environment, 1973); what is left goes to queries that have none, in proportion to
 * their priorities, as {@link StridePolicy} does it.
 */
public final class DeadlinePolicy implements SchedulingPolicy {
  private final SchedulingPolicy others = new StridePolicy();
  private final List<Contender> withoutDeadline = new ArrayList<>();

  @Override
  public void add(Contender query) {
    others.add(query);
  }

  @Override
  public void remove(Contender query) {
    others.remove(query);
  }

  @Override
  public Contender choose(List<Contender> candidates) {
    Contender earliest = null;
    withoutDeadline.clear();
    for (int i = 0; i < candidates.size(); i++) {
      Contender query = candidates.get(i);
      if (query.deadlineNanos() == Contender.NO_DEADLINE) {
        withoutDeadline.add(query);
      } else if (earliest == null || query.deadlineNanos() - earliest.deadlineNanos() < 0) {
        earliest = query;
      }
    }
    return earliest == null ? others.choose(withoutDeadline) : earliest;
  }

  @Override
  public void began(Contender query) {
    if (query.deadlineNanos() == Contender.NO_DEADLINE) {
      others.began(query);
    }
  }

  @Override
  public void ended(Contender query, double predicted, long nanos) {
    if (query.deadlineNanos() == Contender.NO_DEADLINE) {
      others.ended(query, predicted, nanos);
    }
  }
}
