package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.type.DoubleOrder;
import java.lang.foreign.MemorySegment;

/**
 * Computes a quantile of each group by selection among its values, or the most frequent value.
 *
 * @param values of the argument; they are moved within their groups
 * @param result gets the values of the groups: a {@link DoubleState} for doubles, else a {@link
 *     LongState}
 */
record SelectedValue(AggregateCall call, GroupValues values, State result) {
  /** Computes the values of the groups up to a number, when their values are sorted by group. */
  void compute(int lastGroup, CancellationToken cancellation) {
    result.reserve(lastGroup);
    QuickSelect select = new QuickSelect(values.sorted(), cancellation);
    MostFrequentValue mostFrequent = new MostFrequentValue(values.sorted(), select, cancellation);
    for (int group = 1; group <= lastGroup; group++) {
      if ((group & 0xfff) == 0) {
        cancellation.check();
      }
      long begin = values.begin(group);
      long end = values.end(group);
      if (begin < end) {
        compute(select, mostFrequent, group, begin, end);
      }
    }
  }

  private void compute(
      QuickSelect select, MostFrequentValue mostFrequent, int group, long begin, long end) {
    if (result instanceof DoubleState doubles) {
      double value =
          call.function() == AggregateFunction.QUANTILE_CONT
              ? interpolated(select, begin, end)
              : DoubleOrder.decode(one(select, mostFrequent, begin, end));
      set(doubles.values(), group, value);
    } else if (result instanceof LongState longs) {
      longs.values().set(JAVA_LONG, 8L * group, one(select, mostFrequent, begin, end));
    }
  }

  private static void set(MemorySegment doubles, int group, double value) {
    doubles.set(JAVA_DOUBLE, 8L * group, value);
  }

  private long one(QuickSelect select, MostFrequentValue mostFrequent, long begin, long end) {
    return switch (call.function()) {
      case QUANTILE_DISC -> discrete(select, begin, end);
      case MODE -> mostFrequent.find(begin, end);
      default -> throw new IllegalStateException(call.function() + " of whole numbers");
    };
  }

  private double interpolated(QuickSelect select, long begin, long end) {
    double distance = (end - begin - 1) * call.fraction();
    long below = (long) Math.floor(distance);
    double low = DoubleOrder.decode(select.select(begin, end, begin + below));
    if (distance == below) {
      return low;
    }
    // No value behind the selected one is smaller: the smallest of them is the next one.
    double high = DoubleOrder.decode(select.smallest(begin + below + 1, end));
    return low == high ? low : low + (high - low) * (distance - below);
  }

  private long discrete(QuickSelect select, long begin, long end) {
    double count = end - begin;
    long upTo = (long) (count - Math.floor(count - count * call.fraction()));
    return select.select(begin, end, begin + Math.max(upTo, 1) - 1);
  }
}
