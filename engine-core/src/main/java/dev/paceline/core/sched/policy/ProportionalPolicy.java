package dev.paceline.core.sched.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Shares the workers' time in proportion to priorities: it draws a class of queries of equal
 * priority first, and then {@linkplain FairPolicy fairly} a query of the class (Quickstep §2.10,
 * PP).
 *
 * <p>The source divides the share of a class by the arithmetic mean of its order times. A fair draw
 * within the class makes the expected time the harmonic mean, though, and with the arithmetic mean
 * classes of unlike queries starve. For example, queries of 1 and 9 ms with twice the priority of
 * two queries of 3 ms get 0.72 times their time instead of twice their time.
 */
public class ProportionalPolicy implements SchedulingPolicy {
  private final Share share;
  private final SchedulingPolicy within;
  private final Lottery lottery;
  private final List<List<Contender>> classes = new ArrayList<>();

  /** The share of a class of queries. */
  @FunctionalInterface
  public interface Share {
    /**
     * Returns the share of a class, finite and not negative. Only the ratios of shares matter.
     *
     * @param priority the priority of the class
     * @param highest the highest priority of all classes; that class has a share above 0
     */
    double of(int priority, int highest);
  }

  /** Creates a policy whose shares are the priorities. */
  public ProportionalPolicy(RandomGenerator random) {
    this(random, (priority, highest) -> priority);
  }

  /**
   * Creates a policy with other shares.
   *
   * @param random the source of all draws
   * @param share the share of a class by its priority
   */
  public ProportionalPolicy(RandomGenerator random, Share share) {
    this.share = share;
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

  /** Puts a query into its class. Returns the number of classes. */
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

  /** Returns the expected time of an order of a class, whose queries all have predictions. */
  protected double meanTime(List<Contender> members) {
    double sum = 0;
    for (int i = 0; i < members.size(); i++) {
      sum += 1 / members.get(i).times().predicted();
    }
    return members.size() / sum;
  }
}
