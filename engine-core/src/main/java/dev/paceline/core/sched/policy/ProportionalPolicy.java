package dev.paceline.core.sched.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Shares of the workers' time in proportion to priorities: first a class of equal priority is
 * drawn, then, {@linkplain FairPolicy fairly}, a query in it (Quickstep §2.10, PP).
 *
 * <p>The source divides a class's share by the arithmetic mean of its order times. But a fair draw
 * makes their expected time the harmonic mean, so that classes of unlike queries would starve: with
 * two of 3 ms beside one of 1 and one of 9 at twice the priority, 0.72 to 1 instead of 2 to 1.
 */
public final class ProportionalPolicy implements SchedulingPolicy {
  private final Share share;
  private final boolean harmonic;
  private final SchedulingPolicy within;
  private final Lottery lottery;
  private final List<List<Contender>> classes = new ArrayList<>();

  /** How much a class gets. */
  @FunctionalInterface
  public interface Share {
    /**
     * The share of a class, finite and not negative; only ratios matter.
     *
     * @param priority of the class
     * @param highest priority of all classes that are drawn from; that class has more than 0
     */
    double of(int priority, int highest);
  }

  /** Shares like priorities. */
  public ProportionalPolicy(RandomGenerator random) {
    this(random, (priority, highest) -> priority, true);
  }

  /**
   * @param share of a class by its priority
   * @param harmonic whether a class's order time is the harmonic mean; the arithmetic one is kept
   *     for comparison
   */
  public ProportionalPolicy(RandomGenerator random, Share share, boolean harmonic) {
    this.share = share;
    this.harmonic = harmonic;
    this.within = new FairPolicy(random);
    this.lottery = new Lottery(random);
  }

  @Override
  public Contender choose(List<Contender> candidates) {
    int count = 0;
    for (int i = 0; i < candidates.size(); i++) {
      count = classify(candidates.get(i), count);
    }
    int highest = 0;
    for (int i = 0; i < count; i++) {
      highest = Math.max(highest, classes.get(i).getFirst().priority());
    }
    boolean known = FairPolicy.areTimesKnown(candidates);
    lottery.clear();
    for (int i = 0; i < count; i++) {
      List<Contender> members = classes.get(i);
      double weight = share.of(members.getFirst().priority(), highest);
      lottery.add(known ? weight / meanTime(members) : weight);
    }
    return within.choose(classes.get(lottery.draw()));
  }

  /** Puts a query into its class; returns how many classes there are. */
  private int classify(Contender query, int count) {
    for (int i = 0; i < count; i++) {
      if (classes.get(i).getFirst().priority() == query.priority()) {
        classes.get(i).add(query);
        return count;
      }
    }
    if (count == classes.size()) {
      classes.add(new ArrayList<>());
    }
    classes.get(count).clear();
    classes.get(count).add(query);
    return count + 1;
  }

  private double meanTime(List<Contender> members) {
    double sum = 0;
    for (int i = 0; i < members.size(); i++) {
      double time = members.get(i).times().predicted();
      sum += harmonic ? 1 / time : time;
    }
    return harmonic ? members.size() / sum : sum / members.size();
  }
}
