package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.function.CollectingOperator;
import dev.paceline.calcite.function.FilteredValueOperator;
import dev.paceline.calcite.function.OrderedValueOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Rewrites aggregates with a FILTER and an OVER clause, which Calcite's validator refuses: {@code
 * SUM(x) FILTER (WHERE c) OVER w} is {@code SUM(CASE WHEN c THEN x END) OVER w}, because aggregates
 * skip NULL.
 */
public final class FilteredWindows {
  /** Functions that look at NULL, or at no value: they have no FILTER. */
  private static final Set<String> NOT_AGGREGATES =
      Set.of(
          "ROW_NUMBER",
          "RANK",
          "DENSE_RANK",
          "PERCENT_RANK",
          "CUME_DIST",
          "NTILE",
          "LAG",
          "LEAD",
          "FIRST_VALUE",
          "LAST_VALUE",
          "NTH_VALUE");

  private FilteredWindows() {}

  private static boolean isOrdered(SqlNode value) {
    return value instanceof SqlCall call
        && call.getOperator().equals(OrderedValueOperator.INSTANCE);
  }

  /** The node, or what an aggregate with both clauses becomes. */
  public static SqlNode rewrite(SqlNode node) {
    if (node.getKind() != SqlKind.OVER
        || !(((SqlCall) node).operand(0) instanceof SqlCall filter)
        || filter.getKind() != SqlKind.FILTER
        || !(AggregateAliases.rewrite(filter.operand(0)) instanceof SqlCall aggregate)
        || aggregate.getKind() == SqlKind.WITHIN_GROUP
        || aggregate.operandCount() == 0
        || NOT_AGGREGATES.contains(aggregate.getOperator().getName().toUpperCase(Locale.ROOT))) {
      return node;
    }
    SqlParserPos position = aggregate.getParserPosition();
    SqlNode argument = aggregate.operand(0);
    boolean star = argument instanceof SqlIdentifier identifier && identifier.isStar();
    SqlNode value = star ? SqlLiteral.createExactNumeric("1", position) : argument;
    List<SqlNode> arguments = new ArrayList<>(aggregate.getOperandList());
    arguments.set(
        0,
        aggregate.getOperator() instanceof CollectingOperator collecting
                && (collecting.countsNulls() || isOrdered(value))
            ? FilteredValueOperator.INSTANCE.createCall(position, filter.operand(1), value)
            : new SqlCase(
                position,
                null,
                SqlNodeList.of(filter.operand(1)),
                SqlNodeList.of(value),
                SqlLiteral.createNull(position)));
    SqlNode filtered =
        aggregate.getOperator().createCall(aggregate.getFunctionQuantifier(), position, arguments);
    SqlNode window = ((SqlCall) node).operand(1);
    return SqlStdOperatorTable.OVER.createCall(node.getParserPosition(), filtered, window);
  }
}
