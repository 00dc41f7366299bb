package dev.paceline.grammar.list;

import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlInternalOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** The first and the last position of a slice of a list, as the parser keeps them. */
public final class ListSlice extends SqlBasicCall {
  private static final SqlOperator OPERATOR = new SqlInternalOperator("SLICE", SqlKind.OTHER);

  private ListSlice(SqlParserPos position, SqlNode first, SqlNode last) {
    super(OPERATOR, List.of(first, last), position);
  }

  /**
   * Returns the positions as one expression.
   *
   * @param first null for the first element
   * @param last null for the last element
   */
  public static SqlNode of(SqlParserPos position, @Nullable SqlNode first, @Nullable SqlNode last) {
    return new ListSlice(
        position,
        first == null ? SqlLiteral.createExactNumeric("1", position) : first,
        last == null ? SqlLiteral.createExactNumeric("-1", position) : last);
  }
}
