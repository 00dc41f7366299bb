package dev.paceline.core.plan;

import dev.paceline.core.aggregate.LibraryAggregate;
import dev.paceline.core.type.DataType;
import org.jspecify.annotations.Nullable;

/**
 * One aggregate of an {@link PlanNode.Aggregate}.
 *
 * @param argument input column; -1 for COUNT(*)
 * @param second input column of the second argument; -1 for none
 * @param distinct whether equal arguments of a group count once
 * @param filter a BOOLEAN input column, rows for which it is not true are left out; -1 for none
 * @param type of the result
 * @param library the function if it is {@link AggregateFunction#LIBRARY}; else null
 * @param fraction from 0 to 1, of a quantile; 0 for other functions
 */
public record AggregateCall(
    AggregateFunction function,
    int argument,
    int second,
    boolean distinct,
    int filter,
    DataType type,
    @Nullable LibraryAggregate library,
    double fraction) {
  /** A call of one of the engine's own functions. */
  public AggregateCall(
      AggregateFunction function, int argument, boolean distinct, int filter, DataType type) {
    this(function, argument, -1, distinct, filter, type, null, 0);
  }

  /** The same function of all values of another column. */
  public AggregateCall of(int column) {
    return new AggregateCall(function, column, -1, false, -1, type, library, fraction);
  }
}
