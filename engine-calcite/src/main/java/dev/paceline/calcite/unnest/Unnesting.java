package dev.paceline.calcite.unnest;

import dev.paceline.calcite.rel.ElementRows;
import dev.paceline.calcite.rel.LogicalUnnest;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/** Replaces the joins with {@link ElementRows} by {@link LogicalUnnest}. */
public final class Unnesting extends RelHomogeneousShuttle {
  private final RelBuilder builder;

  private Unnesting(RelBuilder builder) {
    this.builder = builder;
  }

  /**
   * @throws PacelineException NOT_SUPPORTED if such a join has become another one
   */
  public static RelNode in(RelNode rel, RelBuilder builder) {
    return rel.accept(new Unnesting(builder));
  }

  @Override
  public RelNode visit(RelNode rel) {
    RelNode visited = super.visit(rel);
    if (!(visited instanceof Join join)) {
      return visited;
    }
    List<RexNode> conditions = RelOptUtil.conjunctions(join.getCondition());
    return conditions.stream()
        .filter(ElementCondition::is)
        .findFirst()
        .map(lists -> unnest(join, lists, conditions))
        .orElse(visited);
  }

  private RelNode unnest(Join join, RexNode elements, List<RexNode> conditions) {
    List<RelNode> above = new ArrayList<>();
    RelNode right = join.getRight();
    while (right instanceof Project || right instanceof Filter) {
      above.add(right);
      right = right.getInput(0);
    }
    boolean inner = join.getJoinType() == JoinRelType.INNER;
    boolean outer = join.getJoinType() == JoinRelType.LEFT;
    if (!(right instanceof ElementRows rows)
        || !(inner || outer && above.isEmpty() && conditions.size() == 1)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED, "UNNEST in a sub-query or a join of this form is not supported");
    }
    int columns = join.getLeft().getRowType().getFieldCount();
    builder.push(unnest(join, rows.getRowType(), elements, outer));
    for (RelNode rel : above.reversed()) {
      over(rel, columns);
    }
    List<RexNode> others = new ArrayList<>(conditions);
    others.remove(elements);
    return builder.filter(others).convert(join.getRowType(), false).build();
  }

  private static LogicalUnnest unnest(
      Join join, RelDataType rows, RexNode elements, boolean outer) {
    RelNode left = join.getLeft();
    List<RexNode> lists = ElementCondition.lists(elements, rows);
    boolean ordinality = rows.getFieldCount() > lists.size();
    RelDataType all =
        join.getCluster()
            .getTypeFactory()
            .builder()
            .addAll(left.getRowType().getFieldList())
            .addAll(rows.getFieldList())
            .uniquify()
            .build();
    RelDataType type = outer ? join.getRowType() : all;
    return new LogicalUnnest(
        left,
        ImmutableBitSet.range(left.getRowType().getFieldCount()),
        lists,
        ordinality,
        outer,
        type);
  }

  /** Puts over the rows of the builder what was over the elements alone. */
  private void over(RelNode rel, int columns) {
    RexShuttle shifted =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef reference) {
            return builder.field(columns + reference.getIndex());
          }
        };
    if (rel instanceof Filter filter) {
      builder.filter(shifted.apply(filter.getCondition()));
      return;
    }
    List<RexNode> fields = new ArrayList<>(builder.fields().subList(0, columns));
    fields.addAll(shifted.apply(((Project) rel).getProjects()));
    builder.project(fields, List.of(), true);
  }
}
