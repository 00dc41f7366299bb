package dev.paceline.core.pipeline;

import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates of the distinct values of one column, as two aggregations: the distinct pairs of keys
 * and values, and of these the aggregates. So values are partitioned, spilled and given back as
 * groups are. Where values are whole numbers of a narrow range it is better to keep them as bits.
 */
final class DistinctArguments {
  /** Values of so wide a range, for all groups together, are kept as bits: 8 MB. */
  private static final double MOST_BITS = 1L << 26;

  private DistinctArguments() {}

  /** The pairs; null if the aggregation is to be one. */
  static PlanNode.@Nullable Aggregate pairs(PlanNode.Aggregate aggregate) {
    int argument = argument(aggregate);
    if (argument < 0 || fitsBits(aggregate, argument)) {
      return null;
    }
    int[] keys = Arrays.copyOf(aggregate.keys(), aggregate.keys().length + 1);
    keys[keys.length - 1] = argument;
    return new PlanNode.Aggregate(aggregate.input(), keys, List.of());
  }

  /** The aggregates of the pairs. */
  static PlanNode.Aggregate ofPairs(PlanNode.Aggregate aggregate, PlanNode.Aggregate pairs) {
    int value = aggregate.keys().length;
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.calls()) {
      calls.add(call.of(value));
    }
    return new PlanNode.Aggregate(
        pairs, IntStream.range(0, value).toArray(), calls, aggregate.expectedGroups());
  }

  /** The only argument of all calls, if they want it distinct; else -1. */
  private static int argument(PlanNode.Aggregate aggregate) {
    int argument = -1;
    for (AggregateCall call : aggregate.calls()) {
      boolean supported =
          call.distinct()
              && call.argument() >= 0
              && call.second() < 0
              && call.filter() < 0
              && (argument < 0 || argument == call.argument())
              && call.function() != AggregateFunction.SINGLE_VALUE;
      if (!supported) {
        return -1;
      }
      argument = call.argument();
    }
    return argument;
  }

  private static boolean fitsBits(PlanNode.Aggregate aggregate, int argument) {
    PlanNode input = aggregate.input();
    DataType type = input.types().get(argument);
    if (type.family() == TypeFamily.BOOLEAN) {
      return true;
    }
    if (type.family() != TypeFamily.INTEGRAL || !type.fitsLong()) {
      return false;
    }
    ValueRange range = ColumnRanges.of(input, new int[] {argument})[0];
    double bits = range == null ? Double.MAX_VALUE : values(range);
    for (ValueRange key : ColumnRanges.of(input, aggregate.keys())) {
      bits *= key == null ? 1 : values(key);
    }
    return bits <= MOST_BITS;
  }

  private static double values(ValueRange range) {
    return (double) range.max() - range.min() + 2;
  }
}
