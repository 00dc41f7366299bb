package dev.paceline.calcite.estimate;

import org.apache.calcite.plan.RelOptCluster;
import org.jspecify.annotations.Nullable;

/**
 * The memory that all queries have together. It is in the context of the planner, for choices
 * between an operator that keeps its input in memory and one that writes to temporary files.
 *
 * @param bytes the limit of the engine
 */
public record PlannedMemory(long bytes) {
  /** Returns the memory that the queries of an expression have; no limit if none is known. */
  public static PlannedMemory of(RelOptCluster cluster) {
    @Nullable PlannedMemory memory = cluster.getPlanner().getContext().unwrap(PlannedMemory.class);
    return memory == null ? new PlannedMemory(Long.MAX_VALUE) : memory;
  }
}
