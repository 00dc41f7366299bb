package dev.paceline.core.sched.policy;

import dev.paceline.core.error.Choice;
import java.util.random.RandomGenerator;

/** The policies that an engine can be told to use. */
public enum SchedulingPolicyKind {
  /** Time in proportion to priorities, exact to within an order. */
  STRIDE,
  /** Equal time, by chance. */
  FAIR,
  /** The highest priority first. */
  HIGHEST_PRIORITY,
  /** Time in proportion to priorities, by chance. */
  PROPORTIONAL,
  /** Like proportional, but each priority is worth twice the one below it. */
  EXPONENTIAL,
  /** The highest priority first, which grows while a query waits. */
  AGEING,
  /** The earliest deadline first; the rest goes to queries that have none. */
  DEADLINE,
  /** Orders in equal numbers, by chance, however long they take. */
  UNIFORM;

  private static final double EXPONENTIAL_BASE = 2;

  /** What SET calls it. */
  public String sqlName() {
    return Choice.nameOf(this);
  }

  /**
   * The policy that a user means.
   *
   * @param option what the user calls the choice
   * @param sqlName in any case
   * @throws dev.paceline.core.error.PacelineException INVALID_ARGUMENT if there is none of that
   *     name
   */
  public static SchedulingPolicyKind parse(String option, String sqlName) {
    return Choice.parse(option, sqlName, SchedulingPolicyKind.class);
  }

  /** Whether queries of a higher priority get more. */
  public boolean usesPriorities() {
    return this != FAIR && this != UNIFORM;
  }

  /** A new policy, which knows nothing yet. */
  public SchedulingPolicy create(RandomGenerator random) {
    return switch (this) {
      case STRIDE -> new StridePolicy();
      case FAIR -> new FairPolicy(random);
      case HIGHEST_PRIORITY -> new HighestPriorityPolicy(random);
      case PROPORTIONAL -> new ProportionalPolicy(random);
      case EXPONENTIAL ->
          // by the distance to the highest: powers of large priorities are infinite
          new ProportionalPolicy(
              random,
              (priority, highest) -> Math.pow(EXPONENTIAL_BASE, (double) priority - highest),
              true);
      case AGEING -> new AgeingPolicy();
      case DEADLINE -> new DeadlinePolicy();
      case UNIFORM -> new UniformPolicy(random);
    };
  }
}
