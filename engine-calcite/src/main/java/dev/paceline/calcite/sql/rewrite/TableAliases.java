package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.sql.column.DistinctNames;
import dev.paceline.grammar.query.PlainSelect;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Tables in FROM and WITH whose aliases name the first columns only, as in {@code (SELECT 1, 2) AS
 * t(a)}, or two columns alike, and VALUES, whose columns are col0, col1 and so on.
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
    List<SqlNode> given = distinct(call.getOperandList().subList(2, call.operandCount()));
    if (table.getKind() == SqlKind.VALUES) {
      int all = ((SqlCall) ((SqlCall) table).operand(0)).operandCount();
      List<SqlNode> names = new ArrayList<>(given);
      for (int i = given.size(); i < all; i++) {
        names.add(new SqlIdentifier("col" + i, table.getParserPosition()));
      }
      return aliased(call, table, distinct(names));
    }
    if (given.isEmpty()) {
      return node;
    }
    return mayHaveMore(table, given.size(), columnCount)
        ? aliased(call, renamed(table, given, call.getParserPosition()), List.of())
        : aliased(call, table, given);
  }

  /**
   * Gives the columns of a common table expression the names that the statement lists: all of its
   * columns, or the first ones.
   */
  public static void rewrite(SqlWithItem item) {
    SqlNodeList names = item.columnList;
    if (names == null) {
      return;
    }
    SqlParserPos position = names.getParserPosition();
    List<SqlNode> given = distinct(names.getList());
    if (item.recursive.booleanValue() || !mayHaveMore(item.query, given.size(), table -> -1)) {
      item.columnList = new SqlNodeList(given, position);
    } else {
      item.columnList = null;
      item.query = renamed(item.query, given, position);
    }
  }

  /** Returns the type of rows of VALUES, whose columns are col0, col1 and so on. */
  public static RelDataType ofValues(RelDataType rows, RelDataTypeFactory types) {
    RelDataTypeFactory.Builder named = types.builder();
    for (RelDataTypeField field : rows.getFieldList()) {
      named.add("col" + field.getIndex(), field.getType());
    }
    return named.kind(rows.getStructKind()).build();
  }

  private static SqlNode aliased(SqlCall alias, SqlNode table, List<SqlNode> names) {
    List<SqlNode> operands = new ArrayList<>(List.of(table, alias.operand(1)));
    operands.addAll(names);
    return alias.getOperator().createCall(alias.getParserPosition(), operands);
  }

  private static List<SqlNode> distinct(List<? extends SqlNode> names) {
    List<String> distinct = DistinctNames.of(SqlIdentifier.simpleNames(names));
    List<SqlNode> identifiers = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      identifiers.add(new SqlIdentifier(distinct.get(i), names.get(i).getParserPosition()));
    }
    return identifiers;
  }

  private static SqlNode renamed(SqlNode table, List<SqlNode> given, SqlParserPos position) {
    List<SqlNode> names = new ArrayList<>(List.of(SqlIdentifier.star(position)));
    names.addAll(given);
    SqlNode renamed =
        new SqlUnresolvedFunction(
                new SqlIdentifier(RENAMED, position),
                null,
                null,
                null,
                null,
                SqlFunctionCategory.USER_DEFINED_FUNCTION)
            .createCall(position, names);
    return PlainSelect.of(position, SqlNodeList.of(renamed), table);
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
