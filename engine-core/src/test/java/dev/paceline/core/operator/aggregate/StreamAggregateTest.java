package dev.paceline.core.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.operator.aggregate.state.AggregateStates;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a naive aggregation of boxed rows, which come sorted by their key. */
@ExtendWith(LedgerExtension.class)
class StreamAggregateTest {
  private static final DataType MONEY = DataType.decimal(15, 2);

  @TempDir private Path folder;
  private MemoryLedger ledger;
  private int turn;

  @BeforeEach
  void setUp(MemoryLedger ledger) {
    this.ledger = ledger;
  }

  /** What came out while rows flowed, and what came in the end. */
  private record Output(List<List<@Nullable Object>> streamed, List<List<@Nullable Object>> rest) {
    List<List<@Nullable Object>> all() {
      List<List<@Nullable Object>> all = new ArrayList<>(streamed);
      all.addAll(rest);
      return all;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 900})
  void aggregatesRunsAsTheNaiveWayDoes(int longestRun) {
    for (DataType key : List.of(DataType.INT32, DataType.INT64, DataType.DATE, MONEY)) {
      check(key, longestRun, 60, 1, 1, 1);
      check(key, longestRun, 300, 3, 2, 2);
      check(key, longestRun, 700, 100, 1, 3);
      check(key, longestRun, 700, 100, 3, 4);
      check(key, longestRun, 2500, 2048, 2, 5);
      check(key, longestRun, 0, 8, 1, 6);
    }
  }

  private void check(
      DataType keyType, int longestRun, int rowCount, int batchRows, int workers, long seed) {
    Random random = new Random(seed * 1000 + longestRun);
    List<DataType> types = new ArrayList<>(List.of(keyType));
    types.addAll(NaiveAggregation.ARGUMENTS);
    List<@Nullable Object[]> rows = new ArrayList<>();
    long key = keyType.equals(DataType.INT64) ? Long.MIN_VALUE : -20;
    while (rows.size() < rowCount) {
      for (int i = random.nextInt(longestRun); i >= 0 && rows.size() < rowCount; i--) {
        boolean early = rows.size() < rowCount / 2;
        @Nullable Object[] row = new Object[types.size()];
        row[0] = keyType.equals(MONEY) ? BigDecimal.valueOf(key, 2) : (Object) key;
        for (int c = 1; c < row.length; c++) {
          row[c] = NaiveAggregation.value(types.get(c), random, early, false, early ? 0 : 8);
        }
        rows.add(row);
      }
      key += 1L + random.nextInt(random.nextInt(50) == 0 ? 100_000 : 3);
    }
    List<AggregateCall> calls =
        NaiveAggregation.calls(1).stream()
            .filter(call -> !call.distinct() && !AggregateStates.keepsValues(call))
            .toList();
    if (rowCount > NaiveAggregation.FEW_ROWS) {
      calls = NaiveAggregation.sample(calls, turn++);
    }
    String what =
        "%s, runs to %d, %d rows, batch %d, %d workers, seed %d"
            .formatted(keyType, longestRun, rowCount, batchRows, workers, seed);
    for (TemporaryStorage files :
        List.of(TemporaryStorage.NONE, new TemporaryStorage(folder, 1 << 30))) {
      Output output = aggregate(types, calls, rows, batchRows, workers, random, 1, files);
      NaiveAggregation.compare(what, rows, new int[] {0}, calls, types, output.all());
    }
  }

  /**
   * @param files where incomplete groups are put now and then, unless they allow nothing
   */
  private Output aggregate(
      List<DataType> types,
      List<AggregateCall> calls,
      List<@Nullable Object[]> rows,
      int batchRows,
      int workers,
      Random random,
      int fewGroups,
      TemporaryStorage files) {
    assertThat(StreamAggregate.supports(types.subList(0, 1), calls)).isTrue();
    try (QueryContext query =
        QueryContext.open(
            "test",
            ledger.openBudget(MemoryBudget.FAIR_SHARE),
            files,
            new CancellationToken(),
            batchRows,
            0,
            ZoneOffset.UTC,
            Set.of())) {
      HashAggregate rest =
          new HashAggregate(types, new int[] {0}, new ValueRange[1], calls, query, -1L, 3, 0);
      StreamAggregate stage = new StreamAggregate(rest, fewGroups);
      List<List<@Nullable Object>> streamed = new ArrayList<>();
      List<BatchConsumer> locals = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        locals.add(
            stage.newStage(
                new WorkerContext(query, query.memory()),
                batch -> {
                  assertThat(batch.rowCount()).isGreaterThanOrEqualTo(fewGroups);
                  return streamed.addAll(SinkRun.rows(batch));
                }));
      }
      new RandomBatches(types, random, query.memory())
          .forEach(
              rows,
              batchRows,
              batch -> {
                assertThat(locals.get(random.nextInt(workers)).accept(batch)).isTrue();
                if (random.nextInt(40) == 0) {
                  rest.evict()
                      .forEach(order -> order.run(new WorkerContext(query, query.memory())));
                }
              });
      SinkRun.complete(rest, query);
      return new Output(streamed, SinkRun.read(rest.output(), query));
    }
  }

  @Test
  void handsOnWhatIsCompleteUnlessItIsLittle() {
    List<DataType> types = List.of(DataType.INT32);
    List<AggregateCall> calls =
        List.of(new AggregateCall(AggregateFunction.COUNT, -1, false, -1, DataType.INT64));
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long i = 0; i < 1000; i++) {
      rows.add(new Object[] {i});
    }
    Output most = aggregate(types, calls, rows, 1000, 1, new Random(2), 10, TemporaryStorage.NONE);
    assertThat(most.all()).hasSize(1000);
    assertThat(most.rest().size()).isLessThan(20);
    Output none = aggregate(types, calls, rows, 12, 1, new Random(2), 11, TemporaryStorage.NONE);
    assertThat(none.rest()).hasSize(1000);
  }

  @Test
  void stopsWhenNobodyWantsMore() {
    List<DataType> types = List.of(DataType.INT32);
    try (QueryContext query =
        QueryContext.open("test", ledger, new CancellationToken(), 64, 0, ZoneOffset.UTC)) {
      HashAggregate rest =
          new HashAggregate(types, new int[] {0}, new ValueRange[1], List.of(), query, -1L, 3, 0);
      BatchConsumer stage =
          new StreamAggregate(rest, 1)
              .newStage(new WorkerContext(query, query.memory()), batch -> false);
      List<@Nullable Object[]> rows = new ArrayList<>();
      for (long i = 0; i < 5; i++) {
        rows.add(new Object[] {i});
      }
      new RandomBatches(types, new Random(1), query.memory())
          .forEach(rows, 64, batch -> assertThat(stage.accept(batch)).isFalse());
      SinkRun.complete(rest, query);
    }
  }

  @Test
  void supportsOneNarrowKeyAndCallsThatKeepNothing() {
    List<AggregateCall> plain =
        List.of(new AggregateCall(AggregateFunction.SUM, 1, false, -1, MONEY));
    assertThat(StreamAggregate.supports(List.of(DataType.INT64), plain)).isTrue();
    assertThat(StreamAggregate.supports(List.of(DataType.INT64), List.of())).isTrue();
    assertThat(StreamAggregate.supports(List.of(), plain)).isFalse();
    assertThat(StreamAggregate.supports(List.of(DataType.INT64, DataType.INT64), plain)).isFalse();
    assertThat(StreamAggregate.supports(List.of(DataType.decimal(38, 0)), plain)).isFalse();
    assertThat(StreamAggregate.supports(List.of(DataType.FLOAT64), plain)).isFalse();
    assertThat(
            StreamAggregate.supports(
                List.of(DataType.INT64),
                List.of(new AggregateCall(AggregateFunction.COUNT, 1, true, -1, DataType.INT64))))
        .isFalse();
  }
}
