package dev.paceline.calcite.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Simplifies outer joins whose added rows, with NULL in the columns of one side, are dropped above.
 * A join further up that compares such a column, or a filter on it, makes a left join an inner one;
 * a filter that wants nothing but the added rows makes it an anti join.
 *
 * <p>Source: Galindo-Legaria and Rosenthal, "Outerjoin simplification and reordering for query
 * optimization", TODS 1997, section 3.
 */
final class OuterJoins {
  private static final ImmutableBitSet NONE = ImmutableBitSet.of();

  private final RelBuilder builder;
  private final RexBuilder rexBuilder;

  private OuterJoins(RelBuilder builder) {
    this.builder = builder;
    this.rexBuilder = builder.getRexBuilder();
  }

  /**
   * Returns an expression with the same rows; the expression itself if there is nothing to
   * simplify.
   *
   * @param rel after conditions have been pushed down
   */
  static RelNode simplify(RelNode rel, RelBuilder builder) {
    return new OuterJoins(builder).simplify(rel, NONE);
  }

  /**
   * @param rejected columns such that rows with NULL in one of them are dropped above, and change
   *     nothing else
   */
  private RelNode simplify(RelNode rel, ImmutableBitSet rejected) {
    return switch (rel) {
      case Filter filter -> simplify(filter, rejected);
      case Project project when !project.containsOver() ->
          withInputs(project, List.of(sources(project, rejected)));
      case Join join -> simplify(join, rejected);
      case Aggregate aggregate when aggregate.getGroupType() == Aggregate.Group.SIMPLE ->
          withInputs(aggregate, List.of(groupKeys(aggregate, rejected)));
      case Sort sort when sort.fetch == null && sort.offset == null ->
          withInputs(sort, List.of(rejected));
      case Union union ->
          withInputs(union, union.getInputs().stream().map(input -> rejected).toList());
      default -> withInputs(rel, rel.getInputs().stream().map(input -> NONE).toList());
    };
  }

  private RelNode withInputs(RelNode rel, List<ImmutableBitSet> rejected) {
    List<RelNode> inputs = new ArrayList<>();
    for (int i = 0; i < rejected.size(); i++) {
      inputs.add(simplify(rel.getInput(i), rejected.get(i)));
    }
    return inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
  }

  /** The input columns whose NULL makes a rejected column of a projection NULL. */
  private static ImmutableBitSet sources(Project project, ImmutableBitSet rejected) {
    ImmutableBitSet.Builder sources = ImmutableBitSet.builder();
    for (int column : rejected) {
      RexNode expression = project.getProjects().get(column);
      for (int source : RelOptUtil.InputFinder.bits(expression)) {
        if (Strong.isNull(expression, ImmutableBitSet.of(source))) {
          sources.set(source);
        }
      }
    }
    return sources.build();
  }

  private static ImmutableBitSet groupKeys(Aggregate aggregate, ImmutableBitSet rejected) {
    ImmutableBitSet.Builder keys = ImmutableBitSet.builder();
    for (int column : rejected) {
      if (column < aggregate.getGroupCount()) {
        keys.set(aggregate.getGroupSet().nth(column));
      }
    }
    return keys.build();
  }

  private RelNode simplify(Filter filter, ImmutableBitSet rejected) {
    if (filter.getInput() instanceof Join join && join.getJoinType() == JoinRelType.LEFT) {
      RelNode anti = antiJoin(filter, join);
      if (anti != null) {
        return simplify(anti, rejected);
      }
    }
    return withInputs(filter, List.of(rejected.union(rejectedBy(filter.getCondition()))));
  }

  /** The columns for whose NULL a condition is not true. */
  private static ImmutableBitSet rejectedBy(RexNode condition) {
    ImmutableBitSet.Builder rejected = ImmutableBitSet.builder();
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      for (int column : RelOptUtil.InputFinder.bits(conjunct)) {
        if (Strong.isNotTrue(conjunct, ImmutableBitSet.of(column))) {
          rejected.set(column);
        }
      }
    }
    return rejected.build();
  }

  private RelNode simplify(Join join, ImmutableBitSet rejected) {
    int width = join.getLeft().getRowType().getFieldCount();
    JoinRelType type = join.getJoinType();
    boolean rejectsLeft = rejects(rejected, 0, width);
    boolean rejectsRight = rejects(rejected, width, join.getRowType().getFieldCount());
    JoinRelType simple =
        switch (type) {
          case LEFT -> rejectsRight ? JoinRelType.INNER : type;
          case RIGHT -> rejectsLeft ? JoinRelType.INNER : type;
          case FULL ->
              rejectsLeft
                  ? rejectsRight ? JoinRelType.INNER : JoinRelType.LEFT
                  : rejectsRight ? JoinRelType.RIGHT : type;
          default -> type;
        };
    ImmutableBitSet unmatched = rejectedBy(join.getCondition());
    ImmutableBitSet left =
        switch (simple) {
          case INNER, SEMI -> rejected.union(unmatched);
          case RIGHT -> unmatched;
          case LEFT, ANTI, LEFT_MARK -> rejected;
          default -> NONE;
        };
    ImmutableBitSet right =
        switch (simple) {
          case INNER -> rejected.union(unmatched);
          case RIGHT -> rejected;
          case LEFT, SEMI, ANTI -> unmatched;
          default -> NONE;
        };
    List<RelNode> inputs =
        List.of(
            simplify(join.getLeft(), left.intersect(ImmutableBitSet.range(width))),
            simplify(
                join.getRight(),
                right
                    .intersect(ImmutableBitSet.range(width, width + widthOfRight(join)))
                    .shift(-width)));
    if (simple == type) {
      return inputs.equals(join.getInputs()) ? join : join.copy(join.getTraitSet(), inputs);
    }
    // columns that were nullable above may not become NOT NULL
    return builder
        .push(
            join.copy(
                join.getTraitSet(),
                join.getCondition(),
                inputs.getFirst(),
                inputs.getLast(),
                simple,
                join.isSemiJoinDone()))
        .convert(join.getRowType(), false)
        .build();
  }

  private static int widthOfRight(Join join) {
    return join.getRight().getRowType().getFieldCount();
  }

  private static boolean rejects(ImmutableBitSet rejected, int from, int to) {
    return from < to && rejected.intersects(ImmutableBitSet.range(from, to));
  }

  /**
   * The left rows without a partner, if a filter on a left join wants no others.
   *
   * @return null if it may want others
   */
  private @Nullable RelNode antiJoin(Filter filter, Join join) {
    int width = join.getLeft().getRowType().getFieldCount();
    ImmutableBitSet unmatched = rejectedBy(join.getCondition());
    List<RexNode> others = new ArrayList<>();
    boolean found = false;
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      if (isMissingPartner(conjunct, join, width, unmatched)) {
        found = true;
      } else {
        others.add(conjunct);
      }
    }
    if (!found) {
      return null;
    }
    builder.push(join.getLeft()).push(join.getRight()).join(JoinRelType.ANTI, join.getCondition());
    RexShuttle withoutPartner =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef reference) {
            return reference.getIndex() < width
                ? reference
                : rexBuilder.makeNullLiteral(reference.getType());
          }
        };
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < filter.getRowType().getFieldCount(); i++) {
      RelDataType type = filter.getRowType().getFieldList().get(i).getType();
      columns.add(i < width ? new RexInputRef(i, type) : rexBuilder.makeNullLiteral(type));
    }
    return builder
        .filter(others.stream().map(other -> other.accept(withoutPartner)).toList())
        .project(columns, filter.getRowType().getFieldNames(), true)
        .build();
  }

  /** Whether a condition says that a column is NULL that never is where a row has a partner. */
  private static boolean isMissingPartner(
      RexNode conjunct, Join join, int width, ImmutableBitSet unmatched) {
    return conjunct.getKind() == SqlKind.IS_NULL
        && ((RexCall) conjunct).getOperands().getFirst() instanceof RexInputRef reference
        && reference.getIndex() >= width
        && (unmatched.get(reference.getIndex())
            || !join.getRight()
                .getRowType()
                .getFieldList()
                .get(reference.getIndex() - width)
                .getType()
                .isNullable());
  }
}
