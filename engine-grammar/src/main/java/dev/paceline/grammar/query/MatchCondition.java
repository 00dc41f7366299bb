package dev.paceline.grammar.query;

import static org.apache.calcite.util.Static.RESOURCE;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlAsofJoin;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code a ASOF JOIN b ON a.k = b.k AND a.t >= b.t}, as DuckDB writes it: the only comparison in ON
 * that is not for equality is the match condition.
 */
public final class MatchCondition {
  private MatchCondition() {}

  /**
   * Makes an ASOF join.
   *
   * @param natural whether NATURAL was written
   * @param joinType ASOF or LEFT_ASOF
   * @param on the symbol of ON
   * @throws org.apache.calcite.runtime.CalciteContextException if there is no match condition, or
   *     there are several
   */
  public static SqlNode join(
      SqlNode left,
      SqlLiteral natural,
      SqlLiteral joinType,
      SqlNode right,
      SqlLiteral on,
      SqlNode condition) {
    List<SqlNode> equalities = new ArrayList<>();
    List<SqlNode> matches = new ArrayList<>();
    split(condition, equalities, matches);
    SqlParserPos position = condition.getParserPosition();
    if (matches.size() != 1) {
      throw SqlUtil.newContextException(position, RESOURCE.asofRequiresMatchCondition());
    }
    SqlNode rest = SqlLiteral.createBoolean(true, position);
    for (int i = 0; i < equalities.size(); i++) {
      rest =
          i == 0
              ? equalities.getFirst()
              : SqlStdOperatorTable.AND.createCall(position, rest, equalities.get(i));
    }
    return new SqlAsofJoin(
        joinType.getParserPosition(), left, natural, joinType, right, on, rest, matches.getFirst());
  }

  /** Whether a type of join is an ASOF join, from the left or not. */
  public static boolean isAsof(SqlLiteral joinType) {
    JoinType type = joinType.getValueAs(JoinType.class);
    return type == JoinType.ASOF || type == JoinType.LEFT_ASOF;
  }

  /**
   * Refuses an ASOF join without a condition, of which no column is the one to match.
   *
   * @throws org.apache.calcite.runtime.CalciteContextException it is an ASOF join
   */
  public static void checkNotAsof(SqlLiteral joinType) {
    if (isAsof(joinType)) {
      throw SqlUtil.newContextException(
          joinType.getParserPosition(), RESOURCE.asofRequiresMatchCondition());
    }
  }

  private static void split(SqlNode condition, List<SqlNode> equalities, List<SqlNode> matches) {
    if (condition.getKind() == SqlKind.AND) {
      ((SqlCall) condition).getOperandList().forEach(part -> split(part, equalities, matches));
      return;
    }
    switch (condition.getKind()) {
      case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          matches.add(condition);
      default -> equalities.add(condition);
    }
  }
}
