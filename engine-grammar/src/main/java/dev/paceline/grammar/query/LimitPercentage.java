package dev.paceline.grammar.query;

import java.math.BigDecimal;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlPostfixOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** The percentage of all rows that LIMIT lets pass, as a call with the number. */
public final class LimitPercentage {
  private static final BigDecimal ALL = BigDecimal.valueOf(100);

  private static final SqlPostfixOperator OPERATOR =
      new SqlPostfixOperator("PERCENT", SqlKind.OTHER, 20, null, null, null);

  private LimitPercentage() {}

  /** Returns the call, or null if the number is no literal from 0 to 100. */
  public static @Nullable SqlCall of(SqlNode number, SqlParserPos position) {
    return number instanceof SqlNumericLiteral literal
            && literal.bigDecimalValue().compareTo(ALL) <= 0
        ? OPERATOR.createCall(position, literal)
        : null;
  }

  /** Returns the percentage, from 0 to 100; null if a LIMIT is a number of rows, or absent. */
  public static @Nullable BigDecimal in(@Nullable SqlNode limit) {
    return limit instanceof SqlCall call
            && call.getOperator() == OPERATOR
            && call.operand(0) instanceof SqlNumericLiteral number
        ? number.bigDecimalValue()
        : null;
  }
}
