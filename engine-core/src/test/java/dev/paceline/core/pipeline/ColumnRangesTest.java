package dev.paceline.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.testing.FakeTable;
import dev.paceline.core.type.DataType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Column c of a table of n rows has the values 0 to (n - 1) × (c + 1). */
class ColumnRangesTest {
  private static final PlanNode TEN = scan(10);
  private static final PlanNode HUNDRED = scan(100);

  /** Delivers columns 2 and 1 of a table. */
  private static PlanNode scan(int rows) {
    return new PlanNode.TableScan(
        new FakeTable(3, new int[] {rows}, 1, -1),
        new int[] {1, 2},
        List.of(),
        null,
        new int[] {1, 0},
        List.of());
  }

  private static Expression column(int index) {
    return Expressions.column(index, DataType.INT64);
  }

  private static List<@Nullable ValueRange> ranges(PlanNode node) {
    int[] columns = new int[node.types().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = i;
    }
    return Arrays.asList(ColumnRanges.of(node, columns));
  }

  private static ValueRange upTo(long max) {
    return new ValueRange(0, max);
  }

  @Test
  void areTracedToTables() {
    PlanNode filtered = new PlanNode.Filter(TEN, Expressions.isNull(column(0)));
    PlanNode projected =
        new PlanNode.Project(
            filtered, List.of(column(1), Expressions.isNull(column(0)), column(0)));
    PlanNode sorted = new PlanNode.Sort(projected, List.of(new SortKey(0, false, false)), 0, -1);
    PlanNode grouped = new PlanNode.Aggregate(sorted, new int[] {2, 1}, List.of());

    assertThat(ranges(TEN)).containsExactly(upTo(27), upTo(18));
    assertThat(ranges(sorted)).containsExactly(upTo(18), null, upTo(27));
    assertThat(ranges(grouped)).containsExactly(upTo(27), null);
    assertThat(ranges(new PlanNode.UnionAll(List.of(TEN, HUNDRED))))
        .containsExactly(upTo(297), upTo(198));
    assertThat(
            ranges(
                new PlanNode.UnionAll(List.of(TEN, new PlanNode.Values(TEN.types(), List.of())))))
        .containsExactly(null, null);
  }

  @ParameterizedTest
  @EnumSource(JoinType.class)
  void passJoinsToTheRightSide(JoinType type) {
    int[] outputs =
        switch (type) {
          case INNER, LEFT, RIGHT, FULL -> new int[] {3, 0};
          case SEMI, ANTI, NULL_AWARE_ANTI, RIGHT_SEMI, RIGHT_ANTI -> new int[] {1, 0};
          case LEFT_MARK -> new int[] {2, 0};
        };
    PlanNode join =
        new PlanNode.HashJoin(
            TEN,
            HUNDRED,
            type,
            new int[] {0},
            new int[] {0},
            new boolean[] {false},
            null,
            outputs,
            new int[] {-1});

    assertThat(ranges(join))
        .isEqualTo(
            switch (type) {
              case INNER, LEFT, RIGHT, FULL -> List.of(upTo(198), upTo(27));
              case SEMI, ANTI, NULL_AWARE_ANTI -> List.of(upTo(18), upTo(27));
              case RIGHT_SEMI, RIGHT_ANTI -> List.of(upTo(198), upTo(297));
              case LEFT_MARK -> Arrays.asList(null, upTo(27));
            });
  }
}
