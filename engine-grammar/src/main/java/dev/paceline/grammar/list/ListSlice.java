package dev.paceline.grammar.list;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlInternalOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** The first and the last position of a slice of a list, as the parser keeps them. */
public final class ListSlice extends SqlBasicCall {
  private static final SqlOperator OPERATOR = new SqlInternalOperator("SLICE", SqlKind.OTHER);

  private ListSlice(SqlParserPos position, List<SqlNode> positions) {
    super(OPERATOR, positions, position);
  }

  /**
   * Returns the positions as one expression.
   *
   * @param first null for the first element, or for the last one if the step is negative
   * @param last null for the other end
   * @param step from each element to the next one; null for 1
   */
  public static SqlNode of(
      SqlParserPos position,
      @Nullable SqlNode first,
      @Nullable SqlNode last,
      @Nullable SqlNode step) {
    List<SqlNode> positions = new ArrayList<>();
    boolean backwards =
        step instanceof SqlNumericLiteral number && number.bigDecimalValue().signum() < 0
            || step != null && step.getKind() == SqlKind.MINUS_PREFIX;
    SqlNode start = SqlLiteral.createExactNumeric("1", position);
    SqlNode end = SqlLiteral.createExactNumeric("-1", position);
    positions.add(first != null ? first : backwards ? end : start);
    positions.add(last != null ? last : backwards ? start : end);
    if (step != null) {
      positions.add(step);
    }
    return new ListSlice(position, positions);
  }
}
