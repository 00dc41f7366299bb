package dev.paceline.calcite.interval;

import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.IntervalText;
import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * An interval that a statement writes; not known to SQL. It becomes a literal whose value is the
 * integer that stands for the interval, where Calcite would have months or milliseconds.
 */
public final class IntervalConstant extends SqlFunction {
  public static final IntervalConstant INSTANCE = new IntervalConstant();

  private IntervalConstant() {
    super(
        "INTERVAL_OF",
        SqlKind.OTHER_FUNCTION,
        binding -> binding.getTypeFactory().createSqlType(SqlTypeName.INTERVAL_DAY_SECOND),
        null,
        OperandTypes.CHARACTER,
        SqlFunctionCategory.TIMEDATE);
  }

  /** Returns the call for an interval. */
  public static SqlNode of(IntervalFields interval, SqlParserPos position) {
    return INSTANCE.createCall(
        position, SqlLiteral.createCharString(interval.toString(), position));
  }

  /** No table of operators has it. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    RelDataType type = validateOperands(validator, scope, call);
    validator.setValidatedNodeType(call, type);
    return type;
  }

  /** Returns the literal of a call. */
  public static RexNode convert(RexBuilder rexBuilder, SqlCall call) {
    String text = ((SqlLiteral) call.operand(0)).getValueAs(String.class);
    return literal(rexBuilder, IntervalText.parse(text, new IntervalFields()));
  }

  /** Returns the literal of an interval. */
  public static RexNode literal(RexBuilder rexBuilder, IntervalFields interval) {
    return rexBuilder.makeIntervalLiteral(
        new BigDecimal(interval.unscaled()), TypeMapping.INTERVAL);
  }
}
