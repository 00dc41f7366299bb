package dev.paceline.calcite.subquery;

import dev.paceline.calcite.rex.Determinism;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Removes sub-queries from the condition of an outer, semi or anti join. Each adds its value to the
 * side whose columns it uses. One that uses columns of both sides adds it to the side that need not
 * keep its rows, which is multiplied before by the values that these columns have on the other
 * side; a further condition then picks the rows that were multiplied by the values of the row.
 */
final class ConditionSubQueries {
  private final LogicalJoin join;
  private final OuterRows outer;
  private final RelBuilder builder;
  private final RexBuilder rexBuilder;
  private final int leftWidth;
  private final int rightWidth;
  private final Map<RexSubQuery, ImmutableBitSet> columnsUsed = new LinkedHashMap<>();
  private final List<RexNode> conditions = new ArrayList<>();

  /**
   * @param join not an inner join, except with the elements of lists
   * @param outer the variables that stand for rows of the left side with rows of the right side
   */
  ConditionSubQueries(LogicalJoin join, OuterRows outer, RelBuilder builder) {
    this.join = join;
    this.outer = outer;
    this.builder = builder;
    this.rexBuilder = builder.getRexBuilder();
    this.leftWidth = join.getLeft().getRowType().getFieldCount();
    this.rightWidth = join.getRight().getRowType().getFieldCount();
  }

  /**
   * Returns the join without sub-queries.
   *
   * @throws PacelineException NOT_SUPPORTED if a sub-query uses columns of both sides, which are
   *     other ones at each computation
   */
  RelNode removed() {
    findColumns();
    ImmutableBitSet left = ImmutableBitSet.range(leftWidth);
    ImmutableBitSet right = ImmutableBitSet.range(leftWidth, leftWidth + rightWidth);
    ImmutableBitSet ofBoth =
        ImmutableBitSet.union(
            columnsUsed.values().stream()
                .filter(used -> !left.contains(used) && !right.contains(used))
                .toList());
    boolean widensLeft = join.getJoinType() == JoinRelType.RIGHT;
    if (!ofBoth.isEmpty()) {
      checkDeterministic(join.getLeft());
      checkDeterministic(join.getRight());
      if (join.getJoinType() == JoinRelType.FULL) {
        return full();
      }
    }
    Side leftSide =
        new Side(join.getLeft(), 0, widensLeft ? ofBoth.intersect(right).toList() : List.of());
    Side rightSide =
        new Side(
            join.getRight(), leftWidth, widensLeft ? List.of() : ofBoth.intersect(left).toList());
    Map<RexSubQuery, RexNode> values = new LinkedHashMap<>();
    columnsUsed.forEach(
        (subQuery, used) -> {
          if (left.contains(used) || widensLeft && !right.contains(used)) {
            values.put(subQuery, leftSide.value(subQuery));
          }
        });
    int shift = leftSide.rows.rel().getRowType().getFieldCount();
    columnsUsed.forEach(
        (subQuery, used) ->
            values.computeIfAbsent(
                subQuery, other -> RexUtil.shift(rightSide.value(other), shift)));
    conditions.add(replaced(values, shift));
    leftSide.addConditions(0, shift - leftWidth);
    rightSide.addConditions(shift, 0);
    return withOwnColumns(
        LogicalJoin.create(
            leftSide.rows.rel(),
            rightSide.rows.rel(),
            join.getHints(),
            RexUtil.composeConjunction(rexBuilder, conditions),
            Set.of(),
            join.getJoinType()),
        shift);
  }

  /** The values of a side that are computed twice must be the same. */
  private void checkDeterministic(RelNode side) {
    if (!Determinism.isDeterministic(side)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "a sub-query that uses columns of both sides of an outer join with random values is not"
              + " supported; write it in WHERE");
    }
  }

  /** The rows of the left join, and those of the right side that it lacks. */
  private RelNode full() {
    RelNode lefts =
        new ConditionSubQueries(
                join.copy(
                    join.getTraitSet(),
                    join.getCondition(),
                    join.getLeft(),
                    join.getRight(),
                    JoinRelType.LEFT,
                    false),
                outer,
                builder)
            .removed();
    builder.push(lefts).convert(join.getRowType(), true);
    builder.push(missing());
    List<RexNode> columns = new ArrayList<>();
    List<RelDataTypeField> fields = join.getRowType().getFieldList();
    for (int i = 0; i < leftWidth + rightWidth; i++) {
      columns.add(
          i < leftWidth
              ? rexBuilder.makeNullLiteral(fields.get(i).getType())
              : builder.field(i - leftWidth));
    }
    builder.project(columns, join.getRowType().getFieldNames(), true);
    return builder.convert(join.getRowType(), true).union(true).build();
  }

  /** The rows of the right side without a row on the left side. */
  private RelNode missing() {
    RelDataType swapped =
        LogicalJoin.create(
                join.getRight(),
                join.getLeft(),
                List.of(),
                rexBuilder.makeLiteral(true),
                Set.of(),
                JoinRelType.INNER)
            .getRowType();
    RexNode condition =
        join.getCondition()
            .accept(
                new MovedColumns(
                    outer,
                    swapped,
                    column -> column < leftWidth ? column + rightWidth : column - leftWidth,
                    rexBuilder));
    LogicalJoin anti =
        LogicalJoin.create(
            join.getRight(), join.getLeft(), List.of(), condition, Set.of(), JoinRelType.ANTI);
    return new ConditionSubQueries(anti, outer, builder).removed();
  }

  private void findColumns() {
    join.getCondition()
        .accept(
            new RexShuttle() {
              @Override
              public RexNode visitSubQuery(RexSubQuery subQuery) {
                columnsUsed.put(subQuery, columns(subQuery));
                return subQuery;
              }
            });
  }

  private ImmutableBitSet columns(RexSubQuery subQuery) {
    ImmutableBitSet.Builder used = ImmutableBitSet.builder();
    subQuery.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef reference) {
            used.set(reference.getIndex());
            return reference;
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery inner) {
            for (CorrelationId id : outer.own()) {
              used.addAll(RelOptUtil.correlationColumns(id, inner.rel));
            }
            return super.visitSubQuery(inner);
          }
        });
    return used.build();
  }

  /** The condition over the new sides. */
  private RexNode replaced(Map<RexSubQuery, RexNode> values, int shift) {
    return join.getCondition()
        .accept(
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef reference) {
                int index = reference.getIndex();
                return index < leftWidth
                    ? reference
                    : new RexInputRef(index - leftWidth + shift, reference.getType());
              }

              @Override
              public RexNode visitSubQuery(RexSubQuery subQuery) {
                return values.get(subQuery);
              }
            });
  }

  private RelNode withOwnColumns(RelNode joined, int shift) {
    if (!join.getJoinType().projectsRight()) {
      return SubQueryRows.firstColumns(joined, join.getRowType());
    }
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < leftWidth + rightWidth; i++) {
      columns.add(rexBuilder.makeInputRef(joined, i < leftWidth ? i : i - leftWidth + shift));
    }
    return LogicalProject.create(
        joined, List.of(), columns, join.getRowType().getFieldNames(), Set.of());
  }

  /** A side of the join, to which values of sub-queries are added. */
  private final class Side {
    private final int first;
    private final int width;
    private final List<Integer> others;
    private final RelNode input;
    private final SubQueryRows rows;

    /**
     * @param first the column of the join that is the first one of this side
     * @param others columns of the other side whose values multiply the rows
     */
    Side(RelNode side, int first, List<Integer> others) {
      this.first = first;
      this.width = side.getRowType().getFieldCount();
      this.others = others;
      this.input = others.isEmpty() ? side : multiplied(side);
      this.rows = new SubQueryRows(input, outer, builder);
    }

    private RelNode multiplied(RelNode side) {
      builder.push(first == 0 ? join.getRight() : join.getLeft());
      int otherFirst = leftWidth - first;
      builder.project(
          others.stream().<RexNode>map(column -> builder.field(column - otherFirst)).toList());
      RelNode values = builder.distinct().build();
      return LogicalJoin.create(
          side, values, List.of(), rexBuilder.makeLiteral(true), Set.of(), JoinRelType.INNER);
    }

    RexNode value(RexSubQuery subQuery) {
      return rows.valueOf(
          subQuery.accept(new MovedColumns(outer, input.getRowType(), this::place, rexBuilder)));
    }

    private int place(int column) {
      int multiplier = others.indexOf(column);
      return multiplier < 0 ? column - first : width + multiplier;
    }

    /**
     * Adds conditions that the rows were multiplied by the values of the row on the other side.
     *
     * @param position of this side's first column
     * @param otherShift what is to be added to the number of a column of the other side
     */
    void addConditions(int position, int otherShift) {
      for (int i = 0; i < others.size(); i++) {
        int column = others.get(i);
        conditions.add(
            rexBuilder.makeCall(
                SqlStdOperatorTable.IS_NOT_DISTINCT_FROM,
                new RexInputRef(
                    column + otherShift,
                    (first == 0 ? join.getRight() : join.getLeft())
                        .getRowType()
                        .getFieldList()
                        .get(first == 0 ? column - leftWidth : column)
                        .getType()),
                new RexInputRef(
                    position + width + i,
                    input.getRowType().getFieldList().get(width + i).getType())));
      }
    }
  }
}
