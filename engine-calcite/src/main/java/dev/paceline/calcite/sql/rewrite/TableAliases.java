package dev.paceline.calcite.sql.rewrite;

import dev.paceline.grammar.query.PlainSelect;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Tables in FROM whose aliases name the first columns only, as in {@code (SELECT 1, 2) AS t(a)},
 * and VALUES, whose columns are col0, col1 and so on.
 */
public final class TableAliases {
  /** Stands for the columns of a star, of which the first have other names. */
  static final String RENAMED = "RENAMED COLUMNS";

  private TableAliases() {}

  /**
   * Returns a table with aliases of all its columns; other nodes as they are.
   *
   * @param columnCount returns the number of columns of a table, or -1 if it is not known
   */
  public static @Nullable SqlNode rewrite(
      @Nullable SqlNode node, ToIntFunction<SqlIdentifier> columnCount) {
    if (node == null || node.getKind() != SqlKind.AS) {
      return node;
    }
    SqlCall call = (SqlCall) node;
    SqlNode table = call.operand(0);
    int given = call.operandCount() - 2;
    if (table.getKind() == SqlKind.VALUES) {
      int all = ((SqlCall) ((SqlCall) table).operand(0)).operandCount();
      List<SqlNode> operands = new ArrayList<>(call.getOperandList());
      for (int i = given; i < all; i++) {
        operands.add(new SqlIdentifier("col" + i, table.getParserPosition()));
      }
      return call.getOperator().createCall(call.getParserPosition(), operands);
    }
    if (given == 0 || !mayHaveMore(table, given, columnCount)) {
      return node;
    }
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> names = new ArrayList<>(List.of(SqlIdentifier.star(position)));
    names.addAll(call.getOperandList().subList(2, call.operandCount()));
    SqlNode renamed =
        new SqlUnresolvedFunction(
                new SqlIdentifier(RENAMED, position),
                null,
                null,
                null,
                null,
                SqlFunctionCategory.USER_DEFINED_FUNCTION)
            .createCall(position, names);
    SqlSelect select = PlainSelect.of(position, SqlNodeList.of(renamed), table);
    return SqlStdOperatorTable.AS.createCall(position, select, call.operand(1));
  }

  private static boolean mayHaveMore(
      SqlNode table, int given, ToIntFunction<SqlIdentifier> columnCount) {
    return switch (table) {
      case SqlIdentifier name -> {
        int count = columnCount.applyAsInt(name);
        yield count < 0 || count > given;
      }
      case SqlSelect select ->
          select.getSelectList().size() > given
              || select.getSelectList().stream().anyMatch(TableAliases::standsForSeveral);
      default -> false;
    };
  }

  private static boolean standsForSeveral(SqlNode item) {
    return !(item instanceof SqlIdentifier name)
        ? item instanceof SqlCall call && call.getKind() != SqlKind.AS
        : name.isStar();
  }
}
