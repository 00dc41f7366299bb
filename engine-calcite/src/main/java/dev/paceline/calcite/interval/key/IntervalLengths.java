package dev.paceline.calcite.interval.key;

import dev.paceline.calcite.function.LibraryOperator;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.IntervalFields;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Lengths of intervals, which stand for them wherever it matters whether two are equal: a month
 * equals 30 days. They are BIGINTs, so that joins and groups have short keys.
 */
public final class IntervalLengths {
  private IntervalLengths() {}

  /** Returns whether a type is that of intervals. */
  public static boolean isInterval(RelDataType type) {
    return SqlTypeName.INTERVAL_TYPES.contains(type.getSqlTypeName());
  }

  /**
   * Returns the operands of a call: lengths if it compares intervals, and the operands as they are
   * otherwise.
   */
  public static List<RexNode> of(RexBuilder builder, SqlOperator operator, List<RexNode> operands) {
    return operands.size() == 2
            && isComparison(operator.getKind())
            && operands.stream().allMatch(operand -> isInterval(operand.getType()))
        ? List.of(of(builder, operands.get(0)), of(builder, operands.get(1)))
        : operands;
  }

  private static boolean isComparison(SqlKind kind) {
    return kind.belongsTo(SqlKind.COMPARISON)
        || kind == SqlKind.IS_DISTINCT_FROM
        || kind == SqlKind.IS_NOT_DISTINCT_FROM;
  }

  /** Returns the length of an interval in microseconds. */
  public static RexNode of(RexBuilder builder, RexNode interval) {
    if (interval instanceof RexLiteral literal) {
      RelDataType bigint = builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
      BigDecimal value = literal.getValueAs(BigDecimal.class);
      if (value == null) {
        return builder.makeNullLiteral(bigint);
      }
      BigInteger unscaled = value.toBigInteger();
      long length = IntervalFields.length(Int128.high(unscaled), Int128.low(unscaled));
      return builder.makeExactLiteral(BigDecimal.valueOf(length), bigint);
    }
    return builder.makeCall(LibraryOperator.named("epoch_us"), interval);
  }

  /** Returns the interval of the same length whose fields are the same for all of this length. */
  public static RexNode canonical(RexBuilder builder, RexNode interval) {
    return builder.makeCall(LibraryOperator.named("justify_interval"), interval);
  }
}
