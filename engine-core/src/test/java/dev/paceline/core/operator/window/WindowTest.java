package dev.paceline.core.operator.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.plan.WindowFrame;
import dev.paceline.core.plan.WindowFrame.Bound;
import dev.paceline.core.plan.WindowFrame.BoundKind;
import dev.paceline.core.plan.WindowFrame.Exclusion;
import dev.paceline.core.plan.WindowFrame.Unit;
import dev.paceline.core.plan.WindowFunction;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.testing.SoakSize;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the definition, row by row. */
@ExtendWith(LedgerExtension.class)
class WindowTest {
  /** Those that are defined by values and frames; statements test the others against DuckDB. */
  private static final List<WindowFunction> FUNCTIONS =
      Arrays.stream(WindowFunction.values())
          .filter(function -> function != WindowFunction.LIBRARY)
          .toList();

  private static final int PARTITION = 0;
  private static final int PARTITION_TEXT = 1;
  private static final int ORDER = 2;
  private static final int NUMBER = 3;
  private static final int DOUBLE = 4;
  private static final int TEXT = 5;
  private static final int DISTANCE = 6;
  private static final int POSITIVE = 7;
  private static final int WIDE = 8;
  private static final int ID = 9;
  private static final DataType WIDE_TYPE = DataType.decimal(38, 0);

  private static final List<DataType> TYPES =
      List.of(
          DataType.INT32,
          DataType.VARCHAR,
          DataType.INT64,
          DataType.INT64,
          DataType.FLOAT64,
          DataType.VARCHAR,
          DataType.INT64,
          DataType.INT64,
          WIDE_TYPE,
          DataType.INT64);

  /** Small numbers of partitions and values make large partitions and many peers. */
  private static List<@Nullable Object[]> rows(Random random, int count) {
    int partitions = 1 + random.nextInt(4) * random.nextInt(10);
    int orders = 1 + random.nextInt(4) * random.nextInt(30);
    int values = 1 + random.nextInt(40);
    int nulls = random.nextInt(4);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          new Object[] {
            orNull(random, nulls, (long) random.nextInt(partitions)),
            orNull(random, nulls, "partition " + random.nextInt(2)),
            orNull(random, nulls, (long) random.nextInt(orders) - 20),
            orNull(random, nulls, (long) random.nextInt(values) - 7),
            orNull(random, nulls, (double) random.nextInt(values)),
            orNull(random, nulls, "a text that is number " + random.nextInt(values)),
            (long) random.nextInt(5),
            1L + random.nextInt(5),
            orNull(
                random,
                nulls,
                new BigDecimal("10000000000000000000000000000")
                    .multiply(BigDecimal.valueOf(random.nextInt(100) - 50))),
            (long) i
          });
    }
    return rows;
  }

  private static @Nullable Object orNull(Random random, int nulls, Object value) {
    return nulls > 0 && random.nextInt(6) < nulls ? null : value;
  }

  private static WindowFrame frame(Random random, boolean fromStart) {
    if (random.nextInt(8) == 0) {
      return WindowFrame.PARTITION;
    }
    Unit unit = Unit.values()[random.nextInt(3)];
    BoundKind[] kinds = BoundKind.values();
    Bound lower =
        fromStart ? Bound.of(BoundKind.UNBOUNDED_PRECEDING) : bound(kinds[random.nextInt(4)]);
    Bound upper = bound(kinds[1 + random.nextInt(4)]);
    Exclusion exclusion = fromStart ? Exclusion.NONE : Exclusion.values()[random.nextInt(4)];
    boolean key = unit == Unit.RANGE && (lower.distance() >= 0 || upper.distance() >= 0);
    return new WindowFrame(unit, lower, upper, exclusion, key ? ORDER : -1);
  }

  private static Bound bound(BoundKind kind) {
    boolean distance = kind == BoundKind.PRECEDING || kind == BoundKind.FOLLOWING;
    return new Bound(kind, distance ? DISTANCE : -1);
  }

  private static WindowCall call(WindowFunction function, Random random) {
    boolean distinct = false;
    boolean ignoreNulls = false;
    List<Integer> arguments = List.of();
    DataType type = DataType.INT64;
    int[] valueColumns = {PARTITION_TEXT, NUMBER, DOUBLE, TEXT, WIDE};
    int any = valueColumns[random.nextInt(valueColumns.length)];
    switch (function) {
      case ROW_NUMBER, RANK, DENSE_RANK -> {}
      case PERCENT_RANK, CUME_DIST -> type = DataType.FLOAT64;
      case NTILE -> arguments = List.of(POSITIVE);
      case LAG, LEAD -> {
        arguments = List.of(any, DISTANCE);
        ignoreNulls = random.nextBoolean();
        type = TYPES.get(any);
      }
      case NTH_VALUE -> {
        arguments = List.of(any, POSITIVE);
        ignoreNulls = random.nextBoolean();
        type = TYPES.get(any);
      }
      case NTH_SMALLEST -> {
        arguments = List.of(any, POSITIVE);
        type = TYPES.get(any);
      }
      case ARG_MIN, ARG_MAX -> {
        int value = valueColumns[random.nextInt(valueColumns.length)];
        arguments = List.of(any, value);
        type = TYPES.get(value);
      }
      case STRING_AGG -> {
        arguments = List.of(TEXT, PARTITION_TEXT);
        type = DataType.VARCHAR;
      }
      case LIBRARY -> throw new IllegalArgumentException(function.toString());
      case FIRST_VALUE, LAST_VALUE -> {
        arguments = List.of(any);
        ignoreNulls = random.nextBoolean();
        type = TYPES.get(any);
      }
      case COUNT -> {
        arguments = random.nextInt(4) == 0 ? List.of() : List.of(any);
        distinct = !arguments.isEmpty() && random.nextBoolean();
      }
      case SUM, SUM0 -> {
        int[] numbers = {NUMBER, DOUBLE, WIDE};
        int argument = numbers[random.nextInt(3)];
        arguments = List.of(argument);
        distinct = random.nextBoolean();
        type = TYPES.get(argument);
      }
      case MIN, MAX -> {
        arguments = List.of(any);
        type = TYPES.get(any);
      }
      case BIT_AND, BIT_OR, BIT_XOR -> {
        arguments = List.of(NUMBER);
        distinct = random.nextBoolean();
      }
      case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP -> {
        arguments = List.of(DOUBLE);
        distinct = random.nextBoolean();
        type = DataType.FLOAT64;
      }
    }
    WindowFrame frame = frame(random, distinct);
    // in a RANGE with distances, peers are those of the key
    int peerKeys = frame.rangeKey() >= 0 ? 1 : random.nextInt(3);
    return new WindowCall(function, arguments, distinct, ignoreNulls, frame, peerKeys, type);
  }

  private static QueryContext open(
      MemoryLedger ledger, long budget, TemporaryStorage storage, int batchRows) {
    return QueryContext.open(
        "window",
        ledger.openBudget(budget),
        storage,
        new CancellationToken(),
        batchRows,
        0,
        ZoneOffset.UTC,
        Set.of());
  }

  private static void check(
      Random random,
      List<WindowCall> calls,
      int rowCount,
      int workers,
      int batchRows,
      MemoryLedger ledger,
      long budget,
      TemporaryStorage storage) {
    List<@Nullable Object[]> rows = rows(random, rowCount);
    int[] partitionKeys =
        switch (random.nextInt(4)) {
          case 0 -> new int[] {};
          case 1 -> new int[] {PARTITION_TEXT, PARTITION};
          default -> new int[] {PARTITION};
        };
    List<SortKey> order =
        List.of(
            new SortKey(ORDER, random.nextBoolean(), random.nextBoolean()),
            new SortKey(ID, random.nextBoolean(), false));
    PlanNode.Window node =
        new PlanNode.Window(
            new PlanNode.Values(TYPES, List.of()), partitionKeys, order, calls, null);
    List<List<@Nullable Object>> expected =
        new ArrayList<>(new NaiveWindows(partitionKeys, order, calls).rows(rows));
    List<List<@Nullable Object>> actual;
    try (QueryContext query = open(ledger, budget, storage, batchRows)) {
      WindowSink sink = new WindowSink(node, query);
      RandomBatches batches = new RandomBatches(TYPES, random, query.memory());
      SinkRun.fill(sink, query, workers, random, batches, rows);
      actual = SinkRun.read(sink.output(), query);
    }
    Comparator<List<@Nullable Object>> byId = Comparator.comparing(row -> (Long) row.get(ID));
    expected.sort(byId);
    actual.sort(byId);
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      for (int column = 0; column < expected.get(i).size(); column++) {
        Object wanted = expected.get(i).get(column);
        Object found = actual.get(i).get(column);
        if (!same(wanted, found)) {
          int result = column - TYPES.size();
          assertThat(found)
              .as(
                  "row %s of %s, %s, partition by %s, order by %s",
                  i, rows.size(), result < 0 ? column : calls.get(result), partitionKeys, order)
              .isEqualTo(wanted);
        }
      }
    }
  }

  private static boolean same(@Nullable Object wanted, @Nullable Object found) {
    if (wanted == null || found == null) {
      return Objects.equals(wanted, found);
    }
    if (wanted instanceof Double number) {
      return found instanceof Double other
          && Math.abs(number - other) <= 1e-9 * Math.max(1, Math.abs(number));
    }
    if (wanted instanceof Long || wanted instanceof BigDecimal) {
      return new BigDecimal(wanted.toString()).compareTo(new BigDecimal(found.toString())) == 0;
    }
    return wanted.equals(found);
  }

  @ParameterizedTest
  @CsvSource({"0,1,2048", "1,1,2048", "30,1,7", "60,2,1", "120,2,64", "150,3,2048"})
  void eachFunctionFollowsItsDefinition(
      int rowCount, int workers, int batchRows, MemoryLedger ledger) {
    for (WindowFunction function : FUNCTIONS) {
      for (int seed = 0; seed < SoakSize.of(8, 200); seed++) {
        Random random = new Random(seed);
        check(
            random,
            List.of(call(function, random)),
            rowCount,
            workers,
            batchRows,
            ledger,
            MemoryBudget.FAIR_SHARE,
            TemporaryStorage.NONE);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 120})
  void severalFunctionsShareASort(int rowCount, MemoryLedger ledger) {
    for (int seed = 0; seed < SoakSize.of(40, 2_000); seed++) {
      Random random = new Random(seed);
      check(
          random,
          randomCalls(random),
          rowCount,
          2,
          100,
          ledger,
          MemoryBudget.FAIR_SHARE,
          TemporaryStorage.NONE);
    }
  }

  private static List<WindowCall> randomCalls(Random random) {
    List<WindowCall> calls = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      calls.add(call(FUNCTIONS.get(random.nextInt(FUNCTIONS.size())), random));
    }
    return calls;
  }

  @Test
  void rowsGoThroughTemporaryFiles(MemoryLedger ledger, @TempDir Path folder) {
    TemporaryStorage storage = new TemporaryStorage(folder, 1 << 30);
    for (int seed = 0; seed < SoakSize.of(20, 500); seed++) {
      Random random = new Random(seed);
      check(random, randomCalls(random), 150, 1 + seed % 3, 16, ledger, 1, storage);
    }
    assertThat(storage.usedBytes()).isZero();
  }

  /** Positions are cut into ranges, which workers prepare side by side. */
  @ParameterizedTest
  @CsvSource({
    "false,SUM",
    "false,COUNT",
    "true,MAX",
    "true,RANK",
    "true,LAG",
    "false,STDDEV_SAMP",
    "true,NTH_SMALLEST",
    "true,ARG_MAX"
  })
  void partitionsAreLargerThanARangeOfPositions(
      boolean descending, WindowFunction function, MemoryLedger ledger) {
    int count = 2 * PositionRanges.ROWS + 17;
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      double value = i % 1000;
      rows.add(new Object[] {1L, "x", i / 3, i % 1000, value, "t", 1L, 2L, BigDecimal.ONE, i});
    }
    boolean whole = function != WindowFunction.STDDEV_SAMP;
    List<Integer> arguments =
        switch (function) {
          case RANK -> List.of();
          case LAG, NTH_SMALLEST -> List.of(NUMBER, DISTANCE);
          case ARG_MAX -> List.of(DOUBLE, NUMBER);
          default -> List.of(whole ? NUMBER : DOUBLE);
        };
    WindowFrame frame =
        new WindowFrame(
            Unit.ROWS,
            bound(BoundKind.PRECEDING),
            bound(BoundKind.CURRENT_ROW),
            Exclusion.NONE,
            -1);
    DataType type = whole ? DataType.INT64 : DataType.FLOAT64;
    List<WindowCall> calls =
        List.of(new WindowCall(function, arguments, false, false, frame, 1, type));
    List<SortKey> order =
        List.of(new SortKey(ORDER, descending, false), new SortKey(ID, descending, false));
    PlanNode.Window node =
        new PlanNode.Window(
            new PlanNode.Values(TYPES, List.of()), new int[] {PARTITION}, order, calls, null);
    List<List<@Nullable Object>> actual;
    try (QueryContext query = open(ledger, MemoryBudget.FAIR_SHARE, TemporaryStorage.NONE, 2048)) {
      WindowSink sink = new WindowSink(node, query);
      Random random = new Random(1);
      RandomBatches batches = new RandomBatches(TYPES, random, query.memory());
      SinkRun.fill(sink, query, 2, random, batches, rows);
      actual = SinkRun.read(sink.output(), query);
    }
    assertThat(actual).hasSize(count);
    for (List<@Nullable Object> row : actual) {
      long id = (Long) row.get(ID);
      long before = descending ? id + 1 : id - 1;
      boolean inside = before >= 0 && before < count;
      long value = id % 1000;
      Object wanted =
          switch (function) {
            case SUM -> value + (inside ? before % 1000 : 0);
            case COUNT -> inside ? 2L : 1L;
            case NTH_SMALLEST -> inside ? Math.min(value, before % 1000) : value;
            case MAX, ARG_MAX -> inside ? Math.max(value, before % 1000) : value;
            case RANK -> 1L + (descending ? behind(id, count) : id - id % 3);
            case LAG -> inside ? before % 1000 : null;
            default -> inside ? Math.abs(value - before % 1000) / Math.sqrt(2) : null;
          };
      if (!same(wanted, row.getLast())) {
        assertThat(row.getLast()).as("%s of row %s", function, id).isEqualTo(wanted);
      }
    }
  }

  /** The rows behind the group of three that a row is in. */
  private static long behind(long id, int count) {
    return Math.max(0, count - (id - id % 3 + 3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "NULL"})
  void distancesMustNotBeNegativeOrNull(String distance, MemoryLedger ledger) {
    WindowFrame frame =
        new WindowFrame(
            Unit.ROWS,
            bound(BoundKind.PRECEDING),
            bound(BoundKind.CURRENT_ROW),
            Exclusion.NONE,
            -1);
    WindowCall call =
        new WindowCall(WindowFunction.COUNT, List.of(), false, false, frame, 0, DataType.INT64);
    Long value = distance.equals("NULL") ? null : Long.valueOf(distance);
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(new Object[] {1L, "x", 1L, 1L, 1.0, "t", value, 1L, BigDecimal.ONE, 1L});
    assertThatThrownBy(() -> run(call, rows, ledger))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("must not be NULL or negative")
        .hasMessageContaining(distance);
  }

  @ParameterizedTest
  @CsvSource({
    "NTILE,buckets of NTILE",
    "NTH_VALUE,row number of NTH_VALUE",
    "NTH_SMALLEST,number of NTH_SMALLEST"
  })
  void numbersMustBePositive(WindowFunction function, String message, MemoryLedger ledger) {
    List<Integer> arguments =
        function == WindowFunction.NTILE ? List.of(POSITIVE) : List.of(NUMBER, POSITIVE);
    WindowCall call =
        new WindowCall(function, arguments, false, false, WindowFrame.PARTITION, 0, DataType.INT64);
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(new Object[] {1L, "x", 1L, 1L, 1.0, "t", 1L, 0L, BigDecimal.ONE, 1L});
    assertThatThrownBy(() -> run(call, rows, ledger))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("0");
  }

  @Test
  void sumsThatLeaveTheirTypeAreErrors(MemoryLedger ledger) {
    WindowCall call =
        new WindowCall(
            WindowFunction.SUM,
            List.of(NUMBER),
            false,
            false,
            WindowFrame.PARTITION,
            0,
            DataType.INT64);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long i = 0; i < 2; i++) {
      rows.add(new Object[] {1L, "x", 1L, Long.MAX_VALUE, 1.0, "t", 1L, 1L, BigDecimal.ONE, i});
    }
    assertThatThrownBy(() -> run(call, rows, ledger))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("SUM is 18446744073709551614");
  }

  private static void run(WindowCall call, List<@Nullable Object[]> rows, MemoryLedger ledger) {
    PlanNode.Window node =
        new PlanNode.Window(
            new PlanNode.Values(TYPES, List.of()), new int[] {}, List.of(), List.of(call), null);
    try (QueryContext query = open(ledger, MemoryBudget.FAIR_SHARE, TemporaryStorage.NONE, 2048)) {
      WindowSink sink = new WindowSink(node, query);
      Random random = new Random(1);
      SinkRun.fill(sink, query, 1, random, new RandomBatches(TYPES, random, query.memory()), rows);
      SinkRun.read(sink.output(), query);
    }
  }
}
