package dev.paceline.core.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
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
          }
          case BOOLEAN -> {
            calls.add(new AggregateCall(AggregateFunction.BOOL_AND, argument, false, f, type));
            calls.add(new AggregateCall(AggregateFunction.BOOL_OR, argument, false, f, type));
          }
          case BYTES -> {}
        }
      }
    }
    return calls;
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
      assertThat(members).as("%s: group %s", what, key).isNotNull();
      assertThat(seen.add(key)).as("%s: group %s twice", what, key).isTrue();
      Map<Arguments, List<Object>> arguments = new HashMap<>();
      for (int i = 0; i < calls.size(); i++) {
        AggregateCall call = calls.get(i);
        Object value = result.get(keys.length + i);
        List<Object> values =
            arguments.computeIfAbsent(
                new Arguments(call.argument(), call.filter(), call.distinct()),
                unused -> arguments(call, members));
        if (call.function() == AggregateFunction.ANY_VALUE) {
          // AssertJ would cost more than all else: there are hundreds of thousands of results.
          if (values.isEmpty() ? value != null : !values.contains(canonical(value))) {
            fail("%s %s of %s: %s is not among %s".formatted(what, call, key, value, values));
          }
        } else if (isSpread(call.function())) {
          assertSpread(() -> "%s %s of %s".formatted(what, call, key), call, values, value);
        } else {
          Object expected = canonical(expected(call, types, values));
          if (!Objects.equals(canonical(value), expected)) {
            fail("%s %s of %s: %s instead of %s".formatted(what, call, key, value, expected));
          }
        }
      }
    }
  }

  /** What tells the arguments of calls apart within a group. */
  private record Arguments(int argument, int filter, boolean distinct) {}

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
      assertThat(actual).as(what).isNull();
      return;
    }
    BigDecimal count = BigDecimal.valueOf(values.size());
    BigDecimal sum = values.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal squares =
        values.stream()
            .map(value -> value.multiply(value))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
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
    assertThat(((Number) Objects.requireNonNull(actual)).doubleValue())
        .as(what)
        .isCloseTo(expected, within(1e-6 + 1e-9 * expected));
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
