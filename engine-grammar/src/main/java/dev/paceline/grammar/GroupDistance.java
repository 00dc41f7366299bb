package dev.paceline.grammar;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * Marks distances of window frames that count groups of peers. Calcite's windows know ROWS and
 * RANGE only, so the parser makes ROWS of GROUPS, with all distances inside calls of this function.
 * The current row becomes a distance of 0.
 */
public final class GroupDistance extends SqlFunction {
  /** Has the value of its argument. No statement can name it. */
  public static final GroupDistance FUNCTION = new GroupDistance();

  private GroupDistance() {
    super(
        "$GROUPS",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0,
        null,
        OperandTypes.EXACT_NUMERIC,
        SqlFunctionCategory.SYSTEM);
  }

  /** The type of a call, which Calcite would look for in its table of functions. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    return validateOperands(validator, scope, call);
  }

  /** The first bound of a frame of groups, given that of rows. */
  static SqlNode lower(SqlNode bound) {
    return SqlWindow.isCurrentRow(bound)
        ? SqlWindow.createPreceding(zero(bound), bound.getParserPosition())
        : marked(bound);
  }

  /** The last bound of a frame of groups, given that of rows. */
  static SqlNode upper(SqlNode bound) {
    return SqlWindow.isCurrentRow(bound)
        ? SqlWindow.createFollowing(zero(bound), bound.getParserPosition())
        : marked(bound);
  }

  private static SqlNode zero(SqlNode bound) {
    SqlParserPos position = bound.getParserPosition();
    return FUNCTION.createCall(position, SqlLiteral.createExactNumeric("0", position));
  }

  private static SqlNode marked(SqlNode bound) {
    if (!(bound instanceof SqlCall call)) {
      return bound;
    }
    SqlNode distance = call.operand(0);
    return call.getOperator()
        .createCall(
            bound.getParserPosition(), FUNCTION.createCall(distance.getParserPosition(), distance));
  }
}
