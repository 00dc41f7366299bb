package dev.paceline.calcite.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Puts the items of a SELECT list in the place of their aliases in a condition, outside of
 * sub-queries. Items that contain sub-queries stay where they are.
 */
public final class SelectAliases extends SqlShuttle {
  private final List<SqlCall> items;
  private final Predicate<SqlIdentifier> isColumn;

  private SelectAliases(List<SqlCall> items, Predicate<SqlIdentifier> isColumn) {
    this.items = items;
    this.isColumn = isColumn;
  }

  /**
   * @param isColumn tells whether a name is that of a column, which comes before aliases
   */
  public static SqlNode replace(
      SqlNode condition, SqlNodeList selectList, Predicate<SqlIdentifier> isColumn) {
    List<SqlCall> items = new ArrayList<>();
    for (SqlNode item : selectList) {
      if (item.getKind() == SqlKind.AS && !hasQuery(((SqlCall) item).operand(0))) {
        items.add((SqlCall) item);
      }
    }
    SqlNode replaced =
        items.isEmpty() ? condition : condition.accept(new SelectAliases(items, isColumn));
    return replaced == null ? condition : replaced;
  }

  private static boolean hasQuery(SqlNode node) {
    try {
      node.accept(
          new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
              if (call.getKind().belongsTo(SqlKind.QUERY)) {
                throw Util.FoundOne.NULL;
              }
              return super.visit(call);
            }
          });
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    return call.getKind().belongsTo(SqlKind.QUERY) ? call : super.visit(call);
  }

  /** An item may use the aliases of items before it. */
  @Override
  public SqlNode visit(SqlIdentifier name) {
    if (!name.isSimple()) {
      return name;
    }
    for (int i = items.size() - 1; i >= 0; i--) {
      SqlIdentifier alias = items.get(i).operand(1);
      if (alias.getSimple().equalsIgnoreCase(name.getSimple())) {
        SqlNode item = items.get(i).operand(0);
        return isColumn.test(name) ? name : copy(item, i, name.getParserPosition());
      }
    }
    return name;
  }

  private SqlNode copy(SqlNode item, int number, SqlParserPos position) {
    SqlNode copy = item.accept(new SelectAliases(items.subList(0, number), isColumn));
    return (copy == null ? item : copy).clone(position);
  }
}
