package dev.paceline.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.PlanNode.TableScan;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.sched.admission.ResourceMap;
import dev.paceline.core.testing.FakeTable;
import dev.paceline.core.testing.GatedTable;
import dev.paceline.core.type.DataType;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What joins keep goes when the last pipeline that reads it has ended, not with the query. */
@Timeout(120)
class JoinMemoryTest {
  private static final int CHUNKS = 8;
  private static final String OUTER = "hash join INNER";

  /** A join below another one, and what its build is called. */
  private record Inner(PlanNode plan, String name) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Inner> joins() {
    return Stream.of(
        new Inner(
            new PlanNode.HashJoin(
                scan(table()),
                scan(table()),
                JoinType.SEMI,
                new int[] {0},
                new int[] {0},
                new boolean[1],
                null,
                new int[] {0, 1},
                new int[] {-1}),
            "hash join SEMI"),
        new Inner(
            new PlanNode.HashJoin(
                scan(table()),
                scan(table()),
                JoinType.RIGHT_SEMI,
                new int[] {0},
                new int[] {0},
                new boolean[1],
                null,
                new int[] {0, 1},
                new int[] {-1}),
            "hash join RIGHT_SEMI"),
        new Inner(compared(ComparisonOperator.LESS), "inequality join SEMI"),
        new Inner(compared(ComparisonOperator.NOT_EQUAL), "nested loop join SEMI"));
  }

  private static PlanNode compared(ComparisonOperator operator) {
    return new PlanNode.NestedLoopJoin(
        scan(table()),
        scan(table()),
        JoinType.SEMI,
        Expressions.compare(
            operator, Expressions.column(0, DataType.INT64), Expressions.column(2, DataType.INT64)),
        new int[] {0, 1});
  }

  private static FakeTable table() {
    int[] rows = new int[CHUNKS];
    Arrays.fill(rows, QueryContext.DEFAULT_BATCH_ROWS);
    return new FakeTable(2, rows, 1, -1);
  }

  private static TableScan scan(ScanTarget table) {
    return new TableScan(table, new int[] {0, 1}, List.of(), null, new int[] {0, 1}, List.of());
  }

  @ParameterizedTest
  @MethodSource("joins")
  void tablesGoAfterTheirLastReader(Inner inner) {
    GatedTable gated = new GatedTable(table());
    PlanNode plan =
        new PlanNode.HashJoin(
            scan(gated),
            inner.plan(),
            JoinType.INNER,
            new int[] {0},
            new int[] {0},
            new boolean[1],
            null,
            new int[] {0},
            new int[] {-1});
    QueryOptions options =
        new QueryOptions(
            "kept",
            null,
            0,
            ZoneId.of("UTC"),
            null,
            1,
            MemoryBudget.FAIR_SHARE,
            UnitOfTransfer.FUSED,
            ResourceMap.SMALL,
            Set.of());
    try (Engine engine = new Engine(new EngineOptions(256L << 20, 2, 2048))) {
      try (RunningQuery query = engine.execute(plan, options)) {
        while (gated.scans.get() == 0 || scopeOf(engine, inner.name()) != null) {
          LockSupport.parkNanos(1_000_000);
        }
        assertThat(scopeOf(engine, OUTER)).isNotNull();
        gated.open();
        long rows = 0;
        for (Batch batch = query.nextBatch(); batch != null; batch = query.nextBatch()) {
          rows += batch.rowCount();
        }
        assertThat(rows).isPositive();
        assertThat(scopeOf(engine, OUTER)).isNull();
      }
      assertThat(engine.ledger().openScopes()).isEmpty();
      assertThat(engine.ledger().usedBytes()).isZero();
    }
  }

  private static @Nullable String scopeOf(Engine engine, String build) {
    return engine.ledger().openScopes().stream()
        .filter(scope -> scope.contains("build of " + build + " "))
        .findFirst()
        .orElse(null);
  }
}
