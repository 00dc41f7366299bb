package dev.paceline.calcite.lower;

import dev.paceline.core.type.DataType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** LosslessCasts that change no value. */
final class LosslessCasts {
  private LosslessCasts() {}

  /**
   * The node without casts from exact numbers to wider exact numbers, and between dates and times
   * of one kind. A cast to the largest precision counts as widening although the largest values
   * overflow it: what uses the number without the cast compares and computes it exactly.
   */
  static RexNode stripWidening(RexNode node) {
    RexNode inner = node;
    while (inner.getKind() == SqlKind.CAST && inner instanceof RexCall call) {
      RexNode operand = call.getOperands().getFirst();
      if (!isWidening(operand.getType(), call.getType())) {
        break;
      }
      inner = operand;
    }
    return inner;
  }

  private static boolean isWidening(RelDataType from, RelDataType to) {
    if (SqlTypeUtil.isExactNumeric(from) && SqlTypeUtil.isExactNumeric(to)) {
      return scale(to) >= scale(from)
          && (integerDigits(to) >= integerDigits(from)
              || to.getPrecision() == DataType.MAX_DECIMAL_PRECISION);
    }
    return from.getSqlTypeName() == to.getSqlTypeName()
        && SqlTypeName.DATETIME_TYPES.contains(from.getSqlTypeName());
  }

  private static int scale(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL ? type.getScale() : 0;
  }

  private static int integerDigits(RelDataType type) {
    return type.getPrecision() - scale(type);
  }
}
