package dev.paceline.core.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryBudget;
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
import dev.paceline.core.type.DataType;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups that go to files while they are being made, against a naive aggregation. */
@ExtendWith(LedgerExtension.class)
class GroupEvictionTest {
  private static final int[] ONE_KEY = {0};
  private static final long LITTLE = 1;

  @TempDir private Path folder;
  private MemoryLedger ledger;
  private TemporaryStorage storage;
  private int turn;

  @BeforeEach
  void setUp(MemoryLedger ledger) {
    this.ledger = ledger;
    storage = new TemporaryStorage(folder, 1L << 30);
  }

  private QueryContext query(long budget, int batchRows, TemporaryStorage files) {
    return QueryContext.open(
        "test",
        ledger.openBudget(budget),
        files,
        new CancellationToken(),
        batchRows,
        0,
        ZoneOffset.UTC,
        Set.of());
  }

  private static void evict(Sink sink, QueryContext query) {
    sink.evict().forEach(order -> order.run(new WorkerContext(query, query.memory())));
  }

  private static List<AggregateCall> withoutSets(int keys) {
    return NaiveAggregation.calls(keys).stream()
        .filter(call -> !AggregateStates.keepsValues(call))
        .toList();
  }

  /** All functions; with memory for everything, and with so little that files are divided. */
  @ParameterizedTest
  @EnumSource(value = HashAggregateTest.Keys.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void mergesWhatWasWrittenWithWhatCameLater(HashAggregateTest.Keys keys) {
    for (long budget : new long[] {MemoryBudget.FAIR_SHARE, LITTLE}) {
      check(keys, 40, 1, 2, 1, -1L, budget);
      check(keys, 400, 3, 1, 2, -1L, budget);
      check(keys, 500, 64, 2, 3, -1L, budget);
      check(keys, 300, 64, 1, 4, 0, budget);
      check(keys, 3000, 2048, 3, 5, -1L, budget);
    }
    assertThat(storage.usedBytes()).isZero();
  }

  private void check(
      HashAggregateTest.Keys keys,
      int rowCount,
      int batchRows,
      int workers,
      long seed,
      long hashMask,
      long budget) {
    Random random = new Random(seed);
    List<DataType> types = new ArrayList<>(keys.types);
    types.addAll(NaiveAggregation.ARGUMENTS);
    List<@Nullable Object[]> rows = new ArrayList<>();
    // Values change their nature in the middle: small ones without NULLs first, then all.
    for (int i = 0; i < rowCount; i++) {
      boolean early = i < rowCount / 2;
      @Nullable Object[] row = new Object[types.size()];
      for (int c = 0; c < row.length; c++) {
        boolean key = c < keys.types.size();
        row[c] = NaiveAggregation.value(types.get(c), random, early, key, early ? 0 : 15);
      }
      rows.add(row);
    }
    int[] keyColumns = IntStream.range(0, keys.types.size()).toArray();
    List<AggregateCall> calls = withoutSets(keyColumns.length);
    if (rowCount > NaiveAggregation.FEW_ROWS) {
      calls = NaiveAggregation.sample(calls, keys.ordinal() + turn++);
    }
    String what = keys + " rows " + rowCount + " seed " + seed + " budget " + budget;
    try (QueryContext query = query(budget, batchRows, storage)) {
      HashAggregate sink =
          new HashAggregate(
              types,
              keyColumns,
              new ValueRange[keyColumns.length],
              calls,
              query,
              hashMask,
              1 << 16,
              0);
      List<BatchConsumer> locals = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        locals.add(sink.newLocal(new WorkerContext(query, query.memory())));
      }
      boolean[] first = {true};
      new RandomBatches(types, random, query.memory())
          .forEach(
              rows,
              batchRows,
              batch -> {
                locals.get(random.nextInt(workers)).accept(batch);
                if (first[0] || random.nextInt(4) == 0) {
                  evict(sink, query);
                }
                first[0] = false;
              });
      assertThat(query.temporaryFiles().writtenBytes()).as(what).isPositive();
      SinkRun.complete(sink, query);
      List<List<@Nullable Object>> actual = SinkRun.read(sink.output(), query);
      NaiveAggregation.compare(what, rows, keyColumns, calls, types, actual);
      assertThat(storage.usedBytes()).as(what).isZero();
    }
  }

  /** Nothing was in memory any more when the input ended. */
  @Test
  void givesMemoryAndDiskBack() {
    try (QueryContext query = query(MemoryBudget.FAIR_SHARE, 2048, storage)) {
      HashAggregate sink = countsByKey(query);
      fill(sink, query, 100_000);
      long before = query.budget().usedBytes();
      long evictable = sink.evictableBytes();
      assertThat(evictable).isGreaterThan(3 << 20);
      evict(sink, query);
      assertThat(before - query.budget().usedBytes()).isGreaterThanOrEqualTo(evictable);
      assertThat(sink.evictableBytes()).isZero();
      assertThat(sink.evict()).isEmpty();
      assertThat(storage.usedBytes()).isPositive();
      SinkRun.complete(sink, query);
      checkCounts(sink, query, 100_000);
      assertThat(storage.usedBytes()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 100_000, 400_000})
  void groupsStayInMemoryWhereTheDiskIsFull(long limit) {
    TemporaryStorage small = new TemporaryStorage(folder, limit);
    try (QueryContext query = query(MemoryBudget.FAIR_SHARE, 2048, small)) {
      HashAggregate sink = countsByKey(query);
      fill(sink, query, 100_000);
      long before = sink.evictableBytes();
      evict(sink, query);
      assertThat(sink.evictableBytes()).isEqualTo(before);
      assertThat(small.usedBytes()).isZero();
      SinkRun.complete(sink, query);
      checkCounts(sink, query, 100_000);
    }
  }

  @Test
  void groupsStayInMemoryWhereTheDiskFails() {
    int[] transfers = {0};
    storage.setTransferCheck(
        () -> {
          if (++transfers[0] > 10) {
            throw new PacelineException(ErrorCode.IO_ERROR, "broken");
          }
        });
    try (QueryContext query = query(MemoryBudget.FAIR_SHARE, 2048, storage)) {
      HashAggregate sink = countsByKey(query);
      fill(sink, query, 100_000);
      evict(sink, query);
      assertThat(transfers[0]).isGreaterThan(10);
      assertThat(storage.usedBytes()).isZero();
      SinkRun.complete(sink, query);
      checkCounts(sink, query, 100_000);
    }
  }

  @Test
  void aCancelledQueryWritesNoMore() {
    try (QueryContext query = query(MemoryBudget.FAIR_SHARE, 2048, storage)) {
      HashAggregate sink = countsByKey(query);
      fill(sink, query, 100_000);
      query.cancellation().cancel(new PacelineException(ErrorCode.CANCELLED, "enough"));
      assertThatThrownBy(() -> evict(sink, query))
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
      assertThat(storage.usedBytes()).isZero();
    }
  }

  @Test
  void keepsWhatIsNotWorthAFileOrCannotBeWritten() {
    List<DataType> types = List.of(DataType.INT64, DataType.INT64);
    AggregateCall count = new AggregateCall(AggregateFunction.COUNT, 1, false, -1, DataType.INT64);
    AggregateCall set = new AggregateCall(AggregateFunction.COUNT, 1, true, -1, DataType.INT64);
    for (TemporaryStorage files : List.of(storage, TemporaryStorage.NONE)) {
      try (QueryContext query = query(MemoryBudget.FAIR_SHARE, 64, files)) {
        HashAggregate small =
            new HashAggregate(
                types, ONE_KEY, new ValueRange[1], List.of(count), Double.POSITIVE_INFINITY, query);
        HashAggregate keyless =
            new HashAggregate(
                types, new int[0], new ValueRange[0], List.of(count), query, -1L, 1, 0);
        HashAggregate distinct =
            new HashAggregate(types, ONE_KEY, new ValueRange[1], List.of(set), query, -1L, 1, 0);
        List<HashAggregate> sinks = new ArrayList<>(List.of(small, keyless, distinct));
        if (!files.equals(storage)) {
          sinks.add(
              new HashAggregate(
                  types, ONE_KEY, new ValueRange[1], List.of(count), query, -1L, 1, 0));
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (long i = 0; i < 500; i++) {
          rows.add(new Object[] {i % 100, i % 3});
        }
        for (HashAggregate sink : sinks) {
          BatchConsumer local = sink.newLocal(new WorkerContext(query, query.memory()));
          new RandomBatches(types, new Random(1), query.memory()).forEach(rows, 64, local::accept);
          assertThat(sink.evictableBytes()).isZero();
          assertThat(sink.evict()).isEmpty();
          SinkRun.complete(sink, query);
        }
      }
    }
  }

  @Test
  void aSingleValueStaysSingle() {
    assertThat(singles(1L)).containsExactly(List.of(1L, 7L));
    assertThat(singles(1L, 2L)).containsExactlyInAnyOrder(List.of(1L, 7L), List.of(2L, 7L));
    assertThatThrownBy(() -> singles(1L, 2L, 1L))
        .isInstanceOfSatisfying(
            PacelineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CARDINALITY_VIOLATION));
  }

  /** Evicts after each row. */
  private List<List<@Nullable Object>> singles(long... keys) {
    List<DataType> types = List.of(DataType.INT64, DataType.INT64);
    AggregateCall single =
        new AggregateCall(AggregateFunction.SINGLE_VALUE, 1, false, -1, DataType.INT64);
    try (QueryContext query = query(MemoryBudget.FAIR_SHARE, 8, storage)) {
      HashAggregate sink =
          new HashAggregate(types, ONE_KEY, new ValueRange[1], List.of(single), query, -1L, 1, 0);
      BatchConsumer local = sink.newLocal(new WorkerContext(query, query.memory()));
      for (long key : keys) {
        List<@Nullable Object[]> row = new ArrayList<>();
        row.add(new Object[] {key, 7L});
        new RandomBatches(types, new Random(key), query.memory()).forEach(row, 8, local::accept);
        evict(sink, query);
      }
      SinkRun.complete(sink, query);
      return SinkRun.read(sink.output(), query);
    }
  }

  private static HashAggregate countsByKey(QueryContext query) {
    AggregateCall count = new AggregateCall(AggregateFunction.COUNT, -1, false, -1, DataType.INT64);
    return new HashAggregate(
        List.of(DataType.INT64),
        ONE_KEY,
        new ValueRange[1],
        List.of(count),
        query,
        -1L,
        1,
        PartitionedRows.DIVIDED_BYTES);
  }

  /** Gives two workers the keys 0 to {@code count}, 7 apart, each worker all of them. */
  private static void fill(HashAggregate sink, QueryContext query, int count) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      rows.add(new Object[] {7_000_000_007L * i});
    }
    for (int worker = 0; worker < 2; worker++) {
      BatchConsumer local = sink.newLocal(new WorkerContext(query, query.memory()));
      new RandomBatches(List.of(DataType.INT64), new Random(1), query.memory())
          .forEach(rows, query.batchRows(), local::accept);
    }
  }

  private static void checkCounts(HashAggregate sink, QueryContext query, int count) {
    List<List<@Nullable Object>> groups = SinkRun.read(sink.output(), query);
    assertThat(groups).hasSize(count);
    assertThat(groups.stream().map(List::getFirst)).doesNotHaveDuplicates();
    assertThat(groups).allMatch(group -> Long.valueOf(2).equals(group.get(1)));
  }
}
