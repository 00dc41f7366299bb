package dev.paceline.calcite.plan;

import com.google.common.collect.ImmutableList;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Window frames of the kind RANGE n PRECEDING over an order key that may be NULL. Calcite's
 * generated code adds the distance to the key of every row and fails on NULL.
 *
 * <p>The frame of a row whose key is NULL is all such rows of its partition, and no other frame
 * includes one of them. They therefore get a partition of their own, in which all keys are equal.
 */
final class RangeFrames {
  private RangeFrames() {}

  /**
   * Whether a distance would be added to NULL.
   *
   * @throws PacelineException NOT_SUPPORTED if a distance is added to a key in descending order, or
   *     if one end of the frame is a distance and the other one is unbounded, so that the frames of
   *     other rows include those whose key is NULL
   */
  static boolean compareNulls(
      boolean rows,
      ImmutableList<RexFieldCollation> orderKeys,
      RexWindowBound lower,
      RexWindowBound upper) {
    boolean distance = lower.getOffset() != null || upper.getOffset() != null;
    if (rows || !distance || orderKeys.size() != 1) {
      return false;
    }
    RexFieldCollation orderKey = orderKeys.getFirst();
    if (orderKey.getDirection().isDescending()) {
      // Calcite's generated code would look for rows on the wrong side.
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "RANGE with a distance is not supported for an order key that is DESC; order by the"
              + " negated key, or use ROWS");
    }
    if (!orderKey.left.getType().isNullable()) {
      return false;
    }
    if (lower.isUnbounded() || upper.isUnbounded()) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "a window frame with a distance at one end and UNBOUNDED at the other needs an order key"
              + " that cannot be NULL; order by COALESCE(key, value)");
    }
    return true;
  }

  /** The partition keys, and whether the order key is NULL. */
  static List<RexNode> withoutNulls(
      RexBuilder builder, List<RexNode> partitionKeys, RexFieldCollation orderKey) {
    List<RexNode> keys = new ArrayList<>(partitionKeys);
    keys.add(builder.makeCall(SqlStdOperatorTable.IS_NULL, orderKey.left));
    return keys;
  }

  /** The order key, with some value in the place of NULL. */
  static RexFieldCollation withoutNulls(RexBuilder builder, RexFieldCollation orderKey) {
    RexNode key = orderKey.left;
    RelDataType type = builder.getTypeFactory().createTypeWithNullability(key.getType(), false);
    Object zero =
        switch (type.getSqlTypeName()) {
          case DATE, TIME -> 0;
          case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> 0L;
          default -> BigDecimal.ZERO;
        };
    return new RexFieldCollation(
        builder.makeCall(
            SqlStdOperatorTable.CASE,
            builder.makeCall(SqlStdOperatorTable.IS_NULL, key),
            builder.makeLiteral(zero, type, true),
            builder.makeNotNull(key)),
        orderKey.right);
  }
}
