package dev.paceline.core.plan;

import dev.paceline.core.type.DataType;

/**
 * One aggregate of an {@link PlanNode.Aggregate}.
 *
 * @param argument input column; -1 for COUNT(*)
 * @param distinct whether equal arguments of a group count once
 * @param filter a BOOLEAN input column, rows for which it is not true are left out; -1 for none
 * @param type of the result
 */
public record AggregateCall(
    AggregateFunction function, int argument, boolean distinct, int filter, DataType type) {}
