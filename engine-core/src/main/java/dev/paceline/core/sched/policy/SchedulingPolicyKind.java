package dev.paceline.core.sched.policy;

import dev.paceline.core.error.Choice;
import java.util.random.RandomGenerator;

/** The scheduling policies of an engine, which a setting chooses from. */
public enum SchedulingPolicyKind {
  /** Time in proportion to priorities, exact to within one order. */
  STRIDE,
  /** Equal time, by random draws. */
  FAIR,
  /** The highest priority first. */
  HIGHEST_PRIORITY,
  /** Time in proportion to priorities, by random draws. */
  PROPORTIONAL,
  /** Time by random draws, where each priority gets twice the time of the one below it. */
  EXPONENTIAL,
  /** The highest priority first, where the priority grows while a query waits. */
  AGEING,
  /** The earliest deadline first; queries without a deadline get the remaining time. */
  DEADLINE,
  /** Equal numbers of orders, by random draws, however long they take. */
  UNIFORM;

  private static final double EXPONENTIAL_BASE = 2;

  /** Returns the name that SET takes. */
  public String sqlName() {
    return Choice.nameOf(this);
  }

  /** Returns whether queries of a higher priority get more time. */
  public boolean usesPriorities() {
    return this != FAIR && this != UNIFORM;
  }

  /** Creates a policy that has not learned anything yet. */
  public SchedulingPolicy create(RandomGenerator random) {
    return switch (this) {
      case STRIDE -> new StridePolicy();
      case FAIR -> new FairPolicy(random);
      case HIGHEST_PRIORITY -> new HighestPriorityPolicy(random);
      case PROPORTIONAL -> new ProportionalPolicy(random);
      case EXPONENTIAL ->
          // The exponent is the distance to the highest, because 2 to a large power is infinite.
          new ProportionalPolicy(
              random,
              (priority, highest) -> Math.pow(EXPONENTIAL_BASE, (double) priority - highest));
      case AGEING -> new AgeingPolicy();
      case DEADLINE -> new DeadlinePolicy();
      case UNIFORM -> new UniformPolicy(random);
    };
  }
}
