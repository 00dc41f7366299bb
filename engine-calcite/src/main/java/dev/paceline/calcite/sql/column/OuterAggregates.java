package dev.paceline.calcite.sql.column;

import dev.paceline.calcite.plan.SqlLanguage;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code (SELECT sum(o.x))} by {@code sum(o.x)}. A sub-query without FROM has no columns
 * of its own, so that an aggregate of columns belongs to the query around it, which it groups.
 */
public final class OuterAggregates extends SqlShuttle {
  private static final Set<String> NAMES =
      SqlLanguage.OPERATORS.getOperatorList().stream()
          .filter(operator -> operator.isAggregator() && !operator.requiresOver())
          .map(operator -> operator.getName().toUpperCase(Locale.ROOT))
          .collect(Collectors.toSet());

  /** Calls whose operand is a query with any number of rows, and windows, which have frames. */
  private static final Set<SqlKind> OF_ROWS =
      EnumSet.of(
          SqlKind.IN,
          SqlKind.NOT_IN,
          SqlKind.SOME,
          SqlKind.ALL,
          SqlKind.EXISTS,
          SqlKind.UNIQUE,
          SqlKind.ARRAY_QUERY_CONSTRUCTOR,
          SqlKind.MAP_QUERY_CONSTRUCTOR,
          SqlKind.MULTISET_QUERY_CONSTRUCTOR,
          SqlKind.CURSOR,
          SqlKind.OVER);

  private OuterAggregates() {}

  /** Changes the SELECT list and HAVING of a query with FROM. */
  public static void unwrap(@Nullable SqlNode node) {
    if (node instanceof SqlSelect select && select.getFrom() != null) {
      SqlNodeList list = select.getSelectList();
      for (int i = 0; i < list.size(); i++) {
        list.set(i, in(list.get(i)));
      }
      if (select.getHaving() != null) {
        select.setHaving(in(select.getHaving()));
      }
    }
  }

  private static SqlNode in(SqlNode expression) {
    SqlNode changed = expression.accept(new OuterAggregates());
    return changed == null ? expression : changed;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call instanceof SqlSelect select) {
      return unwrapped(select);
    }
    return call.isA(SqlKind.QUERY) || OF_ROWS.contains(call.getKind()) ? call : super.visit(call);
  }

  private static SqlNode unwrapped(SqlSelect select) {
    boolean plain =
        select.getFrom() == null
            && select.getSelectList().size() == 1
            && select.getWhere() == null
            && select.getGroup() == null
            && select.getHaving() == null
            && select.getQualify() == null
            && select.getOffset() == null
            && select.getFetch() == null
            && select.getWindowList().isEmpty()
            && !select.isDistinct();
    if (!plain) {
      return select;
    }
    SqlNode item = in(select.getSelectList().get(0));
    SqlNode value = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    return new Aggregates().areOuter(value) ? value : select;
  }

  /** Looks for aggregates in an expression, and for columns in them. */
  private static final class Aggregates extends SqlBasicVisitor<@Nullable Void> {
    private boolean inside;
    private boolean column;
    private boolean found;
    private boolean other;

    /** Whether there are aggregates, and all of them have columns, but no windows or queries. */
    boolean areOuter(SqlNode expression) {
      expression.accept(this);
      return found && !other;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY) || OF_ROWS.contains(call.getKind())) {
        other = true;
        return null;
      }
      if (inside || !NAMES.contains(call.getOperator().getName().toUpperCase(Locale.ROOT))) {
        return super.visit(call);
      }
      inside = true;
      column = false;
      super.visit(call);
      inside = false;
      found = true;
      other |= !column;
      return null;
    }

    @Override
    public @Nullable Void visit(SqlIdentifier name) {
      column |= !name.isStar();
      return null;
    }
  }
}
