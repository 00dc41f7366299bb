package dev.paceline.calcite.settings;

import dev.paceline.core.exec.ConsumerLimits;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.sched.policy.Contender;

/**
 * The share of the engine that each query of a session gets.
 *
 * @param priority how important it is, from 1 on
 * @param memoryBytes what it should hold in memory at most; {@link MemoryBudget#FAIR_SHARE} for its
 *     share of what there is
 * @param unitOfTransfer how many rows it hands from one operator to the next at once
 * @param workers that run orders of it at once, at most
 */
public record QueryResources(
    int priority, long memoryBytes, UnitOfTransfer unitOfTransfer, int workers) {
  /** The resources of queries without settings or hints. */
  public static final QueryResources DEFAULT =
      new QueryResources(
          Contender.DEFAULT_PRIORITY,
          MemoryBudget.FAIR_SHARE,
          UnitOfTransfer.AUTO,
          Integer.MAX_VALUE);

  public QueryResources withPriority(int other) {
    return new QueryResources(other, memoryBytes, unitOfTransfer, workers);
  }

  public QueryResources withMemory(long bytes) {
    return new QueryResources(priority, bytes, unitOfTransfer, workers);
  }

  /** Returns a copy with another unit of transfer; block size and consumers stay. */
  public QueryResources withUnitOfTransfer(UnitOfTransfer other) {
    UnitOfTransfer unit =
        other.withBlockBytes(unitOfTransfer.blockBytes()).withConsumers(unitOfTransfer.consumers());
    return new QueryResources(priority, memoryBytes, unit, workers);
  }

  /** Returns a copy with another size of the blocks between operators. */
  public QueryResources withTransferBlock(long bytes) {
    return new QueryResources(priority, memoryBytes, unitOfTransfer.withBlockBytes(bytes), workers);
  }

  /** Returns a copy with other limits of the workers that consume these blocks at once. */
  public QueryResources withTransferConsumers(ConsumerLimits limits) {
    return new QueryResources(priority, memoryBytes, unitOfTransfer.withConsumers(limits), workers);
  }

  public QueryResources withWorkers(int count) {
    return new QueryResources(priority, memoryBytes, unitOfTransfer, count);
  }
}
