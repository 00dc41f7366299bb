package dev.paceline.grammar.list;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;

/**
 * {@code x IN [1, 2]} and {@code x IN l}, whose lists have no parentheses around them: the elements
 * of a list that is written out become those of IN, and another list is one for ANY or ALL.
 */
public final class InList {
  private InList() {}

  /**
   * Adds an operator and its list to the parts of an expression.
   *
   * @param operator IN or NOT IN
   */
  public static void add(
      SqlOperator operator, SqlNode list, SqlParserPos position, List<Object> parts) {
    boolean elements = list.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR && list instanceof SqlCall;
    List<SqlNode> operands = elements ? ((SqlCall) list).getOperandList() : List.of(list);
    if (operands.isEmpty()) {
      parts.add(new SqlParserUtil.ToTreeListItem(EmptyListOperator.of(operator), position));
      return;
    }
    boolean in = operator.getKind() == SqlKind.IN;
    SqlOperator used =
        elements
            ? operator
            : in
                ? SqlStdOperatorTable.some(SqlKind.EQUALS)
                : SqlStdOperatorTable.all(SqlKind.NOT_EQUALS);
    parts.add(new SqlParserUtil.ToTreeListItem(used, position));
    parts.add(new SqlNodeList(operands, position));
  }
}
