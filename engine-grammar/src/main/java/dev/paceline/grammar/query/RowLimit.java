package dev.paceline.grammar.query;

import dev.paceline.grammar.PacelineParserConstants;
import dev.paceline.grammar.Token;
import java.math.BigDecimal;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlPostfixOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The limits of LIMIT and FETCH other than a plain number of rows: a percentage of all rows, and
 * the rows that are equal to the last one in the order, as calls of the number.
 */
public final class RowLimit {
  private static final BigDecimal ALL = BigDecimal.valueOf(100);

  private static final SqlOperator PERCENT =
      new SqlPostfixOperator("PERCENT", SqlKind.OTHER, 20, null, null, null);
  private static final SqlOperator TIES =
      new SqlPostfixOperator("WITH TIES", SqlKind.OTHER, 20, null, null, null);

  private RowLimit() {}

  /** Returns whether tokens behind FETCH FIRST are those of FETCH FIRST ROW, without a number. */
  public static boolean isOneRow(Token word, Token next) {
    return switch (word.kind) {
      case PacelineParserConstants.ROW, PacelineParserConstants.ROWS ->
          next.kind == PacelineParserConstants.ONLY || next.kind == PacelineParserConstants.WITH;
      default -> false;
    };
  }

  /** Returns a percentage as a call; null if the number is no literal from 0 to 100. */
  public static @Nullable SqlCall percentage(SqlNode number, SqlParserPos position) {
    return number instanceof SqlNumericLiteral literal
            && literal.bigDecimalValue().compareTo(ALL) <= 0
        ? PERCENT.createCall(position, literal)
        : null;
  }

  /** Returns a number of rows, or a percentage, with the rows equal to the last one as a call. */
  public static SqlCall withTies(SqlNode count, SqlParserPos position) {
    return TIES.createCall(position, count);
  }

  /** Returns whether the rows equal to the last one pass, too. */
  public static boolean hasTies(@Nullable SqlNode limit) {
    return limit instanceof SqlCall call && call.getOperator() == TIES;
  }

  /** Returns a limit without that of ties. */
  public static @Nullable SqlNode withoutTies(@Nullable SqlNode limit) {
    return limit != null && hasTies(limit) ? ((SqlCall) limit).operand(0) : limit;
  }

  /** Returns the percentage, from 0 to 100; null if a LIMIT is a number of rows, or absent. */
  public static @Nullable BigDecimal percentage(@Nullable SqlNode limit) {
    return limit instanceof SqlCall call
            && call.getOperator() == PERCENT
            && call.operand(0) instanceof SqlNumericLiteral number
        ? number.bigDecimalValue()
        : null;
  }
}
