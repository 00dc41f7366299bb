package dev.paceline.calcite.rule;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.plan.WindowFrame;
import dev.paceline.core.plan.WindowFrame.Bound;
import dev.paceline.core.plan.WindowFrame.BoundKind;
import dev.paceline.core.plan.WindowFrame.Exclusion;
import dev.paceline.core.plan.WindowFrame.Unit;
import dev.paceline.grammar.GroupDistance;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Translates window frames; distances, and keys that they are added to, become columns. */
final class WindowFrames {
  private final RelDataTypeFactory types;
  private final WindowColumns columns;

  WindowFrames(RelDataTypeFactory types, WindowColumns columns) {
    this.types = types;
    this.columns = columns;
  }

  /**
   * @throws PacelineException NOT_SUPPORTED for a distance that cannot be added to the order key
   */
  WindowFrame translate(RexOver over) {
    RexWindow window = over.getWindow();
    RexWindowBound lower = window.getLowerBound();
    RexWindowBound upper = window.getUpperBound();
    Exclusion exclusion =
        switch (window.getExclude()) {
          case EXCLUDE_NO_OTHER -> Exclusion.NONE;
          case EXCLUDE_CURRENT_ROW -> Exclusion.CURRENT_ROW;
          case EXCLUDE_GROUP -> Exclusion.GROUP;
          case EXCLUDE_TIES -> Exclusion.TIES;
        };
    if (window.isRows()) {
      RelDataType count = types.createSqlType(SqlTypeName.BIGINT);
      Unit unit = countsGroups(lower) || countsGroups(upper) ? Unit.GROUPS : Unit.ROWS;
      return new WindowFrame(unit, bound(lower, count), bound(upper, count), exclusion, -1);
    }
    List<RelDataType> distances =
        Stream.of(lower, upper)
            .map(RexWindowBound::getOffset)
            .filter(offset -> offset != null)
            .map(RexNode::getType)
            .toList();
    if (distances.isEmpty()) {
      return new WindowFrame(Unit.RANGE, bound(lower, null), bound(upper, null), exclusion, -1);
    }
    RexNode key = window.orderKeys.getFirst().left;
    RelDataType keyType = keyType(key.getType(), distances);
    RelDataType distance = SqlTypeUtil.isDatetime(keyType) ? null : keyType;
    return new WindowFrame(
        Unit.RANGE,
        bound(lower, distance),
        bound(upper, distance),
        exclusion,
        columns.add(key, keyType));
  }

  /**
   * @param type of the distance; null for what it has
   */
  private Bound bound(RexWindowBound bound, @Nullable RelDataType type) {
    if (bound.isUnbounded()) {
      return Bound.of(
          bound.isPreceding() ? BoundKind.UNBOUNDED_PRECEDING : BoundKind.UNBOUNDED_FOLLOWING);
    }
    RexNode offset =
        countsGroups(bound) ? ((RexCall) bound.getOffset()).operands.getFirst() : bound.getOffset();
    if (offset == null) {
      return Bound.of(BoundKind.CURRENT_ROW);
    }
    return new Bound(
        bound.isPreceding() ? BoundKind.PRECEDING : BoundKind.FOLLOWING,
        type == null ? columns.add(offset) : columns.add(offset, type));
  }

  private static boolean countsGroups(RexWindowBound bound) {
    return bound.getOffset() instanceof RexCall call
        && call.getOperator().equals(GroupDistance.FUNCTION);
  }

  /** The type in which distances are added to a key: numbers get it as well. */
  private RelDataType keyType(RelDataType key, List<RelDataType> distances) {
    if (SqlTypeUtil.isDatetime(key) && distances.stream().allMatch(SqlTypeUtil::isInterval)) {
      return key.getSqlTypeName() == SqlTypeName.DATE
          ? types.createSqlType(SqlTypeName.TIMESTAMP)
          : key;
    }
    if (!SqlTypeUtil.isNumeric(key) || !distances.stream().allMatch(SqlTypeUtil::isNumeric)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "a window frame cannot add %s to an order key of the type %s"
              .formatted(distances.getFirst(), key));
    }
    List<RelDataType> all = Stream.concat(Stream.of(key), distances.stream()).toList();
    if (all.stream().anyMatch(SqlTypeUtil::isApproximateNumeric)) {
      return types.createSqlType(SqlTypeName.DOUBLE);
    }
    int scale = all.stream().mapToInt(RelDataType::getScale).max().orElse(0);
    return scale == 0
        ? types.createSqlType(SqlTypeName.BIGINT)
        : types.createSqlType(
            SqlTypeName.DECIMAL, types.getTypeSystem().getMaxPrecision(SqlTypeName.DECIMAL), scale);
  }
}
