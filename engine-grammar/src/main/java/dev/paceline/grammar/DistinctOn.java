package dev.paceline.grammar;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.jspecify.annotations.Nullable;

/**
 * The keys of SELECT DISTINCT ON (keys), which the parser leaves as a call of this function in the
 * place of a QUALIFY clause. Whoever knows the ORDER BY clause replaces it.
 */
public final class DistinctOn extends SqlFunction {
  private static final DistinctOn FUNCTION = new DistinctOn();

  private DistinctOn() {
    super(
        "$DISTINCT_ON",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.BOOLEAN,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.SYSTEM);
  }

  /**
   * @param qualify the QUALIFY clause of the query; null if it has none
   * @throws ParseException if it has one
   */
  static SqlNode mark(SqlNodeList keys, @Nullable SqlNode qualify, SqlParserPos position)
      throws ParseException {
    if (qualify != null) {
      throw new ParseException("DISTINCT ON and QUALIFY in one query are not supported");
    }
    return FUNCTION.createCall(position, keys.getList());
  }

  /** The keys, if a node is such a call; null otherwise. */
  public static @Nullable SqlNodeList keys(@Nullable SqlNode node) {
    return node instanceof SqlCall call && call.getOperator().equals(FUNCTION)
        ? new SqlNodeList(call.getOperandList(), call.getParserPosition())
        : null;
  }
}
