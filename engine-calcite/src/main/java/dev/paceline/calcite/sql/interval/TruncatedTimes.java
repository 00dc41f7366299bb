package dev.paceline.calcite.sql.interval;

import dev.paceline.core.type.Micros;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexContext;

/**
 * DATE_TRUNC: the beginning of a unit of time, which is FLOOR. Of a date it is a timestamp, as in
 * PostgreSQL and DuckDB.
 */
public final class TruncatedTimes extends SqlFunction {
  public static final TruncatedTimes INSTANCE = new TruncatedTimes();

  private TruncatedTimes() {
    super(
        "DATE_TRUNC",
        SqlKind.OTHER_FUNCTION,
        TruncatedTimes::result,
        null,
        OperandTypes.or(
            OperandTypes.family(SqlTypeFamily.DATETIME, SqlTypeFamily.ANY),
            OperandTypes.family(SqlTypeFamily.DATETIME_INTERVAL, SqlTypeFamily.ANY),
            OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.ANY),
            OperandTypes.family(SqlTypeFamily.NULL, SqlTypeFamily.ANY)),
        SqlFunctionCategory.TIMEDATE);
  }

  private static RelDataType result(SqlOperatorBinding binding) {
    RelDataType type = binding.getOperandType(0);
    return SqlTypeUtil.isInterval(type)
            || SqlTypeUtil.isDatetime(type) && type.getSqlTypeName() != SqlTypeName.DATE
        ? type
        : timestamp(binding.getTypeFactory(), type);
  }

  private static RelDataType timestamp(RelDataTypeFactory types, RelDataType like) {
    return types.createTypeWithNullability(
        types.createSqlType(SqlTypeName.TIMESTAMP, Micros.FRACTION_DIGITS), like.isNullable());
  }

  /** No table of operators has it. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    RelDataType type = validateOperands(validator, scope, call);
    validator.setValidatedNodeType(call, type);
    return type;
  }

  /** Returns the expression of a call; dates stay dates as long as they can. */
  public static RexNode convert(SqlRexContext context, SqlCall call) {
    RexBuilder rexBuilder = context.getRexBuilder();
    RexNode value = context.convertExpression(call.operand(0));
    TimeUnit unit = ((SqlIntervalQualifier) call.operand(1)).getStartUnit();
    RelDataType type = timestamp(rexBuilder.getTypeFactory(), value.getType());
    if (value.getType().getSqlTypeName() == SqlTypeName.DATE) {
      return rexBuilder.makeCast(
          type, isPartOfDay(unit) ? value : floor(rexBuilder, value, unit), true, false);
    }
    return floor(
        rexBuilder,
        SqlTypeUtil.isDatetime(value.getType()) || SqlTypeUtil.isInterval(value.getType())
            ? value
            : rexBuilder.ensureType(type, value, true),
        unit);
  }

  private static RexNode floor(RexBuilder rexBuilder, RexNode value, TimeUnit unit) {
    return rexBuilder.makeCall(SqlStdOperatorTable.FLOOR, value, rexBuilder.makeFlag(unit));
  }

  private static boolean isPartOfDay(TimeUnit unit) {
    return switch (unit) {
      case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND -> true;
      default -> false;
    };
  }
}
