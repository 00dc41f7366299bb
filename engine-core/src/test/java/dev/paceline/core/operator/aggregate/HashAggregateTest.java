package dev.paceline.core.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.operator.aggregate.state.AggregateStates;
import dev.paceline.core.operator.spill.PartitionedRows;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.testing.SoakSize;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a naive aggregation of boxed rows. */
@ExtendWith(LedgerExtension.class)
class HashAggregateTest {
  private MemoryLedger ledger;
  private long tableGroups = 1 << 16;
  private int turn;

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

    final List<DataType> types;

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

  /** Without memory for more than a batch: the rest goes through files, level by level. */
  @ParameterizedTest
  @EnumSource(Keys.class)
  void aggregatesThroughTemporaryFiles(Keys keys, @TempDir Path folder) {
    TemporaryStorage storage = new TemporaryStorage(folder, 1L << 30);
    check(keys, 40, 1, 2, 11, -1L, 1, 0, storage);
    check(keys, 500, 64, 2, 5, -1L, 1, 0, storage);
    check(keys, 300, 64, 1, 5, 0, 1, 0, storage);
    for (int workers = 0; workers <= 3; workers += SoakSize.of(3, 1)) {
      check(keys, 300 * workers, 64, workers, 7, -1L, 1, PartitionedRows.DIVIDED_BYTES, storage);
    }
    check(keys, 6_000, 2048, 2, 6, -1L, 1, PartitionedRows.DIVIDED_BYTES, storage);
    assertThat(storage.usedBytes()).isZero();
  }

  /** Workers buffer all rows but those of their first batch. */
  @ParameterizedTest
  @EnumSource(Keys.class)
  void aggregatesBufferedRows(Keys keys) {
    tableGroups = 0;
    check(keys, 120, 1, 2, 0, -1L, 1);
    check(keys, 400, 3, 4, 1, -1L, 1);
    check(keys, 1200, 100, 2, 3, -1L, 1);
    check(keys, 300, 64, 2, 7, 0, 1);
    check(keys, 3000, 2048, 1, 4, -1L, 1);
    check(keys, SoakSize.of(2_500, 6_000), 2048, 4, 2, -1L, 1);
  }

  /** Some workers' tables have outgrown the cache, others' not; then memory is short. */
  @ParameterizedTest
  @EnumSource(Keys.class)
  void aggregatesBufferedRowsThroughTemporaryFiles(Keys keys, @TempDir Path folder) {
    TemporaryStorage storage = new TemporaryStorage(folder, 1L << 30);
    for (long groups : new long[] {0, 50}) {
      tableGroups = groups;
      check(keys, 500, 64, 2, 5, -1L, 1, 0, storage);
      check(keys, 6_000, 2048, 2, 6, -1L, 1, PartitionedRows.DIVIDED_BYTES, storage);
    }
    assertThat(storage.usedBytes()).isZero();
  }

  /** Pages and scratch of a partition do not stay until the query ends. */
  @Test
  void partitionsGiveTheirMemoryBack(@TempDir Path folder) {
    List<DataType> types = List.of(DataType.INT64);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long key = 0; key < 6_000; key++) {
      rows.add(new Object[] {key});
    }
    Random random = new Random(1);
    try (QueryContext query = query(64, new TemporaryStorage(folder, 1L << 30))) {
      HashAggregate sink =
          new HashAggregate(types, new int[] {0}, new ValueRange[1], List.of(), query, -1L, 1, 0);
      RandomBatches batches = new RandomBatches(types, random, query.memory());
      SinkRun.fill(sink, query, 1, random, batches, rows);
      long before = query.budget().usedBytes();
      assertThat(SinkRun.read(sink.output(), query)).hasSize(rows.size());
      assertThat(query.budget().usedBytes() - before).isLessThanOrEqualTo(1 << 20);
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
    check(
        keys,
        rowCount,
        batchRows,
        workers,
        seed,
        hashMask,
        parallelGroups,
        PartitionedRows.DIVIDED_BYTES,
        TemporaryStorage.NONE);
  }

  /**
   * @param storage to which all goes but the first batch of each worker, if it allows that
   */
  private void check(
      Keys keys,
      int rowCount,
      int batchRows,
      int workers,
      long seed,
      long hashMask,
      long parallelGroups,
      long dividedBytes,
      TemporaryStorage storage) {
    Random random = new Random(seed);
    List<DataType> types = new ArrayList<>(keys.types);
    types.addAll(NaiveAggregation.ARGUMENTS);
    List<@Nullable Object[]> rows = new ArrayList<>();
    // Values change their nature in the middle: small ones first, then all.
    for (int i = 0; i < rowCount; i++) {
      boolean early = i < rowCount / 2 && seed != 2;
      @Nullable Object[] row = new Object[types.size()];
      for (int c = 0; c < row.length; c++) {
        boolean key = c < keys.types.size();
        row[c] = NaiveAggregation.value(types.get(c), random, early, key, early ? 0 : 8);
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
    List<AggregateCall> calls =
        NaiveAggregation.calls(keys.types.size()).stream()
            .filter(call -> tableGroups > 50 || !AggregateStates.keepsValues(call))
            .toList();
    if (rowCount > NaiveAggregation.FEW_ROWS || dividedBytes == 0) {
      calls = NaiveAggregation.sample(calls, keys.ordinal() + turn++);
    }
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
    try (QueryContext query = query(batchRows, storage)) {
      HashAggregate sink =
          new HashAggregate(
              types,
              keyColumns,
              ranges,
              calls,
              Double.POSITIVE_INFINITY,
              query,
              hashMask,
              parallelGroups,
              dividedBytes,
              tableGroups);
      SinkRun.fill(
          sink, query, workers, random, new RandomBatches(types, random, query.memory()), rows);
      List<List<@Nullable Object>> actual = SinkRun.read(sink.output(), query);
      NaiveAggregation.compare(what, rows, keyColumns, calls, types, actual);
      if (query.temporaryFiles().areAllowed() && keyColumns.length > 0) {
        assertThat(query.temporaryFiles().writtenBytes() > 0)
            .as(what + " writes")
            .isEqualTo(rowCount > batchRows * workers);
      }
    }
  }

  private QueryContext query(int batchRows) {
    return query(batchRows, TemporaryStorage.NONE);
  }

  private QueryContext query(int batchRows, TemporaryStorage storage) {
    return QueryContext.open(
        "test",
        ledger.openBudget(1),
        storage,
        new CancellationToken(),
        batchRows,
        0,
        ZoneOffset.UTC,
        Set.of());
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
              Double.POSITIVE_INFINITY,
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
              Double.POSITIVE_INFINITY,
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
              100,
              0);
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
              Double.POSITIVE_INFINITY,
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
