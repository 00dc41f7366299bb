package dev.paceline.core.operator.window;

import dev.paceline.core.plan.SortKey;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.plan.WindowFrame;
import dev.paceline.core.plan.WindowFrame.Bound;
import dev.paceline.core.plan.WindowFrame.BoundKind;
import dev.paceline.core.plan.WindowFrame.Unit;
import dev.paceline.core.plan.WindowFunction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Window functions as the standard defines them, of boxed rows: for each row it looks at all rows
 * of the partition.
 */
final class NaiveWindows {
  private final int[] partitionKeys;
  private final List<SortKey> orderKeys;
  private final List<WindowCall> calls;

  NaiveWindows(int[] partitionKeys, List<SortKey> orderKeys, List<WindowCall> calls) {
    this.partitionKeys = partitionKeys;
    this.orderKeys = orderKeys;
    this.calls = calls;
  }

  /** All rows with the results behind them, in any order. */
  List<List<@Nullable Object>> rows(List<@Nullable Object[]> rows) {
    Map<List<@Nullable Object>, List<@Nullable Object[]>> partitions = new HashMap<>();
    for (@Nullable Object[] row : rows) {
      List<@Nullable Object> key = new ArrayList<>();
      for (int column : partitionKeys) {
        key.add(row[column]);
      }
      partitions.computeIfAbsent(key, unused -> new ArrayList<>()).add(row);
    }
    List<List<@Nullable Object>> results = new ArrayList<>();
    for (List<@Nullable Object[]> partition : partitions.values()) {
      partition.sort(comparator(orderKeys.size()));
      for (int i = 0; i < partition.size(); i++) {
        List<@Nullable Object> result = new ArrayList<>(List.of());
        for (Object value : partition.get(i)) {
          result.add(value);
        }
        for (WindowCall call : calls) {
          result.add(new Evaluated(partition, i, call).value());
        }
        results.add(result);
      }
    }
    return results;
  }

  private Comparator<@Nullable Object[]> comparator(int keys) {
    return (a, b) -> {
      for (SortKey key : orderKeys.subList(0, keys)) {
        int result = compare(a[key.column()], b[key.column()], key);
        if (result != 0) {
          return result;
        }
      }
      return 0;
    };
  }

  private static int compare(@Nullable Object a, @Nullable Object b, SortKey key) {
    if (a == null || b == null) {
      int nullOrder = Boolean.compare(a == null, b == null);
      return key.nullsFirst() ? -nullOrder : nullOrder;
    }
    int result = compareValues(a, b);
    return key.descending() ? -result : result;
  }

  @SuppressWarnings("unchecked")
  private static int compareValues(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }

  /** One function for one row. */
  private final class Evaluated {
    private final List<@Nullable Object[]> partition;
    private final int row;
    private final WindowCall call;
    private final Comparator<@Nullable Object[]> order;

    Evaluated(List<@Nullable Object[]> partition, int row, WindowCall call) {
      this.partition = partition;
      this.row = row;
      this.call = call;
      this.order = comparator(call.peerKeys());
    }

    private int compareWithCurrent(int other) {
      return order.compare(partition.get(other), partition.get(row));
    }

    private @Nullable Object argument(int number, int atRow) {
      return partition.get(atRow)[call.arguments().get(number)];
    }

    private int countOf(java.util.function.IntPredicate condition) {
      return (int) IntStream.range(0, partition.size()).filter(condition).count();
    }

    @Nullable Object value() {
      int size = partition.size();
      int before = countOf(other -> compareWithCurrent(other) < 0);
      return switch (call.function()) {
        case ROW_NUMBER -> row + 1L;
        case RANK -> before + 1L;
        case DENSE_RANK -> 1L + groupOf(row);
        case PERCENT_RANK -> size == 1 ? 0.0 : before / (size - 1.0);
        case CUME_DIST -> countOf(other -> compareWithCurrent(other) <= 0) / (double) size;
        case NTILE -> ntile();
        case LAG -> neighbour(-1);
        case LEAD -> neighbour(1);
        default -> overFrame();
      };
    }

    private long groupOf(int of) {
      return IntStream.range(1, of + 1)
          .filter(other -> order.compare(partition.get(other - 1), partition.get(other)) != 0)
          .count();
    }

    private @Nullable Object ntile() {
      Object buckets = argument(0, row);
      if (buckets == null) {
        return null;
      }
      long number = (Long) buckets;
      long bucket = 1;
      long left = row;
      while (true) {
        long inBucket = partition.size() / number + (bucket <= partition.size() % number ? 1 : 0);
        if (left < inBucket) {
          return bucket;
        }
        left -= inBucket;
        bucket++;
      }
    }

    private @Nullable Object neighbour(int sign) {
      Object distance = argument(1, row);
      if (distance == null) {
        return null;
      }
      long left = sign * (Long) distance;
      int step = Long.signum(left);
      left = Math.abs(left);
      int at = row;
      while (left > 0) {
        at += step;
        if (at < 0 || at >= partition.size()) {
          return null;
        }
        if (!call.ignoreNulls() || argument(0, at) != null) {
          left--;
        }
      }
      return argument(0, at);
    }

    private boolean inFrame(int other) {
      WindowFrame frame = call.frame();
      boolean inside =
          distanceTo(other, frame.lower(), false) && distanceTo(other, frame.upper(), true);
      boolean peer = compareWithCurrent(other) == 0;
      return inside
          && switch (frame.exclusion()) {
            case NONE -> true;
            case CURRENT_ROW -> other != row;
            case GROUP -> !peer;
            case TIES -> other == row || !peer;
          };
    }

    /** Whether a row is on the right side of a bound. */
    private boolean distanceTo(int other, Bound bound, boolean upper) {
      if (bound.kind() == BoundKind.UNBOUNDED_PRECEDING) {
        return !upper;
      }
      if (bound.kind() == BoundKind.UNBOUNDED_FOLLOWING) {
        return upper;
      }
      long distance =
          bound.kind() == BoundKind.CURRENT_ROW
              ? 0
              : (Long) Objects.requireNonNull(partition.get(row)[bound.distance()]);
      distance = bound.kind() == BoundKind.PRECEDING ? -distance : distance;
      int comparison;
      if (call.frame().unit() == Unit.ROWS) {
        comparison = Long.compare(other, row + distance);
      } else if (call.frame().unit() == Unit.GROUPS) {
        comparison = Long.compare(groupOf(other), groupOf(row) + distance);
      } else if (bound.kind() == BoundKind.CURRENT_ROW) {
        comparison = compareWithCurrent(other);
      } else {
        comparison = compareInRange(other, distance);
      }
      return upper ? comparison <= 0 : comparison >= 0;
    }

    private int compareInRange(int other, long distance) {
      SortKey key = orderKeys.getFirst();
      Object mine = partition.get(row)[key.column()];
      Object its = partition.get(other)[key.column()];
      if (mine == null || its == null) {
        return compare(its, mine, key);
      }
      BigDecimal target =
          new BigDecimal(mine.toString())
              .add(BigDecimal.valueOf(key.descending() ? -distance : distance));
      int comparison = new BigDecimal(its.toString()).compareTo(target);
      return key.descending() ? -comparison : comparison;
    }

    private @Nullable Object overFrame() {
      List<Integer> frame =
          IntStream.range(0, partition.size()).filter(this::inFrame).boxed().toList();
      if (call.arguments().isEmpty()) {
        return (long) frame.size();
      }
      switch (call.function()) {
        case STRING_AGG -> {
          return concatenation(frame);
        }
        case ARG_MIN, ARG_MAX -> {
          return atExtreme(frame);
        }
        default -> {
          // follows from the values of the first argument
        }
      }
      List<@Nullable Object> values = new ArrayList<>();
      for (int other : frame) {
        Object value = argument(0, other);
        if ((value != null || keepsNulls()) && !(call.distinct() && values.contains(value))) {
          values.add(value);
        }
      }
      return switch (call.function()) {
        case FIRST_VALUE -> values.isEmpty() ? null : values.getFirst();
        case LAST_VALUE -> values.isEmpty() ? null : values.getLast();
        case NTH_VALUE -> {
          Object n = argument(1, row);
          yield n == null || (Long) n > values.size()
              ? null
              : values.get(((Long) n).intValue() - 1);
        }
        case NTH_SMALLEST -> {
          Object n = argument(1, row);
          values.sort(NaiveWindows::compareValues);
          yield n == null || (Long) n > values.size()
              ? null
              : values.get(((Long) n).intValue() - 1);
        }
        case COUNT -> (long) values.size();
        default -> aggregate(values);
      };
    }

    private @Nullable Object concatenation(List<Integer> frame) {
      StringBuilder text = null;
      for (int other : frame) {
        Object string = argument(0, other);
        if (string == null) {
          continue;
        }
        Object separator = argument(1, other);
        if (text == null) {
          text = new StringBuilder();
        } else if (separator != null) {
          text.append(separator);
        }
        text.append(string);
      }
      return text == null ? null : text.toString();
    }

    private @Nullable Object atExtreme(List<Integer> frame) {
      int best = -1;
      int sign = call.function() == WindowFunction.ARG_MIN ? 1 : -1;
      for (int other : frame) {
        Object key = argument(0, other);
        if (key != null
            && (best < 0
                || sign * compareValues(key, Objects.requireNonNull(argument(0, best))) < 0)) {
          best = other;
        }
      }
      return best < 0 ? null : argument(1, best);
    }

    private boolean keepsNulls() {
      return switch (call.function()) {
        case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> !call.ignoreNulls();
        default -> false;
      };
    }

    private @Nullable Object aggregate(List<@Nullable Object> values) {
      int count = values.size();
      return switch (call.function()) {
        case SUM -> values.isEmpty() ? null : sum(values);
        case SUM0 -> sum(values);
        case MIN -> values.stream().min(NaiveWindows::compareValues).orElse(null);
        case MAX -> values.stream().max(NaiveWindows::compareValues).orElse(null);
        case BIT_AND -> values.stream().map(Long.class::cast).reduce((a, b) -> a & b).orElse(null);
        case BIT_OR -> values.stream().map(Long.class::cast).reduce((a, b) -> a | b).orElse(null);
        case BIT_XOR -> values.stream().map(Long.class::cast).reduce((a, b) -> a ^ b).orElse(null);
        case VAR_POP -> count == 0 ? null : squares(values) / count;
        case VAR_SAMP -> count < 2 ? null : squares(values) / (count - 1);
        case STDDEV_POP -> count == 0 ? null : Math.sqrt(squares(values) / count);
        case STDDEV_SAMP -> count < 2 ? null : Math.sqrt(squares(values) / (count - 1));
        default -> throw new IllegalArgumentException(call.toString());
      };
    }

    private Object sum(List<@Nullable Object> values) {
      if (call.type().family() == dev.paceline.core.type.TypeFamily.FLOATING) {
        return values.stream().mapToDouble(value -> (Double) value).sum();
      }
      BigDecimal sum = BigDecimal.ZERO;
      for (Object value : values) {
        sum = sum.add(new BigDecimal(String.valueOf(value)));
      }
      return call.type().fitsLong() ? sum.longValueExact() : sum;
    }

    private static double squares(List<@Nullable Object> values) {
      double mean = values.stream().mapToDouble(value -> (Double) value).average().orElse(0);
      return values.stream().mapToDouble(value -> Math.pow((Double) value - mean, 2)).sum();
    }
  }
}
