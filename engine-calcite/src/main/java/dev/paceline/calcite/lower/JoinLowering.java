package dev.paceline.calcite.lower;

import dev.paceline.calcite.rel.JoinConditionParts;
import dev.paceline.calcite.rel.JoinConditionParts.Key;
import dev.paceline.calcite.rel.PacelineHashJoin;
import dev.paceline.calcite.rel.PacelineNestedLoopJoin;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Translates joins: puts the build side on the right, and makes keys the same type. */
final class JoinLowering {
  private final Lowering lowering;

  JoinLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  /**
   * @param wanted output columns of {@code join} to deliver
   */
  PlanNode lower(PacelineHashJoin join, int[] wanted) {
    JoinConditionParts split = join.keys();
    PacelineRel probe = join.input(join.buildLeft() ? 1 : 0);
    PacelineRel build = join.input(join.buildLeft() ? 0 : 1);
    int count = split.keys().size();
    int[] probeKeys = new int[count];
    int[] buildKeys = new int[count];
    boolean[] nullsEqual = new boolean[count];
    int[] filterIds = new int[count];
    // What joins above filter away on the build side makes it worth more as a filter, too.
    boolean filteredItself = join.dropsProbeRows() && lowering.keyFilters().reach(build);
    for (int i = 0; i < count; i++) {
      Key key = split.keys().get(i);
      probeKeys[i] = join.buildLeft() ? key.right() : key.left();
      buildKeys[i] = join.buildLeft() ? key.left() : key.right();
      nullsEqual[i] = key.nullsEqual();
      boolean filters =
          lowering.looksAhead()
              && (filteredItself || join.filteringKeys().contains(i))
              && commonType(type(probe, probeKeys[i]), type(build, buildKeys[i])) == null;
      filterIds[i] = filters ? lowering.keyFilters().attach(probe, probeKeys[i]) : -1;
    }
    int probeCount = probe.getRowType().getFieldCount();
    PlanNode probePlan = lowering.lower(probe);
    PlanNode buildPlan = lowering.lower(build);
    DataType[] keyTypes = new DataType[count];
    for (int i = 0; i < count; i++) {
      keyTypes[i] =
          commonType(probePlan.types().get(probeKeys[i]), buildPlan.types().get(buildKeys[i]));
    }
    probePlan = alignKeys(probePlan, probeKeys, keyTypes);
    buildPlan = alignKeys(buildPlan, buildKeys, keyTypes);
    int leftCount = join.getLeft().getRowType().getFieldCount();
    int addedToProbe = probePlan.types().size();
    return new PlanNode.HashJoin(
        probePlan,
        buildPlan,
        join.physicalType(),
        probeKeys,
        buildKeys,
        nullsEqual,
        residual(join, split.residual(), column -> position(join, column, leftCount, addedToProbe)),
        outputs(join, wanted, leftCount, addedToProbe, probeCount),
        filterIds);
  }

  private static DataType type(PacelineRel rel, int column) {
    return Lowering.types(rel).get(column);
  }

  /** Returns the position in probe ++ build of a column of left ++ right. */
  private static int position(PacelineHashJoin join, int column, int leftCount, int probeWidth) {
    if (!join.buildLeft()) {
      return column < leftCount ? column : column - leftCount + probeWidth;
    }
    return column < leftCount ? column + probeWidth : column - leftCount;
  }

  private static int[] outputs(
      PacelineHashJoin join, int[] wanted, int leftCount, int probeWidth, int probeCount) {
    JoinType type = join.physicalType();
    if (type.deliversLeftColumns() && type.deliversRightColumns()) {
      return Arrays.stream(wanted)
          .map(column -> position(join, column, leftCount, probeWidth))
          .toArray();
    }
    return type == JoinType.LEFT_MARK
        ? Arrays.stream(wanted).map(column -> column == probeCount ? probeWidth : column).toArray()
        : wanted;
  }

  /** Appends keys that the two sides represent differently, cast to the common type. */
  private static PlanNode alignKeys(PlanNode input, int[] keys, @Nullable DataType[] keyTypes) {
    List<DataType> types = input.types();
    List<Expression> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      columns.add(Expressions.column(i, types.get(i)));
    }
    for (int i = 0; i < keys.length; i++) {
      DataType type = types.get(keys[i]);
      DataType common = keyTypes[i];
      if (common != null && !common.equals(type)) {
        columns.add(Expressions.cast(Expressions.column(keys[i], type), common));
        keys[i] = columns.size() - 1;
      }
    }
    return columns.size() == types.size() ? input : new PlanNode.Project(input, columns);
  }

  /** The type in which two keys must be compared; null if they compare as they are. */
  static @Nullable DataType commonType(DataType left, DataType right) {
    if (left.equals(right)) {
      return null;
    }
    boolean isText = left.kind() == TypeKind.VARCHAR && right.kind() == TypeKind.VARCHAR;
    if (isText || (left.kind() == TypeKind.VARBINARY && right.kind() == TypeKind.VARBINARY)) {
      return null;
    }
    if (left.family() == TypeFamily.BYTES) {
      int precision = Math.max(left.precision(), right.precision());
      return left.kind() == TypeKind.CHAR && right.kind() == TypeKind.CHAR
          ? DataType.character(precision)
          : DataType.varchar(precision);
    }
    if (left.family() == TypeFamily.FLOATING || right.family() == TypeFamily.FLOATING) {
      return DataType.FLOAT64;
    }
    int scale = Math.max(left.scale(), right.scale());
    if (left.kind() != TypeKind.DECIMAL && right.kind() != TypeKind.DECIMAL) {
      return DataType.INT64;
    }
    int digits = Math.max(integerDigits(left), integerDigits(right));
    return DataType.decimal(Math.min(DataType.MAX_DECIMAL_PRECISION, digits + scale), scale);
  }

  private static int integerDigits(DataType type) {
    return switch (type.kind()) {
      case DECIMAL -> type.precision() - type.scale();
      case INT8 -> 3;
      case INT16 -> 5;
      case INT32 -> 10;
      default -> 19;
    };
  }

  private @Nullable Expression residual(
      PacelineRel join, List<RexNode> conjuncts, IntUnaryOperator columns) {
    if (conjuncts.isEmpty()) {
      return null;
    }
    ExpressionLowering expressions = lowering.expressions(join, columns);
    List<Expression> lowered = conjuncts.stream().map(expressions::lower).toList();
    return lowered.size() == 1 ? lowered.getFirst() : Expressions.and(lowered);
  }

  /**
   * @param wanted output columns of {@code join} to deliver
   */
  PlanNode lower(PacelineNestedLoopJoin join, int[] wanted) {
    Expression condition =
        join.getCondition().isAlwaysTrue()
            ? null
            : lowering.expressions(join).lower(join.getCondition());
    return new PlanNode.NestedLoopJoin(
        lowering.lower(join.input(0)),
        lowering.lower(join.input(1)),
        type(join.getJoinType()),
        condition,
        wanted);
  }

  private static JoinType type(JoinRelType type) {
    return switch (type) {
      case INNER -> JoinType.INNER;
      case LEFT -> JoinType.LEFT;
      case RIGHT -> JoinType.RIGHT;
      case FULL -> JoinType.FULL;
      case SEMI -> JoinType.SEMI;
      case ANTI -> JoinType.ANTI;
      case LEFT_MARK, ASOF, LEFT_ASOF -> throw new IllegalStateException("join type " + type);
    };
  }
}
