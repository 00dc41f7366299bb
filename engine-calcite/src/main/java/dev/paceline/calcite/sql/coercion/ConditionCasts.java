package dev.paceline.calcite.sql.coercion;

import static org.apache.calcite.util.Static.RESOURCE;

import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Casts numbers and strings to BOOLEAN where a condition is expected. */
public final class ConditionCasts {
  private ConditionCasts() {}

  /**
   * Makes conditions that may be numbers or strings operands of AND, whose operands are cast once
   * their types are known: those of WHERE, HAVING, QUALIFY, ON, FILTER and CASE.
   */
  public static void mark(@Nullable SqlNode node) {
    if (node instanceof SqlSelect select) {
      select.setWhere(marked(select.getWhere()));
      select.setHaving(marked(select.getHaving()));
      select.setQualify(marked(select.getQualify()));
    } else if (node instanceof SqlJoin join && join.getConditionType() == JoinConditionType.ON) {
      join.setOperand(5, marked(join.getCondition()));
    } else if (node instanceof SqlCall call && call.getKind() == SqlKind.FILTER) {
      call.setOperand(1, marked(call.operand(1)));
    } else if (node instanceof SqlCase branches) {
      branches.getWhenOperands().replaceAll(ConditionCasts::marked);
    }
  }

  private static @Nullable SqlNode marked(@Nullable SqlNode condition) {
    if (condition == null || !mayBeValue(condition)) {
      return condition;
    }
    SqlParserPos position = condition.getParserPosition();
    return SqlStdOperatorTable.AND.createCall(
        position, condition, SqlLiteral.createBoolean(true, position));
  }

  private static boolean isMarked(SqlCall call) {
    return call.getKind() == SqlKind.AND
        && call.operand(1) instanceof SqlLiteral literal
        && literal.getParserPosition().equals(call.getParserPosition());
  }

  private static boolean mayBeTruthValue(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN, NULL, ANY, UNKNOWN -> true;
      default -> false;
    };
  }

  private static boolean mayBeValue(SqlNode condition) {
    return switch (condition) {
      case SqlIdentifier _, SqlNumericLiteral _, SqlCharStringLiteral _, SqlCase _ -> true;
      case SqlLiteral literal -> literal.getValue() == null;
      case SqlCall call ->
          switch (call.getKind()) {
            case PLUS, MINUS, TIMES, DIVIDE, MOD, PLUS_PREFIX, MINUS_PREFIX, OVER -> true;
            case EXISTS, CAST, SAFE_CAST -> false;
            default -> call.getOperator() instanceof SqlFunction;
          };
      default -> false;
    };
  }

  /**
   * Casts the operands of AND, OR, NOT and the tests for truth that are numbers or strings.
   *
   * @param typeOf the type of an operand
   */
  public static void castOperands(SqlBasicCall call, Function<SqlNode, RelDataType> typeOf) {
    switch (call.getKind()) {
      case AND, OR, NOT, IS_TRUE, IS_FALSE, IS_NOT_TRUE, IS_NOT_FALSE -> {
        for (int i = 0; i < call.operandCount(); i++) {
          RelDataType type = typeOf.apply(call.operand(i));
          if (SqlTypeUtil.isNumeric(type) || SqlTypeUtil.inCharFamily(type)) {
            call.setOperand(i, cast(call.operand(i)));
          } else if (i == 0 && isMarked(call) && !mayBeTruthValue(type)) {
            throw SqlUtil.newContextException(
                call.getParserPosition(), RESOURCE.condMustBeBoolean("This"));
          }
        }
      }
      default -> {
        // has no operands that must be BOOLEAN
      }
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
