package dev.paceline.calcite.adapter;

import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.sched.policy.Contender;

/**
 * What each query of a session gets of the engine.
 *
 * @param priority how important it is, from 1 on
 * @param memoryBytes what it should hold in memory at most; {@link MemoryBudget#FAIR_SHARE} for its
 *     share of what there is
 * @param workers that run orders of it at once, at most
 */
public record QueryResources(int priority, long memoryBytes, int workers) {
  /** What queries get of which nobody says anything. */
  public static final QueryResources DEFAULT =
      new QueryResources(Contender.DEFAULT_PRIORITY, MemoryBudget.FAIR_SHARE, Integer.MAX_VALUE);

  public QueryResources withPriority(int other) {
    return new QueryResources(other, memoryBytes, workers);
  }

  public QueryResources withMemory(long bytes) {
    return new QueryResources(priority, bytes, workers);
  }

  public QueryResources withWorkers(int count) {
    return new QueryResources(priority, memoryBytes, count);
  }
}
