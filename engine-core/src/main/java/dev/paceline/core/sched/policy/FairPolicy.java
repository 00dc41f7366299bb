package dev.paceline.core.sched.policy;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Equal shares of the workers' time: the longer the orders of a query take, the less often it is
 * drawn (Quickstep §2.10, FAIR). All are alike until something is known of each of them.
 */
public final class FairPolicy implements SchedulingPolicy {
  private final Lottery lottery;

  public FairPolicy(RandomGenerator random) {
    this.lottery = new Lottery(random);
  }

  @Override
  public Contender choose(List<Contender> candidates) {
    boolean known = areTimesKnown(candidates);
    lottery.clear();
    for (int i = 0; i < candidates.size(); i++) {
      lottery.add(known ? 1 / candidates.get(i).times().predicted() : 1);
    }
    return candidates.get(lottery.draw());
  }

  static boolean areTimesKnown(List<Contender> queries) {
    for (int i = 0; i < queries.size(); i++) {
      if (Double.isNaN(queries.get(i).times().predicted())) {
        return false;
      }
    }
    return true;
  }
}
