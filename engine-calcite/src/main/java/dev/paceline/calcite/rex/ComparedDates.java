package dev.paceline.calcite.rex;

import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of dates that were cast to timestamps. They compare the dates themselves, so that
 * scans skip row groups for {@code d < DATE '1995-01-01' + INTERVAL 1 MONTH}, which is a timestamp.
 */
public final class ComparedDates {
  private static final String MIDNIGHT = " 00:00:00";

  private ComparedDates() {}

  /**
   * Returns the operands of a call: two dates if it compares dates, casts of dates to timestamps
   * and timestamps at midnight, and the operands as they are otherwise.
   */
  public static List<RexNode> of(RexBuilder builder, SqlOperator operator, List<RexNode> operands) {
    if (operands.size() != 2 || !operator.getKind().belongsTo(SqlKind.COMPARISON)) {
      return operands;
    }
    RexNode left = date(builder, operands.get(0));
    RexNode right = left == null ? null : date(builder, operands.get(1));
    return right == null ? operands : List.of(left, right);
  }

  private static @Nullable RexNode date(RexBuilder builder, RexNode timestamp) {
    if (timestamp.getType().getSqlTypeName() == SqlTypeName.DATE) {
      return timestamp;
    }
    if (timestamp.getType().getSqlTypeName() != SqlTypeName.TIMESTAMP) {
      return null;
    }
    return switch (timestamp) {
      case RexCall cast when cast.getKind() == SqlKind.CAST -> {
        RexNode operand = cast.getOperands().getFirst();
        yield operand.getType().getSqlTypeName() == SqlTypeName.DATE ? operand : null;
      }
      case RexLiteral literal -> midnight(builder, literal.getValueAs(TimestampString.class));
      default -> null;
    };
  }

  private static @Nullable RexNode midnight(RexBuilder builder, @Nullable TimestampString moment) {
    String text = moment == null ? "" : moment.toString();
    return text.endsWith(MIDNIGHT)
        ? builder.makeDateLiteral(
            new DateString(text.substring(0, text.length() - MIDNIGHT.length())))
        : null;
  }
}
