package dev.paceline.calcite.rex;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Tests whether strings contain a constant. They become a LIKE, which scans evaluate on encoded
 * data and for which row groups are skipped: {@code starts_with(s, 'a')} is {@code s LIKE 'a%'},
 * and {@code position('a' IN s) > 0}, to which {@code contains} is rewritten, is {@code s LIKE
 * '%a%'}.
 */
public final class StringTests {
  private static final char ESCAPE = '\\';

  private StringTests() {}

  /** Returns the LIKE that an expression is the same as, and otherwise the expression. */
  public static RexNode asLike(RexBuilder builder, RexNode expression) {
    if (!(expression instanceof RexCall call) || call.getOperands().size() != 2) {
      return expression;
    }
    List<RexNode> operands = call.getOperands();
    RexNode like =
        switch (call.getOperator().getName()) {
          case "STARTS_WITH" -> like(builder, operands.get(0), "", operands.get(1), "%");
          case "ENDS_WITH" -> like(builder, operands.get(0), "%", operands.get(1), "");
          default -> comparedPosition(builder, call.getKind(), operands.get(0), operands.get(1));
        };
    return like == null ? expression : like;
  }

  private static @Nullable RexNode comparedPosition(
      RexBuilder builder, SqlKind comparison, RexNode left, RexNode right) {
    if (left instanceof RexLiteral && right instanceof RexCall) {
      return comparison.belongsTo(SqlKind.COMPARISON)
          ? comparedPosition(builder, comparison.reverse(), right, left)
          : null;
    }
    if (!(left instanceof RexCall position)
        || position.getKind() != SqlKind.POSITION
        || position.getOperands().size() != 2
        || !(right instanceof RexLiteral literal)
        || !(literal.getValue() instanceof BigDecimal number)) {
      return null;
    }
    boolean zero = number.signum() == 0;
    boolean one = number.compareTo(BigDecimal.ONE) == 0;
    boolean found =
        switch (comparison) {
          case GREATER_THAN, NOT_EQUALS -> zero;
          case GREATER_THAN_OR_EQUAL -> one;
          default -> false;
        };
    boolean missing =
        switch (comparison) {
          case EQUALS, LESS_THAN_OR_EQUAL -> zero;
          case LESS_THAN -> one;
          default -> false;
        };
    if (!found && !missing) {
      return null;
    }
    RexNode like =
        like(builder, position.getOperands().get(1), "%", position.getOperands().get(0), "%");
    return like == null || found ? like : call(builder, SqlStdOperatorTable.NOT, like);
  }

  /** Returns a LIKE; null unless a string of any length is tested for a constant. */
  private static @Nullable RexNode like(
      RexBuilder builder, RexNode string, String before, RexNode part, String behind) {
    if (string.getType().getSqlTypeName() != SqlTypeName.VARCHAR
        || string instanceof RexLiteral
        || !(part instanceof RexLiteral literal)
        || literal.getTypeName() != SqlTypeName.CHAR) {
      return null;
    }
    String constant = literal.getValueAs(String.class);
    if (constant == null) {
      return null;
    }
    String escaped = escaped(constant);
    RexNode pattern = builder.makeLiteral(before + escaped + behind);
    return escaped.equals(constant)
        ? call(builder, SqlStdOperatorTable.LIKE, string, pattern)
        : call(
            builder,
            SqlStdOperatorTable.LIKE,
            string,
            pattern,
            builder.makeLiteral(String.valueOf(ESCAPE)));
  }

  private static RexNode call(RexBuilder builder, SqlOperator operator, RexNode... operands) {
    return builder.makeCall(operator, operands);
  }

  /** Returns a string with the escape character before those that LIKE treats as wildcards. */
  private static String escaped(String constant) {
    if (constant.indexOf('%') < 0 && constant.indexOf('_') < 0) {
      return constant;
    }
    StringBuilder escaped = new StringBuilder();
    for (char character : constant.toCharArray()) {
      if (character == '%' || character == '_' || character == ESCAPE) {
        escaped.append(ESCAPE);
      }
      escaped.append(character);
    }
    return escaped.toString();
  }
}
