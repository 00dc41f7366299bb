package dev.paceline.calcite.adapter;

import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.sched.policy.Contender;

/**
 * What each query of a session gets of the engine.
 *
 * @param priority how important it is, from 1 on
 * @param memoryBytes what it should hold in memory at most; {@link MemoryBudget#FAIR_SHARE} for its
 *     share of what there is
 */
public record QueryResources(int priority, long memoryBytes) {
  /** What queries get of which nobody says anything. */
  public static final QueryResources DEFAULT =
      new QueryResources(Contender.DEFAULT_PRIORITY, MemoryBudget.FAIR_SHARE);

  public QueryResources withPriority(int other) {
    return new QueryResources(other, memoryBytes);
  }

  public QueryResources withMemory(long bytes) {
    return new QueryResources(priority, bytes);
  }
}
