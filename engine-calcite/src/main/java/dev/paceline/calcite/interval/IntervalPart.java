package dev.paceline.calcite.interval;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexContext;

/** EXTRACT of intervals. Calcite's own takes no months of an INTERVAL DAY TO SECOND. */
public final class IntervalPart extends SqlFunction {
  public static final IntervalPart INSTANCE = new IntervalPart();

  private IntervalPart() {
    super(
        "EXTRACT",
        SqlKind.EXTRACT,
        ReturnTypes.BIGINT_NULLABLE,
        null,
        OperandTypes.ANY_ANY,
        SqlFunctionCategory.SYSTEM);
  }

  /** No table of operators has it. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    RelDataType type = validateOperands(validator, scope, call);
    validator.setValidatedNodeType(call, type);
    return type;
  }

  /** Returns the expression of a call. */
  public static RexNode convert(SqlRexContext context, SqlCall call) {
    RexBuilder rexBuilder = context.getRexBuilder();
    SqlIntervalQualifier unit = call.operand(0);
    return rexBuilder.makeCall(
        context.getValidator().getValidatedNodeType(call),
        SqlStdOperatorTable.EXTRACT,
        List.of(
            rexBuilder.makeFlag(unit.timeUnitRange), context.convertExpression(call.operand(1))));
  }
}
