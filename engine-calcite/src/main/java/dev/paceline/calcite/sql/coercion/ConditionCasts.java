package dev.paceline.calcite.sql.coercion;

import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Numbers and strings in the place of truth values, which are cast to BOOLEAN. */
public final class ConditionCasts {
  private ConditionCasts() {}

  /**
   * Casts the operands of AND, OR and NOT that are numbers or strings.
   *
   * @param typeOf the type of an operand
   */
  public static void castOperands(SqlBasicCall call, Function<SqlNode, RelDataType> typeOf) {
    switch (call.getKind()) {
      case AND, OR, NOT -> {
        for (int i = 0; i < call.operandCount(); i++) {
          RelDataType type = typeOf.apply(call.operand(i));
          if (SqlTypeUtil.isNumeric(type) || SqlTypeUtil.inCharFamily(type)) {
            call.setOperand(i, cast(call.operand(i)));
          }
        }
      }
      default -> {
        // has no operands that must be BOOLEAN
      }
    }
  }

  /**
   * Returns a condition that is a column or a literal as a truth value; others as they are.
   *
   * @param typeOf the type of a condition
   */
  public static SqlNode of(SqlNode condition, Function<SqlNode, RelDataType> typeOf) {
    return condition.getKind() == SqlKind.IDENTIFIER
                && SqlTypeUtil.isNumeric(typeOf.apply(condition))
            || condition instanceof SqlNumericLiteral
        ? cast(condition)
        : condition;
  }

  /** Casts the conditions of a CASE that are columns or literals, and no truth values. */
  public static void castConditions(SqlCase branches, Function<SqlNode, RelDataType> typeOf) {
    SqlNodeList conditions = branches.getWhenOperands();
    for (int i = 0; i < conditions.size(); i++) {
      conditions.set(i, of(conditions.get(i), typeOf));
    }
  }

  private static SqlNode cast(SqlNode value) {
    SqlParserPos position = value.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(
        position,
        value,
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.BOOLEAN, position), position));
  }
}
