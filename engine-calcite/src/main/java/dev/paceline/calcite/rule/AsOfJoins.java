package dev.paceline.calcite.rule;

import com.google.common.collect.ImmutableList;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AsofJoin;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalAsofJoin;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Replaces ASOF joins. The rows of both sides are sorted together by the values that the match
 * condition compares, which tells for each left row how many right rows match; the last of these is
 * the closest. So the join becomes two window functions and a join by the number of the right row,
 * which sort, spill and run in parallel.
 */
public final class AsOfJoins extends RelHomogeneousShuttle {
  private final RelBuilder builder;
  private final RexBuilder rexBuilder;

  private AsOfJoins(RelBuilder builder) {
    this.builder = builder;
    this.rexBuilder = builder.getRexBuilder();
  }

  /**
   * Returns an expression with the same rows; the expression itself if nothing is replaced.
   *
   * @throws PacelineException NOT_SUPPORTED for a condition that does not compare the two sides
   */
  public static RelNode in(RelNode rel, RelBuilder builder) {
    return rel.accept(new AsOfJoins(builder));
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return visited instanceof AsofJoin join ? new Replacement(join).result() : visited;
  }

  /** Visits it as any other expression, which the superclass does not do. */
  @Override
  public RelNode visit(LogicalAsofJoin join) {
    return visit((RelNode) join);
  }

  /** Values of both sides that are compared, the right one over the columns of its side. */
  private record Compared(RexNode left, RexNode right, SqlKind comparison) {}

  /** The replacement of one join. */
  private final class Replacement {
    private final AsofJoin join;
    private final int leftCount;
    private final int rightCount;

    /** The equalities, and behind them the match condition. */
    private final List<Compared> compared = new ArrayList<>();

    Replacement(AsofJoin join) {
      this.join = join;
      this.leftCount = join.getLeft().getRowType().getFieldCount();
      this.rightCount = join.getRight().getRowType().getFieldCount();
      for (RexNode conjunct : RelOptUtil.conjunctions(join.getCondition())) {
        compared.add(compared(conjunct, Set.of(SqlKind.EQUALS)));
      }
      compared.add(compared(join.getMatchCondition(), SqlKind.COMPARISON));
    }

    private Compared compared(RexNode condition, Set<SqlKind> kinds) {
      if (condition instanceof RexCall call && kinds.contains(call.getKind())) {
        RexNode first = call.getOperands().get(0);
        RexNode second = call.getOperands().get(1);
        if (isOfLeft(first) && isOfRight(second)) {
          return new Compared(first, RexUtil.shift(second, -leftCount), call.getKind());
        }
        if (isOfLeft(second) && isOfRight(first)) {
          return new Compared(second, RexUtil.shift(first, -leftCount), call.getKind().reverse());
        }
      }
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "an ASOF join takes equalities of both sides, and one comparison of both sides by order;"
              + " it does not support "
              + condition);
    }

    private boolean isOfLeft(RexNode value) {
      return ImmutableBitSet.range(leftCount).contains(RelOptUtil.InputFinder.bits(value));
    }

    private boolean isOfRight(RexNode value) {
      return !ImmutableBitSet.range(leftCount).intersects(RelOptUtil.InputFinder.bits(value));
    }

    RelNode result() {
      RelNode right = numberedRight();
      RelNode left = numberedLeft();
      builder.push(left).push(right);
      List<RexNode> conditions = new ArrayList<>();
      for (int i = 0; i < compared.size(); i++) {
        conditions.add(
            builder.call(
                SqlStdOperatorTable.EQUALS,
                builder.field(2, 0, leftCount + i),
                builder.field(2, 1, rightCount + i)));
      }
      boolean outer = join.getJoinType() == JoinRelType.LEFT_ASOF;
      builder.join(outer ? JoinRelType.LEFT : JoinRelType.INNER, conditions);
      List<RexNode> columns = new ArrayList<>(builder.fields().subList(0, leftCount));
      int first = leftCount + compared.size();
      columns.addAll(builder.fields().subList(first, first + rightCount));
      builder.project(columns, join.getRowType().getFieldNames(), true);
      return RelOptUtil.createCastRel(builder.build(), join.getRowType(), true);
    }

    /** The right rows whose values are known, their keys, and their number in the order. */
    private RelNode numberedRight() {
      builder.push(join.getRight());
      List<RexNode> columns = new ArrayList<>(builder.fields());
      compared.forEach(pair -> columns.add(rexBuilder.ensureType(type(pair), pair.right(), true)));
      builder.project(columns, List.of(), true);
      List<RexNode> values = builder.fields().subList(rightCount, columns.size());
      builder.filter(values.stream().map(builder::isNotNull).toList());
      List<RexNode> numbered = new ArrayList<>(builder.fields().subList(0, columns.size() - 1));
      numbered.add(
          number(
              SqlStdOperatorTable.ROW_NUMBER,
              List.of(),
              rightCount,
              List.of(key(builder.field(columns.size() - 1), isAfter()))));
      builder.project(numbered);
      return builder.build();
    }

    /** The left rows, their keys, and the number of right rows that match. */
    private RelNode numberedLeft() {
      builder.push(join.getLeft());
      List<RexNode> ofLeft = new ArrayList<>();
      List<RexNode> ofRight = new ArrayList<>();
      for (RexNode column : builder.fields()) {
        RelDataType type = nullable(column.getType());
        ofLeft.add(rexBuilder.ensureType(type, column, true));
        ofRight.add(rexBuilder.makeNullLiteral(type));
      }
      for (Compared pair : compared) {
        ofLeft.add(rexBuilder.ensureType(type(pair), pair.left(), true));
        ofRight.add(rexBuilder.ensureType(type(pair), pair.right(), true));
      }
      ofLeft.add(whole(0));
      ofRight.add(whole(1));
      builder.project(ofLeft, List.of(), true);
      builder.push(join.getRight()).project(ofRight, List.of(), true);
      int value = leftCount + compared.size() - 1;
      builder.filter(builder.isNotNull(builder.field(value)));
      builder.union(true, 2);
      RexNode side = builder.field(value + 1);
      boolean equalMatches =
          switch (compared.getLast().comparison()) {
            case GREATER_THAN_OR_EQUAL, LESS_THAN_OR_EQUAL -> true;
            default -> false;
          };
      RexNode ofRightRow =
          builder.call(
              SqlStdOperatorTable.CASE,
              builder.equals(side, whole(1)),
              whole(1),
              rexBuilder.makeNullLiteral(nullable(side.getType())));
      List<RexNode> counted = new ArrayList<>(builder.fields().subList(0, value));
      counted.add(
          number(
              SqlStdOperatorTable.COUNT,
              List.of(ofRightRow),
              leftCount,
              List.of(key(builder.field(value), isAfter()), key(side, equalMatches))));
      counted.add(side);
      builder.project(counted);
      builder.filter(builder.equals(builder.field(value + 1), whole(0)));
      builder.project(builder.fields().subList(0, value + 1));
      return builder.build();
    }

    /** Whether a left value matches right values that are larger. */
    private boolean isAfter() {
      return switch (compared.getLast().comparison()) {
        case LESS_THAN, LESS_THAN_OR_EQUAL -> true;
        case GREATER_THAN, GREATER_THAN_OR_EQUAL -> false;
        default ->
            throw new PacelineException(
                ErrorCode.NOT_SUPPORTED,
                "the match condition of an ASOF join is one of <, <=, > and >=, not "
                    + join.getMatchCondition());
      };
    }

    /** A key of an order in which NULLs, which match nothing, come first. */
    private static RexFieldCollation key(RexNode value, boolean descending) {
      return new RexFieldCollation(
          value,
          descending
              ? Set.of(SqlKind.DESCENDING, SqlKind.NULLS_FIRST)
              : Set.of(SqlKind.NULLS_FIRST));
    }

    /**
     * @param firstKey column of the first equality; those of the others follow
     */
    private RexNode number(
        SqlAggFunction function,
        List<RexNode> arguments,
        int firstKey,
        List<RexFieldCollation> order) {
      return rexBuilder.makeOver(
          rexBuilder.getTypeFactory().createSqlType(SqlTypeName.BIGINT),
          function,
          arguments,
          List.copyOf(builder.fields().subList(firstKey, firstKey + compared.size() - 1)),
          ImmutableList.copyOf(order),
          RexWindowBounds.UNBOUNDED_PRECEDING,
          RexWindowBounds.CURRENT_ROW,
          true,
          true,
          false,
          false,
          false);
    }

    private RelDataType type(Compared pair) {
      RelDataType type =
          rexBuilder
              .getTypeFactory()
              .leastRestrictive(List.of(pair.left().getType(), pair.right().getType()));
      if (type == null) {
        throw new PacelineException(
            ErrorCode.TYPE_MISMATCH,
            "an ASOF join cannot compare %s with %s"
                .formatted(pair.left().getType(), pair.right().getType()));
      }
      return nullable(type);
    }

    private RelDataType nullable(RelDataType type) {
      return rexBuilder.getTypeFactory().createTypeWithNullability(type, true);
    }

    private RexNode whole(int value) {
      return rexBuilder.makeExactLiteral(BigDecimal.valueOf(value));
    }
  }
}
