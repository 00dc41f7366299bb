package dev.paceline.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.operator.DiscardSink;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.PlanNode.Aggregate;
import dev.paceline.core.plan.PlanNode.HashJoin;
import dev.paceline.core.plan.PlanNode.NestedLoopJoin;
import dev.paceline.core.plan.PlanNode.TableScan;
import dev.paceline.core.testing.FakeTable;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The order of pipelines is the Maximal Pipeline Sequence (Deshmukh, Algorithm 4.1). */
@ExtendWith(LedgerExtension.class)
class PipelineBuilderTest {
  private static final JoinType[] TYPES = {
    JoinType.INNER, JoinType.SEMI, JoinType.LEFT, JoinType.ANTI
  };

  private static TableScan scan() {
    FakeTable table = new FakeTable(1, new int[] {1}, 1, -1);
    return new TableScan(table, new int[1], List.of(), null, new int[1], List.of());
  }

  private static HashJoin join(JoinType type, PlanNode left, PlanNode right) {
    int[] first = {0};
    return new HashJoin(
        left, right, type, first, first, new boolean[1], null, first, new int[] {-1});
  }

  private static Aggregate group(PlanNode input) {
    AggregateCall count = new AggregateCall(AggregateFunction.COUNT, -1, false, -1, DataType.INT64);
    return new Aggregate(input, new int[] {0}, List.of(count));
  }

  private static PlanNode random(Random random, int depth) {
    if (depth == 0 || random.nextInt(5) == 0) {
      return scan();
    }
    JoinType type = TYPES[random.nextInt(TYPES.length)];
    HashJoin join = join(type, random(random, depth - 1), random(random, depth - 1));
    return random.nextInt(3) == 0 ? group(join) : join;
  }

  /** Algorithm 4.1, which also says when the groups of an aggregation are read. */
  private static void sequence(PlanNode node, List<String> operators) {
    switch (node) {
      case TableScan scan -> operators.add("scan fake");
      case HashJoin join -> {
        sequence(join.right(), operators);
        operators.add("build of hash join " + join.type());
        sequence(join.left(), operators);
        operators.add("hash join " + join.type());
      }
      case Aggregate aggregate -> {
        sequence(aggregate.input(), operators);
        operators.add("group");
        operators.add("groups");
      }
      default -> throw new IllegalArgumentException(node.toString());
    }
  }

  private static int transfers(PlanNode node) {
    int below = node.inputs().stream().mapToInt(PipelineBuilderTest::transfers).sum();
    boolean isCut =
        node instanceof Aggregate
            || node instanceof HashJoin join && !(join.left() instanceof Aggregate);
    return below + (isCut ? 1 : 0);
  }

  private static List<Pipeline> build(PlanNode plan, UnitOfTransfer unit, MemoryLedger ledger) {
    try (QueryContext query =
        QueryContext.open("test", ledger, new CancellationToken(), 2048, 0, ZoneOffset.UTC)) {
      return new PipelineBuilder(query, null, unit).build(plan, new DiscardSink());
    }
  }

  @Test
  void pipelinesComeInTheMaximalSequenceWithAnyUnit(MemoryLedger ledger) {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      PlanNode plan = random(random, 4);
      List<String> expected = new ArrayList<>();
      sequence(plan, expected);
      expected.add("discard");
      for (UnitOfTransfer unit : List.of(UnitOfTransfer.FUSED, UnitOfTransfer.ALL)) {
        List<String> steps = new ArrayList<>();
        for (Pipeline pipeline : build(plan, unit, ledger)) {
          steps.addAll(List.of(pipeline.describe().split(" → ")));
        }
        int all = steps.size();
        steps.removeAll(List.of("transfer of all", "transferred rows"));
        assertThat(steps).isEqualTo(expected);
        assertThat(all - steps.size()).isEqualTo(unit.isFused() ? 0 : 2 * transfers(plan));
      }
    }
  }

  @Test
  void producersWaitForAllBuildsAbove(MemoryLedger ledger) {
    PlanNode plan = join(JoinType.INNER, join(JoinType.SEMI, scan(), scan()), scan());
    List<Pipeline> pipelines = build(plan, UnitOfTransfer.ONE, ledger);
    assertThat(pipelines.stream().map(Pipeline::describe))
        .containsExactly(
            "scan fake → build of hash join INNER",
            "scan fake → build of hash join SEMI",
            "scan fake → transfer of 1",
            "transferred rows → hash join SEMI → transfer of 1",
            "transferred rows → hash join INNER → discard");
    assertThat(pipelines.get(2).dependencies()).containsAll(pipelines.subList(0, 2));
    assertThat(pipelines.get(3).dependencies()).containsAll(pipelines.subList(0, 2));
    assertThat(pipelines.get(4).dependencies()).contains(pipelines.get(0));
  }

  @Test
  void whatJoinsProduceIsNotKeptForAnotherJoinWithoutKeys(MemoryLedger ledger) {
    PlanNode plan = pairs(pairs(pairs(scan(), scan()), scan()), scan());
    assertThat(build(plan, UnitOfTransfer.FUSED, ledger).stream().map(Pipeline::describe))
        .containsExactly(
            "scan fake → build of nested loop join INNER",
            "scan fake → build of nested loop join INNER",
            "scan fake → build of nested loop join INNER",
            "scan fake → transfer of 1",
            "transferred rows → nested loop join INNER → nested loop join INNER"
                + " → nested loop join INNER → discard");
  }

  private static PlanNode pairs(PlanNode left, PlanNode right) {
    int[] outputs = IntStream.range(0, left.types().size() + right.types().size()).toArray();
    return new NestedLoopJoin(left, right, JoinType.INNER, null, outputs);
  }
}
