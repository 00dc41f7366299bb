package dev.paceline.core.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.ValueRange;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneOffset;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a naive aggregation of boxed rows. */
@ExtendWith(LedgerExtension.class)
class HashAggregateTest {
  private static final DataType WIDE = DataType.decimal(38, 2);
  private static final DataType MONEY = DataType.decimal(15, 2);

  /** Argument columns, behind the keys. */
  private static final List<DataType> ARGUMENTS =
      List.of(
          DataType.INT32,
          MONEY,
          WIDE,
          DataType.FLOAT64,
          DataType.VARCHAR,
          DataType.BOOLEAN,
          DataType.BOOLEAN,
          DataType.INT64);

  private MemoryLedger ledger;

  @BeforeEach
  void setUp(MemoryLedger ledger) {
    this.ledger = ledger;
  }

  /** Key columns and how their values come. */
  enum Keys {
    NONE,
    FLAGS(DataType.character(1), DataType.character(1)),
    BOOLEANS(DataType.BOOLEAN, DataType.BOOLEAN),
    SMALL(DataType.INT8),
    DENSE(DataType.INT32),
    RANDOM_LONGS(DataType.INT64),
    DATES_AND_FLAGS(DataType.DATE, DataType.character(1)),
    DOUBLES(DataType.FLOAT64),
    WIDE_DECIMALS(DataType.decimal(38, 0)),
    STRINGS(DataType.VARCHAR),
    MANY(
        DataType.INT64,
        DataType.VARCHAR,
        DataType.FLOAT64,
        DataType.decimal(38, 0),
        DataType.BOOLEAN);

    private final List<DataType> types;

    Keys(DataType... types) {
      this.types = List.of(types);
    }
  }

  @ParameterizedTest
  @EnumSource(Keys.class)
  void aggregatesAsTheNaiveWayDoes(Keys keys) {
    check(keys, 120, 1, 2, 0, -1L, 1 << 16);
    check(keys, 400, 3, 1, 1, -1L, 1 << 16);
    check(keys, 400, 3, 2, 2, -1L, 3);
    check(keys, 1200, 100, 2, 3, -1L, 3);
    check(keys, 3000, 2048, 1, 4, -1L, 1 << 16);
    check(keys, 2500, 2048, 2, 2, -1L, 1 << 16);
  }

  @ParameterizedTest
  @EnumSource(Keys.class)
  void survivesEqualHashes(Keys keys) {
    check(keys, 300, 64, 2, 7, 0, 1);
  }

  @ParameterizedTest
  @EnumSource(Keys.class)
  void givesNoGroupsForNoRowsUnlessKeyless(Keys keys) {
    for (int workers = 0; workers <= 2; workers++) {
      check(keys, 0, 8, workers, 1, -1L, 1);
    }
  }

  private void check(
      Keys keys,
      int rowCount,
      int batchRows,
      int workers,
      long seed,
      long hashMask,
      long parallelGroups) {
    Random random = new Random(seed);
    List<DataType> types = new ArrayList<>(keys.types);
    types.addAll(ARGUMENTS);
    List<@Nullable Object[]> rows = new ArrayList<>();
    // Values change their nature in the middle: small ones first, then all.
    for (int i = 0; i < rowCount; i++) {
      boolean early = i < rowCount / 2 && seed != 2;
      @Nullable Object[] row = new Object[types.size()];
      for (int c = 0; c < row.length; c++) {
        boolean key = c < keys.types.size();
        row[c] = value(types.get(c), random, early, key, early ? 0 : 8);
      }
      rows.add(row);
    }
    int[] keyColumns = new int[keys.types.size()];
    for (int i = 0; i < keyColumns.length; i++) {
      keyColumns[i] = i;
    }
    @Nullable ValueRange[] ranges = new ValueRange[keyColumns.length];
    for (int i = 0; i < ranges.length; i++) {
      // right or not, they may only cost time
      ranges[i] =
          random.nextInt(3) == 0
              ? null
              : new ValueRange(-random.nextInt(1000), random.nextInt(1000));
    }
    List<AggregateCall> calls = calls(keys.types.size());
    String what =
        keys
            + " rows "
            + rowCount
            + " batch "
            + batchRows
            + " workers "
            + workers
            + " seed "
            + seed;
    try (QueryContext query = query(batchRows)) {
      HashAggregate sink =
          new HashAggregate(types, keyColumns, ranges, calls, query, hashMask, parallelGroups);
      SinkRun.fill(
          sink, query, workers, random, new RandomBatches(types, random, query.memory()), rows);
      List<List<@Nullable Object>> actual = SinkRun.read(sink.output(), query);
      compare(what, rows, keyColumns, calls, types, actual);
    }
  }

  private QueryContext query(int batchRows) {
    return QueryContext.open("test", ledger, new CancellationToken(), batchRows, 0, ZoneOffset.UTC);
  }

  private static @Nullable Object value(
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
  private static List<AggregateCall> calls(int first) {
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

  private static void compare(
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
      for (int i = 0; i < calls.size(); i++) {
        AggregateCall call = calls.get(i);
        Object value = result.get(keys.length + i);
        if (call.function() == AggregateFunction.ANY_VALUE) {
          List<Object> values = arguments(call, members);
          if (values.isEmpty()) {
            assertThat(value).as("%s %s of %s", what, call, key).isNull();
          } else {
            assertThat(values.stream().map(HashAggregateTest::canonical))
                .as("%s %s of %s", what, call, key)
                .contains(canonical(value));
          }
        } else {
          Object expected = expected(call, types, members);
          assertThat(canonical(value))
              .as("%s %s of %s", what, call, key)
              .isEqualTo(canonical(expected));
        }
      }
    }
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
      AggregateCall call, List<DataType> types, List<@Nullable Object[]> members) {
    List<Object> values = arguments(call, members);
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
      case MIN, BOOL_AND -> values.stream().min(HashAggregateTest::order).orElseThrow();
      case MAX, BOOL_OR -> values.stream().max(HashAggregateTest::order).orElseThrow();
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

  @Test
  void refusesSumsThatDoNotFitTheirType() {
    assertThatThrownBy(() -> sumOf(DataType.INT64, DataType.INT64, Long.MAX_VALUE, 1L))
        .isInstanceOfSatisfying(
            PacelineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.NUMERIC_OVERFLOW))
        .hasMessageContaining("9223372036854775808");
    assertThat(sumOf(DataType.INT64, DataType.INT64, Long.MAX_VALUE, 1L, -2L))
        .isEqualTo(Long.MAX_VALUE - 1);
    BigDecimal greatest = new BigDecimal(BigInteger.TEN.pow(38).subtract(BigInteger.ONE));
    DataType full = DataType.decimal(38, 0);
    assertThat(sumOf(full, full, greatest)).isEqualTo(greatest);
    assertThatThrownBy(() -> sumOf(full, full, greatest, BigDecimal.ONE))
        .isInstanceOfSatisfying(
            PacelineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.NUMERIC_OVERFLOW));
    assertThatThrownBy(() -> sumOf(full, full, greatest, greatest))
        .isInstanceOfSatisfying(
            PacelineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.NUMERIC_OVERFLOW));
  }

  private @Nullable Object sumOf(DataType type, DataType result, Object... values) {
    try (QueryContext query = query(2)) {
      HashAggregate sink =
          new HashAggregate(
              List.of(type),
              new int[0],
              new ValueRange[0],
              List.of(new AggregateCall(AggregateFunction.SUM, 0, false, -1, result)),
              query);
      List<@Nullable Object[]> rows = new ArrayList<>();
      for (Object value : values) {
        rows.add(new Object[] {value});
      }
      RandomBatches batches = new RandomBatches(List.of(type), new Random(1), query.memory());
      SinkRun.fill(sink, query, 1, new Random(1), batches, rows);
      return SinkRun.read(sink.output(), query).getFirst().getFirst();
    }
  }

  @Test
  void givesTheSingleValueAndRefusesMore() {
    assertThat(singleOf()).isNull();
    assertThat(singleOf(5L)).isEqualTo(5L);
    assertThat(singleOf(new Object[] {null})).isNull();
    assertThatThrownBy(() -> singleOf(5L, 5L))
        .isInstanceOfSatisfying(
            PacelineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CARDINALITY_VIOLATION));
    assertThatThrownBy(() -> singleOf(null, 5L)).isInstanceOf(PacelineException.class);
  }

  private @Nullable Object singleOf(@Nullable Object... values) {
    try (QueryContext query = query(8)) {
      List<DataType> types = List.of(DataType.INT64);
      HashAggregate sink =
          new HashAggregate(
              types,
              new int[0],
              new ValueRange[0],
              List.of(
                  new AggregateCall(AggregateFunction.SINGLE_VALUE, 0, false, -1, DataType.INT64)),
              query);
      List<@Nullable Object[]> rows = new ArrayList<>();
      for (Object value : values) {
        rows.add(new Object[] {value});
      }
      SinkRun.fill(
          sink,
          query,
          2,
          new Random(3),
          new RandomBatches(types, new Random(1), query.memory()),
          rows);
      return SinkRun.read(sink.output(), query).getFirst().getFirst();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 5000})
  void mergesDenseKeysByTheirRange(long least) {
    List<DataType> types = List.of(DataType.INT64);
    Map<@Nullable Long, Long> expected = new HashMap<>();
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 12_000; i++) {
      Long key = i % 4999 == 0 ? null : (Long) (least + i % 4999);
      if (i % 1000 == 1) {
        key = -least; // outside of the range that was promised
      }
      rows.add(new Object[] {key});
      expected.merge(key, 1L, Long::sum);
    }
    try (QueryContext query = query(64)) {
      HashAggregate sink =
          new HashAggregate(
              types,
              new int[] {0},
              new ValueRange[] {new ValueRange(least, least + 4999)},
              List.of(new AggregateCall(AggregateFunction.COUNT, -1, false, -1, DataType.INT64)),
              query,
              -1L,
              100);
      SinkRun.fill(
          sink,
          query,
          3,
          new Random(3),
          new RandomBatches(types, new Random(1), query.memory()),
          rows);
      List<List<@Nullable Object>> actual = SinkRun.read(sink.output(), query);
      assertThat(actual).hasSize(expected.size());
      for (List<@Nullable Object> row : actual) {
        assertThat(row.get(1)).as("count of " + row.get(0)).isEqualTo(expected.get(row.get(0)));
      }
    }
  }

  @Test
  void countsRowsWithoutColumns() {
    try (QueryContext query = query(8)) {
      HashAggregate sink =
          new HashAggregate(
              List.of(),
              new int[0],
              new ValueRange[0],
              List.of(new AggregateCall(AggregateFunction.COUNT, -1, false, -1, DataType.INT64)),
              query);
      List<@Nullable Object[]> rows = new ArrayList<>();
      for (int i = 0; i < 21; i++) {
        rows.add(new Object[0]);
      }
      SinkRun.fill(
          sink,
          query,
          2,
          new Random(3),
          new RandomBatches(List.of(), new Random(1), query.memory()),
          rows);
      assertThat(SinkRun.read(sink.output(), query)).containsExactly(List.of(21L));
    }
  }
}
