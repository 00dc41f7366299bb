package dev.paceline.calcite.sql.rewrite;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.query.PlainSelect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Turns SEMI JOIN and ANTI JOIN into EXISTS and NOT EXISTS, since Calcite's converter knows
 * neither.
 *
 * <p>The condition moves from the FROM clause to WHERE, which means the same unless an outer join
 * above would add rows of NULLs for the rows that the condition drops. Those are refused.
 */
public final class SemiJoinRewriting {
  private final List<SqlNode> conditions = new ArrayList<>();
  private final Function<SqlNode, List<String>> columns;

  private SemiJoinRewriting(Function<SqlNode, List<String>> columns) {
    this.columns = columns;
  }

  /**
   * Changes a SELECT that has such joins; leaves anything else alone.
   *
   * @param columns tells the names of the columns of an input that no WITH defines
   */
  public static void apply(@Nullable SqlNode node, Function<SqlNode, List<String>> columns) {
    if (!(node instanceof SqlSelect select) || !(select.getFrom() instanceof SqlJoin join)) {
      return;
    }
    SemiJoinRewriting rewriting = new SemiJoinRewriting(columns);
    SqlNode from = rewriting.rewrite(join, true);
    SqlNode where = select.getWhere();
    for (SqlNode condition : rewriting.conditions) {
      where =
          where == null
              ? condition
              : SqlStdOperatorTable.AND.createCall(condition.getParserPosition(), where, condition);
    }
    select.setFrom(from);
    select.setWhere(where);
  }

  /**
   * @param keepsRows whether a row of the result is there for each row of this input that satisfies
   *     the conditions, so that they may be tested above
   */
  private SqlNode rewrite(SqlNode from, boolean keepsRows) {
    if (!(from instanceof SqlJoin join)) {
      return from;
    }
    JoinType type = join.getJoinType();
    if (type != JoinType.LEFT_SEMI_JOIN && type != JoinType.LEFT_ANTI_JOIN) {
      boolean outerLeft = type == JoinType.RIGHT || type == JoinType.FULL;
      boolean outerRight =
          type == JoinType.LEFT || type == JoinType.FULL || type == JoinType.LEFT_ASOF;
      join.setLeft(rewrite(join.getLeft(), keepsRows && !outerLeft));
      join.setRight(rewrite(join.getRight(), keepsRows && !outerRight));
      return join;
    }
    if (!keepsRows) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "a SEMI JOIN or ANTI JOIN in the input of an outer join is not supported; put it into a"
              + " sub-query");
    }
    SqlNode left = rewrite(join.getLeft(), true);
    conditions.add(condition(join, type == JoinType.LEFT_ANTI_JOIN));
    return left;
  }

  private SqlNode condition(SqlJoin join, boolean anti) {
    SqlParserPos position = join.getParserPosition();
    SqlNode condition = join.getCondition();
    if (join.isNatural()) {
      SqlNode found = isIn(common(join), join.getRight(), position);
      return anti ? SqlStdOperatorTable.IS_NOT_TRUE.createCall(position, found) : found;
    }
    if (condition == null) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "a SEMI JOIN or ANTI JOIN needs a condition; write ON or USING");
    }
    if (join.getConditionType() == JoinConditionType.USING) {
      SqlNodeList columns = (SqlNodeList) condition;
      SqlNode found = isIn(columns, join.getRight(), position);
      return anti ? SqlStdOperatorTable.IS_NOT_TRUE.createCall(position, found) : found;
    }
    SqlNode one = SqlLiteral.createExactNumeric("1", position);
    SqlNode exists =
        SqlStdOperatorTable.EXISTS.createCall(
            position, select(SqlNodeList.of(one), join.getRight(), condition, position));
    return anti ? SqlStdOperatorTable.NOT.createCall(position, exists) : exists;
  }

  /** The columns that both sides have. */
  private SqlNodeList common(SqlJoin join) {
    Set<String> right = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    right.addAll(columns.apply(join.getRight()));
    List<SqlNode> common = new ArrayList<>();
    for (String name : columns.apply(join.getLeft())) {
      if (right.contains(name)) {
        common.add(new SqlIdentifier(name, join.getParserPosition()));
      }
    }
    if (common.isEmpty()) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "the sides of a NATURAL SEMI JOIN or ANTI JOIN have no column in common");
    }
    return new SqlNodeList(common, join.getParserPosition());
  }

  /** Whether the right side has the values of the columns that USING names. */
  private static SqlNode isIn(SqlNodeList columns, SqlNode right, SqlParserPos position) {
    SqlNode values =
        columns.size() == 1
            ? columns.get(0)
            : SqlStdOperatorTable.ROW.createCall(position, columns.getList());
    SqlNodeList selected = new SqlNodeList(columns.getList(), position);
    return SqlStdOperatorTable.IN.createCall(
        position, values, select(selected, right, null, position));
  }

  private static SqlSelect select(
      SqlNodeList items, SqlNode from, @Nullable SqlNode where, SqlParserPos position) {
    return PlainSelect.of(position, items, from, where, null);
  }
}
