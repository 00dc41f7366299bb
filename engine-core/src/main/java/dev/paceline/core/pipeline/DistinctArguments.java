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
 * Computes aggregates of the distinct values of one column by two aggregations: the first one finds
 * the distinct pairs of keys and values, the second one computes the aggregates of these. So values
 * are partitioned, spilled and given back as groups are. Aggregates of all rows of a group are
 * computed for each pair, and the second aggregation combines them. Where values are whole numbers
 * of a narrow range it is better to keep them as bits.
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
    List<AggregateCall> calls =
        aggregate.calls().stream().filter(call -> !call.distinct()).toList();
    return new PlanNode.Aggregate(aggregate.input(), keys, calls);
  }

  /** The aggregates of the pairs. */
  static PlanNode.Aggregate ofPairs(PlanNode.Aggregate aggregate, PlanNode.Aggregate pairs) {
    int value = aggregate.keys().length;
    int next = value + 1;
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.calls()) {
      if (call.distinct()) {
        calls.add(call.of(value));
      } else {
        AggregateFunction function = combining(call.function());
        if (function == null) {
          throw new IllegalStateException(call.function() + " cannot be combined");
        }
        calls.add(new AggregateCall(function, next, false, -1, call.type()));
        next++;
      }
    }
    return new PlanNode.Aggregate(
        pairs, IntStream.range(0, value).toArray(), calls, aggregate.expectedGroups());
  }

  /**
   * Returns the only argument of all calls that want distinct values, if there is one, and if the
   * other calls can be combined; else -1.
   */
  private static int argument(PlanNode.Aggregate aggregate) {
    int argument = -1;
    for (AggregateCall call : aggregate.calls()) {
      if (!call.distinct()) {
        // Strings would be kept for each pair, though few pairs change those of their group.
        if (combining(call.function()) == null || call.type().family() == TypeFamily.BYTES) {
          return -1;
        }
        continue;
      }
      boolean supported =
          call.argument() >= 0
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

  /** Returns what makes the result for all rows of results for some of them; null if nothing. */
  private static @Nullable AggregateFunction combining(AggregateFunction function) {
    return switch (function) {
      case COUNT, SUM0 -> AggregateFunction.SUM0;
      case SUM, MIN, MAX, ANY_VALUE, BOOL_AND, BOOL_OR, BIT_AND, BIT_OR, BIT_XOR -> function;
      case SINGLE_VALUE,
          VAR_POP,
          VAR_SAMP,
          STDDEV_POP,
          STDDEV_SAMP,
          QUANTILE_CONT,
          QUANTILE_DISC,
          MODE,
          CONCATENATION,
          ARG_MIN,
          ARG_MAX,
          FIRST,
          LAST,
          LIBRARY ->
          null;
    };
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
