package dev.paceline.calcite.sql.rewrite;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * How many lists in one another an UNNEST in a SELECT list expands.
 *
 * @param levels from 1
 * @param recursive whether it expands structs, too
 */
record UnnestDepth(int levels, boolean recursive) {
  /**
   * Returns what the arguments behind the list say: {@code max_depth := 2}, {@code recursive :=
   * true}.
   *
   * @throws PacelineException INVALID_ARGUMENT for other arguments and values
   */
  static UnnestDepth of(SqlCall unnest) {
    UnnestDepth depth = new UnnestDepth(1, false);
    for (SqlNode argument : unnest.getOperandList().subList(1, unnest.operandCount())) {
      String name =
          argument.getKind() == SqlKind.ARGUMENT_ASSIGNMENT
              ? ((SqlCall) argument).operand(1).toString().toLowerCase(Locale.ROOT)
              : "";
      SqlNode value = name.isEmpty() ? argument : ((SqlCall) argument).operand(0);
      if (name.equals("max_depth")
          && value instanceof SqlNumericLiteral number
          && number.isInteger()
          && number.bigDecimalValue().signum() > 0) {
        depth = new UnnestDepth(number.intValue(true), depth.recursive());
      } else if (name.equals("recursive")
          && value instanceof SqlLiteral flag
          && flag.getTypeName() == SqlTypeName.BOOLEAN) {
        if (flag.booleanValue()) {
          depth = new UnnestDepth(Integer.MAX_VALUE, true);
        }
      } else {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "UNNEST takes a list, and max_depth := a number from 1, or recursive := true");
      }
    }
    return depth;
  }
}
