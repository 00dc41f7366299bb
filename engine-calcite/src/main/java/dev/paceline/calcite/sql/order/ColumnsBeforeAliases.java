package dev.paceline.calcite.sql.order;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a name means that is both an alias of the SELECT list and a column of a table. In
 * HAVING, in QUALIFY and inside the expressions of ORDER BY it means the column wherever the column
 * may be used: in the argument of an aggregate, if it is grouped, and in a query without groups.
 * Calcite would take the alias. A name that is a whole item of ORDER BY means the alias.
 */
public final class ColumnsBeforeAliases extends SqlShuttle {
  private final SqlSelect select;
  private final SqlValidatorScope tables;
  private final SqlNameMatcher matcher;
  private final boolean grouped;
  private int aggregates;

  private ColumnsBeforeAliases(SqlSelect select, SqlValidatorScope tables, boolean grouped) {
    this.select = select;
    this.tables = tables;
    this.matcher = tables.getValidator().getCatalogReader().nameMatcher();
    this.grouped = grouped;
  }

  /**
   * Changes HAVING, after GROUP BY was validated.
   *
   * @param tables the scope of the tables of FROM
   */
  public static void inHaving(SqlSelect select, SqlValidatorScope tables) {
    SqlNode having = select.getHaving();
    if (having != null) {
      select.setHaving(having.accept(new ColumnsBeforeAliases(select, tables, true)));
    }
  }

  /**
   * Changes QUALIFY, after GROUP BY was validated.
   *
   * @param tables the scope of the tables of FROM
   * @param grouped whether the query has groups
   */
  public static void inQualify(SqlSelect select, SqlValidatorScope tables, boolean grouped) {
    SqlNode qualify = select.getQualify();
    if (qualify != null) {
      select.setQualify(qualify.accept(new ColumnsBeforeAliases(select, tables, grouped)));
    }
  }

  /**
   * Changes the expressions of ORDER BY, after GROUP BY was validated.
   *
   * @param tables the scope of the tables of FROM
   * @param grouped whether the query has groups
   */
  public static void inOrder(SqlSelect select, SqlValidatorScope tables, boolean grouped) {
    SqlNodeList order = select.getOrderList();
    if (order == null || select.isDistinct()) {
      return;
    }
    ColumnsBeforeAliases columns = new ColumnsBeforeAliases(select, tables, grouped);
    for (int i = 0; i < order.size(); i++) {
      SqlNode changed = columns.ofItem(order.get(i));
      if (changed != null) {
        order.set(i, changed);
      }
    }
  }

  private @Nullable SqlNode ofItem(SqlNode item) {
    return switch (item.getKind()) {
      case IDENTIFIER -> item;
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        SqlCall call = (SqlCall) item;
        call.setOperand(0, ofItem(call.operand(0)));
        yield call;
      }
      default -> item.accept(this);
    };
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.getKind().belongsTo(SqlKind.QUERY)) {
      return call;
    }
    boolean aggregate = call.getOperator().isAggregator();
    aggregates += aggregate ? 1 : 0;
    try {
      return super.visit(call);
    } finally {
      aggregates -= aggregate ? 1 : 0;
    }
  }

  @Override
  public SqlNode visit(SqlIdentifier name) {
    if (!name.isSimple() || name.isStar() || !isAlias(name.getSimple())) {
      return name;
    }
    if (tables.findQualifyingTableNames(name.getSimple(), name, matcher).size() != 1) {
      return name;
    }
    SqlIdentifier column = tables.fullyQualify(name).identifier;
    return aggregates > 0 || !grouped || isGrouped(column) ? column : name;
  }

  private boolean isAlias(String name) {
    for (SqlNode item : select.getSelectList()) {
      if (item.getKind() == SqlKind.AS
          && matcher.matches(((SqlCall) item).operand(1).toString(), name)) {
        return true;
      }
    }
    return false;
  }

  private boolean isGrouped(SqlIdentifier column) {
    SqlNodeList groups = select.getGroup();
    return groups != null && contains(groups.getList(), column);
  }

  private static boolean contains(List<? extends SqlNode> groups, SqlIdentifier column) {
    for (SqlNode group : groups) {
      if (group.equalsDeep(column, Litmus.IGNORE)
          || group instanceof SqlNodeList list && contains(list.getList(), column)
          || group instanceof SqlCall call
              && isOfSets(call)
              && contains(call.getOperandList(), column)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfSets(SqlCall call) {
    return switch (call.getKind()) {
      case GROUPING_SETS, ROLLUP, CUBE, ROW -> true;
      default -> false;
    };
  }
}
