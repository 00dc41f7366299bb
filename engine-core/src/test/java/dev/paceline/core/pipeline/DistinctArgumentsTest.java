package dev.paceline.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Batch;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.EngineOptions;
import dev.paceline.core.engine.QueryOptions;
import dev.paceline.core.engine.RunningQuery;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.PlanNode.Aggregate;
import dev.paceline.core.plan.PlanNode.TableScan;
import dev.paceline.core.plan.PlanNode.UnionAll;
import dev.paceline.core.testing.FakeTable;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates of distinct values as aggregates of distinct pairs. */
class DistinctArgumentsTest {
  private static final int ROWS = 5_000;

  /** All rows twice: (0, 0), (1, 2), (2, 4), …; nothing is known of their ranges. */
  private static PlanNode input() {
    List<PlanNode> scans = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      FakeTable table = new FakeTable(2, new int[] {2_000, 3_000}, 2, -1);
      scans.add(
          new TableScan(table, new int[] {0, 1}, List.of(), null, new int[] {0, 1}, List.of()));
    }
    scans.add(new PlanNode.Values(List.of(DataType.INT64, DataType.INT64), List.of()));
    return new UnionAll(scans);
  }

  private static AggregateCall call(AggregateFunction function, int argument, boolean distinct) {
    DataType type = function == AggregateFunction.SUM ? DataType.decimal(38, 0) : DataType.INT64;
    return new AggregateCall(function, argument, distinct, -1, type);
  }

  private static List<List<@Nullable Object>> run(PlanNode plan, int workers) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (Engine engine = new Engine(new EngineOptions(64L << 20, workers, 1024))) {
      try (RunningQuery query = engine.execute(plan, QueryOptions.named("test"))) {
        for (Batch batch = query.nextBatch(); batch != null; batch = query.nextBatch()) {
          rows.addAll(SinkRun.rows(batch));
        }
      }
      assertThat(engine.ledger().openScopes()).isEmpty();
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void countsAndSumsValuesOnce(int workers) {
    Aggregate all =
        new Aggregate(
            input(),
            new int[0],
            List.of(call(AggregateFunction.COUNT, 1, true), call(AggregateFunction.MAX, 1, true)));
    assertThat(DistinctArguments.pairs(all)).isNotNull();
    assertThat(run(all, workers)).containsExactly(List.of((long) ROWS, 2L * (ROWS - 1)));
    Aggregate groups =
        new Aggregate(input(), new int[] {0}, List.of(call(AggregateFunction.COUNT, 1, true)));
    assertThat(DistinctArguments.pairs(groups)).isNotNull();
    assertThat(run(groups, workers))
        .hasSize(ROWS)
        .allMatch(row -> Long.valueOf(1).equals(row.get(1)));
    assertThat(run(groups, workers).stream().map(List::getFirst))
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, ROWS).boxed().toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void combinesAggregatesOfAllRows(int workers) {
    List<AggregateCall> calls =
        List.of(
            call(AggregateFunction.SUM, 1, false),
            call(AggregateFunction.COUNT, 1, true),
            call(AggregateFunction.COUNT, -1, false),
            call(AggregateFunction.MIN, 0, false),
            call(AggregateFunction.MAX, 1, false));
    Aggregate all = new Aggregate(input(), new int[0], calls);
    assertThat(DistinctArguments.pairs(all)).isNotNull();
    long last = ROWS - 1L;
    assertThat(run(all, workers))
        .containsExactly(
            List.of(BigDecimal.valueOf(2 * last * ROWS), (long) ROWS, 2L * ROWS, 0L, 2 * last));
    Aggregate groups = new Aggregate(input(), new int[] {0}, calls);
    assertThat(run(groups, workers))
        .hasSize(ROWS)
        .allMatch(
            row -> {
              long key = (long) row.getFirst();
              return row.subList(1, 6)
                  .equals(List.of(BigDecimal.valueOf(4 * key), 1L, 2L, key, 2 * key));
            });
    Aggregate none =
        new Aggregate(
            new PlanNode.Values(List.of(DataType.INT64, DataType.INT64), List.of()),
            new int[0],
            calls);
    assertThat(run(none, workers)).containsExactly(Arrays.asList(null, 0L, 0L, null, null));
  }

  @Test
  void leavesOtherAggregatesAlone() {
    for (List<AggregateCall> calls :
        List.of(
            List.of(call(AggregateFunction.COUNT, 1, false)),
            List.of(call(AggregateFunction.COUNT, 1, true), call(AggregateFunction.SUM, 0, true)),
            List.of(
                call(AggregateFunction.COUNT, 1, true),
                call(AggregateFunction.SINGLE_VALUE, 0, false)),
            List.of(call(AggregateFunction.SINGLE_VALUE, 1, true)),
            List.<AggregateCall>of())) {
      assertThat(DistinctArguments.pairs(new Aggregate(input(), new int[0], calls))).isNull();
    }
  }
}
