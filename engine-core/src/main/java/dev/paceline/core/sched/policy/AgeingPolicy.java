package dev.paceline.core.sched.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The highest priority first, but a priority grows while its query waits, by one for each {@link
 * #STEP_NANOS} of workers' time; with its next order a query is back at its own. So those of low
 * priorities are late, but nobody starves. Among equals, who has waited longest.
 *
 * <p>Time is that of the workers, so that there is no need of a clock.
 */
public final class AgeingPolicy implements SchedulingPolicy {
  /** The time of workers that is worth one step of priority. */
  static final double STEP_NANOS = 100e6;

  private final Map<Contender, Double> servedAt = new HashMap<>();

  /** Workers' time on all orders so far. */
  private double now;

  @Override
  public void add(Contender query) {
    servedAt.put(query, now);
  }

  @Override
  public void remove(Contender query) {
    servedAt.remove(query);
  }

  @Override
  public Contender choose(List<Contender> candidates) {
    Contender best = candidates.getFirst();
    double most = agedPriority(best);
    for (int i = 1; i < candidates.size(); i++) {
      Contender other = candidates.get(i);
      double priority = agedPriority(other);
      if (priority > most || priority == most && servedAt(other) < servedAt(best)) {
        best = other;
        most = priority;
      }
    }
    return best;
  }

  private double agedPriority(Contender query) {
    return query.priority() + (now - servedAt(query)) / STEP_NANOS;
  }

  private double servedAt(Contender query) {
    return servedAt.getOrDefault(query, now);
  }

  @Override
  public void began(Contender query) {
    servedAt.put(query, now);
  }

  @Override
  public void ended(Contender query, double predicted, long nanos) {
    now += nanos;
    servedAt.replace(query, now);
  }
}
