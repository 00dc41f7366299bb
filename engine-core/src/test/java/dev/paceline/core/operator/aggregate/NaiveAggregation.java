package dev.paceline.core.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SoakSize;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random rows, and what aggregating them in the most obvious way gives. */
final class NaiveAggregation {
  private static final DataType WIDE = DataType.decimal(38, 2);
  private static final DataType MONEY = DataType.decimal(15, 2);

  /** Argument columns, behind the keys. */
  static final List<DataType> ARGUMENTS =
      List.of(
          DataType.INT32,
          MONEY,
          WIDE,
          DataType.FLOAT64,
          DataType.VARCHAR,
          DataType.BOOLEAN,
          DataType.BOOLEAN,
          DataType.INT64);

  /** Those of the arguments by which rows are compared. */
  private static final int[] COMPARED = {7, 3, 4};

  /** Of an input for all functions at once. */
  static final int FEW_ROWS = 300;

  private static final int PARTS = 3;

  private NaiveAggregation() {}

  /**
   * A random value of a key or an argument.
   *
   * @param early whether values are small and few
   */
  static @Nullable Object value(
      DataType type, Random random, boolean early, boolean key, int nullsOfHundred) {
    if (random.nextInt(100) < nullsOfHundred) {
      return null;
    }
    return switch (type.kind()) {
      case BOOLEAN -> random.nextBoolean();
      case CHAR -> String.valueOf((char) ('A' + random.nextInt(early ? 3 : 6)));
      case INT8 -> (long) random.nextInt(early ? 4 : 250) - 100;
      case INT32 -> (long) random.nextInt(early ? 100 : 100_000) - 50;
      case DATE -> (long) 9000 + random.nextInt(early ? 10 : 3000);
      case INT64 ->
          early
              ? (Object) (1_000_000L + random.nextInt(50))
              : key
                  ? (Object) (random.nextLong() >> random.nextInt(64))
                  : (Object) (random.nextLong() >> 12);
      case DECIMAL ->
          type.fitsLong() || early
              ? BigDecimal.valueOf(random.nextInt(2_000_000) - 1_000_000, type.scale())
              : new BigDecimal(
                  new BigInteger(1 + random.nextInt(100), random)
                      .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1)),
                  type.scale());
      case FLOAT64 -> {
        int kind = random.nextInt(key ? 20 : 1000);
        yield kind == 0 && !early
            ? (Object) (key ? Double.NaN : 0.5)
            : kind == 1 ? (Object) (-0.0) : (Object) (random.nextInt(200) / 2.0 - 20);
      }
      case VARCHAR ->
          "v"
              + "x".repeat(random.nextInt(12))
              + random.nextInt(early ? 5 : 60)
              + (random.nextInt(9) == 0 ? "ä€" : "");
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** All functions on all arguments that they take, plain, filtered and distinct. */
  static List<AggregateCall> calls(int first) {
    int filter = first + 6;
    List<AggregateCall> calls = new ArrayList<>();
    calls.add(new AggregateCall(AggregateFunction.COUNT, -1, false, -1, DataType.INT64));
    calls.add(new AggregateCall(AggregateFunction.COUNT, -1, false, filter, DataType.INT64));
    for (int i = 0; i < ARGUMENTS.size(); i++) {
      DataType type = ARGUMENTS.get(i);
      int argument = first + i;
      for (int f : new int[] {-1, filter}) {
        calls.add(new AggregateCall(AggregateFunction.COUNT, argument, false, f, DataType.INT64));
        calls.add(new AggregateCall(AggregateFunction.COUNT, argument, true, f, DataType.INT64));
        calls.add(new AggregateCall(AggregateFunction.MIN, argument, false, f, type));
        calls.add(new AggregateCall(AggregateFunction.MAX, argument, false, f, type));
        calls.add(new AggregateCall(AggregateFunction.ANY_VALUE, argument, false, f, type));
        calls.add(new AggregateCall(AggregateFunction.FIRST, argument, false, f, type));
        calls.add(new AggregateCall(AggregateFunction.LAST, argument, false, f, type));
        int compared = first + COMPARED[i % COMPARED.length];
        calls.add(row(AggregateFunction.ARG_MIN, argument, compared, f, type));
        calls.add(row(AggregateFunction.ARG_MAX, argument, compared, f, type));
        if (AggregateFunction.canSelect(type)) {
          calls.add(quantile(AggregateFunction.QUANTILE_DISC, argument, i / 7.0, f, type));
          calls.add(quantile(AggregateFunction.QUANTILE_DISC, argument, 0.5, f, type));
          calls.add(new AggregateCall(AggregateFunction.MODE, argument, false, f, type));
        }
        switch (type.family()) {
          case INTEGRAL -> {
            DataType sum = DataType.decimal(38, type.scale());
            calls.add(new AggregateCall(AggregateFunction.SUM, argument, false, f, sum));
            calls.add(new AggregateCall(AggregateFunction.SUM0, argument, false, f, sum));
            calls.add(new AggregateCall(AggregateFunction.SUM, argument, true, f, sum));
            DataType spread = type.equals(MONEY) ? DataType.decimal(38, 6) : DataType.FLOAT64;
            calls.add(new AggregateCall(AggregateFunction.STDDEV_SAMP, argument, false, f, spread));
            calls.add(new AggregateCall(AggregateFunction.VAR_POP, argument, true, f, spread));
            if (type.fitsLong()) {
              calls.add(new AggregateCall(AggregateFunction.BIT_AND, argument, false, f, type));
              calls.add(new AggregateCall(AggregateFunction.BIT_OR, argument, false, f, type));
              calls.add(new AggregateCall(AggregateFunction.BIT_XOR, argument, true, f, type));
              calls.add(new AggregateCall(AggregateFunction.BIT_XOR, argument, false, f, type));
            }
          }
          case FLOATING -> {
            calls.add(new AggregateCall(AggregateFunction.SUM, argument, false, f, type));
            calls.add(new AggregateCall(AggregateFunction.SUM0, argument, true, f, type));
            calls.add(new AggregateCall(AggregateFunction.STDDEV_POP, argument, false, f, type));
            calls.add(new AggregateCall(AggregateFunction.VAR_SAMP, argument, false, f, type));
            calls.add(quantile(AggregateFunction.QUANTILE_CONT, argument, 0.5, f, type));
            calls.add(quantile(AggregateFunction.QUANTILE_CONT, argument, 0.9, f, type));
          }
          case BOOLEAN -> {
            calls.add(new AggregateCall(AggregateFunction.BOOL_AND, argument, false, f, type));
            calls.add(new AggregateCall(AggregateFunction.BOOL_OR, argument, false, f, type));
          }
          case BYTES ->
              calls.add(
                  new AggregateCall(AggregateFunction.CONCATENATION, argument, false, f, type));
        }
      }
    }
    return calls;
  }

  /**
   * A third of the calls, each turn another: for inputs of many rows or many files, whose groups
   * have a state of each call. All calls with the Maven profile {@code soak}.
   */
  static List<AggregateCall> sample(List<AggregateCall> calls, int turn) {
    if (SoakSize.isSoak()) {
      return calls;
    }
    return IntStream.range(0, calls.size())
        .filter(i -> i % PARTS == turn % PARTS)
        .mapToObj(calls::get)
        .toList();
  }

  private static AggregateCall row(
      AggregateFunction function, int argument, int compared, int filter, DataType type) {
    return new AggregateCall(function, argument, compared, false, filter, type, null, 0);
  }

  private static AggregateCall quantile(
      AggregateFunction function, int argument, double fraction, int filter, DataType type) {
    return new AggregateCall(function, argument, -1, false, filter, type, null, fraction);
  }

  /**
   * Asserts that the groups of some rows are as they should be.
   *
   * @param actual keys, then results
   */
  static void compare(
      String what,
      List<@Nullable Object[]> rows,
      int[] keys,
      List<AggregateCall> calls,
      List<DataType> types,
      List<List<@Nullable Object>> actual) {
    Map<List<@Nullable Object>, List<@Nullable Object[]>> groups = new HashMap<>();
    if (keys.length == 0) {
      groups.put(List.of(), new ArrayList<>());
    }
    for (@Nullable Object[] row : rows) {
      List<@Nullable Object> key = new ArrayList<>();
      for (int column : keys) {
        key.add(canonical(row[column]));
      }
      groups.computeIfAbsent(key, unused -> new ArrayList<>()).add(row);
    }
    assertThat(actual).as(what).hasSize(groups.size());
    Set<List<@Nullable Object>> seen = new HashSet<>();
    for (List<@Nullable Object> result : actual) {
      List<@Nullable Object> key = new ArrayList<>(result.subList(0, keys.length));
      List<@Nullable Object[]> members = groups.get(key);
      check(members != null, () -> "%s: group %s should not be there".formatted(what, key));
      check(seen.add(key), () -> "%s: group %s twice".formatted(what, key));
      Map<Arguments, List<Object>> arguments = new HashMap<>();
      for (int i = 0; i < calls.size(); i++) {
        AggregateCall call = calls.get(i);
        List<Object> values =
            arguments.computeIfAbsent(
                new Arguments(call.argument(), call.filter(), call.distinct()),
                unused -> arguments(call, members));
        compare(
            () -> "%s %s of %s".formatted(what, call, key),
            call,
            types,
            members,
            values,
            result.get(keys.length + i));
      }
    }
  }

  /**
   * Asserts that a result is as it should be. A method of its own: the JIT would compile a loop
   * over all kinds of functions again whenever it meets a new one.
   *
   * @param members the rows of the group
   * @param values the arguments of the call in those rows
   */
  private static void compare(
      Supplier<String> what,
      AggregateCall call,
      List<DataType> types,
      List<@Nullable Object[]> members,
      List<Object> values,
      @Nullable Object value) {
    if (isOfRow(call.function())) {
      Set<@Nullable Object> possible = possible(call, members);
      check(possible.contains(canonical(value)), () -> isNotAmong(what, value, possible));
    } else if (call.function() == AggregateFunction.CONCATENATION) {
      assertJoined(what, values, value);
    } else if (call.function() == AggregateFunction.ANY_VALUE) {
      check(
          values.isEmpty() ? value == null : values.contains(canonical(value)),
          () -> isNotAmong(what, value, values));
    } else if (isSpread(call.function())) {
      assertSpread(what, call, values, value);
    } else {
      Object expected = canonical(expected(call, types, values));
      check(
          Objects.equals(canonical(value), expected),
          () -> "%s: %s instead of %s".formatted(what.get(), value, expected));
    }
  }

  private static String isNotAmong(
      Supplier<String> what, @Nullable Object value, Collection<?> possible) {
    return "%s: %s is not among %s".formatted(what.get(), value, possible);
  }

  /**
   * Fails without AssertJ, which would cost more than all else for hundreds of thousands of
   * results.
   */
  private static void check(boolean condition, Supplier<String> what) {
    if (!condition) {
      fail(what.get());
    }
  }

  /** What tells the arguments of calls apart within a group. */
  private record Arguments(int argument, int filter, boolean distinct) {}

  private static boolean isOfRow(AggregateFunction function) {
    return switch (function) {
      case FIRST, LAST, ARG_MIN, ARG_MAX -> true;
      default -> false;
    };
  }

  /** The values of the rows that a function may choose: which comes first is not known here. */
  private static Set<@Nullable Object> possible(
      AggregateCall call, List<@Nullable Object[]> members) {
    Set<@Nullable Object> possible = new HashSet<>();
    Object best = null;
    for (@Nullable Object[] row : members) {
      if (call.filter() >= 0 && !Boolean.TRUE.equals(row[call.filter()])) {
        continue;
      }
      Object value = row[call.argument()];
      if (call.second() < 0) {
        possible.add(canonical(value));
        continue;
      }
      Object compared = canonical(row[call.second()]);
      if (value == null || compared == null) {
        continue;
      }
      int order = best == null ? 1 : order(compared, best);
      if (best != null && call.function() == AggregateFunction.ARG_MIN) {
        order = -order;
      }
      if (order > 0) {
        possible.clear();
        best = compared;
      }
      if (order >= 0) {
        possible.add(canonical(value));
      }
    }
    if (possible.isEmpty()) {
      possible.add(null);
    }
    return possible;
  }

  /** Strings are joined in any order: each is found in the result, which has no other bytes. */
  private static void assertJoined(
      Supplier<String> what, List<Object> values, @Nullable Object actual) {
    if (values.isEmpty()) {
      check(actual == null, () -> what.get() + ": " + actual + " instead of NULL");
      return;
    }
    String joined = (String) Objects.requireNonNull(actual);
    int[] length = {0};
    Set<Object> different = new HashSet<>(values);
    for (Object value : values) {
      length[0] += ((String) value).length();
    }
    check(joined.length() == length[0], () -> what.get() + ": " + joined + " of another length");
    for (Object value : different) {
      check(joined.contains((String) value), () -> what.get() + ": " + joined + " lacks " + value);
    }
  }

  private static boolean isSpread(AggregateFunction function) {
    return switch (function) {
      case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP -> true;
      default -> false;
    };
  }

  /** Variances and standard deviations are exact to some digits. */
  private static void assertSpread(
      Supplier<String> what, AggregateCall call, List<Object> arguments, @Nullable Object actual) {
    List<BigDecimal> values =
        arguments.stream()
            .map(
                value ->
                    value instanceof BigDecimal exact ? exact : new BigDecimal(value.toString()))
            .toList();
    boolean sample =
        call.function() == AggregateFunction.VAR_SAMP
            || call.function() == AggregateFunction.STDDEV_SAMP;
    int degrees = values.size() - (sample ? 1 : 0);
    if (degrees <= 0) {
      check(actual == null, () -> what.get() + ": " + actual + " instead of NULL");
      return;
    }
    BigDecimal count = BigDecimal.valueOf(values.size());
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal squares = BigDecimal.ZERO;
    for (BigDecimal value : values) {
      sum = sum.add(value);
      squares = squares.add(value.multiply(value));
    }
    double variance =
        count
            .multiply(squares)
            .subtract(sum.multiply(sum))
            .divide(count.multiply(BigDecimal.valueOf(degrees)), MathContext.DECIMAL128)
            .doubleValue();
    boolean root =
        call.function() == AggregateFunction.STDDEV_POP
            || call.function() == AggregateFunction.STDDEV_SAMP;
    double expected = root ? Math.sqrt(variance) : variance;
    double difference = ((Number) Objects.requireNonNull(actual)).doubleValue() - expected;
    check(
        Math.abs(difference) <= 1e-6 + 1e-9 * expected,
        () -> what.get() + ": " + actual + " instead of " + expected);
  }

  private static @Nullable Object canonical(@Nullable Object value) {
    return value instanceof Double number && number == 0 ? (Object) 0.0 : value;
  }

  private static List<Object> arguments(AggregateCall call, List<@Nullable Object[]> members) {
    List<Object> values = new ArrayList<>();
    for (@Nullable Object[] row : members) {
      if (call.filter() < 0 || Boolean.TRUE.equals(row[call.filter()])) {
        Object value = call.argument() < 0 ? Boolean.TRUE : row[call.argument()];
        if (value != null) {
          values.add(Objects.requireNonNull(canonical(value)));
        }
      }
    }
    return call.distinct() ? new ArrayList<>(new LinkedHashSet<>(values)) : values;
  }

  private static @Nullable Object expected(
      AggregateCall call, List<DataType> types, List<Object> values) {
    if (call.function() == AggregateFunction.COUNT) {
      return (long) values.size();
    }
    DataType type = types.get(call.argument());
    if (values.isEmpty()) {
      return call.function() != AggregateFunction.SUM0
          ? null
          : type.equals(DataType.FLOAT64)
              ? (Object) 0.0
              : new BigDecimal(BigInteger.ZERO, call.type().scale());
    }
    return switch (call.function()) {
      case SUM, SUM0 -> {
        if (type.equals(DataType.FLOAT64)) {
          yield values.stream().mapToDouble(v -> (Double) v).sum();
        }
        BigInteger sum =
            values.stream().map(RandomBatches::unscaled).reduce(BigInteger.ZERO, BigInteger::add);
        yield new BigDecimal(sum, call.type().scale());
      }
      case MIN, BOOL_AND -> values.stream().min(NaiveAggregation::order).orElseThrow();
      case MAX, BOOL_OR -> values.stream().max(NaiveAggregation::order).orElseThrow();
      case BIT_AND -> bits(values, (a) -> a[0] & a[1], type);
      case BIT_OR -> bits(values, (a) -> a[0] | a[1], type);
      case BIT_XOR -> bits(values, (a) -> a[0] ^ a[1], type);
      case QUANTILE_DISC -> {
        List<Object> sorted = values.stream().sorted(NaiveAggregation::order).toList();
        int upTo = (int) Math.ceil(call.fraction() * sorted.size());
        yield sorted.get(Math.max(upTo, 1) - 1);
      }
      case QUANTILE_CONT -> {
        double[] sorted = values.stream().mapToDouble(v -> (Double) v).sorted().toArray();
        double at = (sorted.length - 1) * call.fraction();
        double low = sorted[(int) Math.floor(at)];
        double high = sorted[(int) Math.ceil(at)];
        yield low == high ? low : low + (high - low) * (at - Math.floor(at));
      }
      case MODE -> {
        Map<Object, Integer> counts = new HashMap<>();
        values.forEach(value -> counts.merge(value, 1, Integer::sum));
        yield counts.entrySet().stream()
            .min(
                Map.Entry.<Object, Integer>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry::getKey, NaiveAggregation::order))
            .orElseThrow()
            .getKey();
      }
      default -> throw new IllegalArgumentException(call.toString());
    };
  }

  private static Object bits(List<Object> values, Function<long[], Long> operation, DataType type) {
    Long result = null;
    for (Object value : values) {
      long bits = RandomBatches.unscaled(value).longValue();
      result = result == null ? (Long) bits : operation.apply(new long[] {result, bits});
    }
    long bits = Objects.requireNonNull(result);
    return type.kind() == dev.paceline.core.type.TypeKind.DECIMAL
        ? (Object) BigDecimal.valueOf(bits, type.scale())
        : (Object) bits;
  }

  @SuppressWarnings("unchecked")
  private static int order(Object left, Object right) {
    if (left instanceof String a && right instanceof String b) {
      return java.util.Arrays.compareUnsigned(
          a.getBytes(java.nio.charset.StandardCharsets.UTF_8),
          b.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    return ((Comparable<Object>) left).compareTo(right);
  }
}
