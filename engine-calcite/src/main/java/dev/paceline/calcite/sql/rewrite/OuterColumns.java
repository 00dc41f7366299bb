package dev.paceline.calcite.sql.rewrite;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.AggregatingSelectScope;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Lets columns of outer queries stand beside aggregates, where they are constants: {@code SELECT
 * (SELECT sum(t.k) + o.k FROM t) FROM o}. Calcite's check of grouping refuses a column that is not
 * grouped, but accepts any sub-query. So it is shown {@code o.k} as the sub-query {@code TABLE
 * o.k}, which nothing else sees.
 */
public final class OuterColumns extends SqlShuttle {
  private final AggregatingSelectScope scope;
  private final SqlNameMatcher names;

  private OuterColumns(AggregatingSelectScope scope, SqlNameMatcher names) {
    this.scope = scope;
    this.names = names;
  }

  /**
   * @param original an item of a SELECT list, HAVING or ORDER BY; those of GROUP BY stay as they
   *     are
   * @param expanded the item with qualified names
   */
  public static SqlNode hide(
      SqlNode original, SqlNode expanded, AggregatingSelectScope scope, SqlNameMatcher names) {
    if (isKey(original, scope.getNode().getGroup())) {
      return expanded;
    }
    SqlNode hidden = expanded.accept(new OuterColumns(scope, names));
    return hidden == null ? expanded : hidden;
  }

  @SuppressWarnings("ReferenceEquality") // equal expressions stand in other places, too
  private static boolean isKey(SqlNode node, @Nullable Iterable<@Nullable SqlNode> keys) {
    if (keys == null) {
      return false;
    }
    for (SqlNode key : keys) {
      boolean inside =
          key instanceof SqlCall call
              ? isKey(node, call.getOperandList())
              : key instanceof Iterable<?> list && isKey(node, nodes(list));
      if (key == node || inside) {
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("unchecked")
  private static Iterable<@Nullable SqlNode> nodes(Iterable<?> list) {
    return (Iterable<@Nullable SqlNode>) list;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    return call.isA(SqlKind.QUERY) || isGrouped(call) ? call : super.visit(call);
  }

  @Override
  public SqlNode visit(SqlIdentifier name) {
    if (name.isStar() || name.isSimple() || isGrouped(name)) {
      return name;
    }
    SqlValidatorScope.ResolvedImpl found = new SqlValidatorScope.ResolvedImpl();
    scope.resolve(List.of(name.names.getFirst()), names, false, found);
    return found.count() == 1 && !found.only().scope.equals(scope.getParent())
        ? SqlStdOperatorTable.EXPLICIT_TABLE.createCall(name.getParserPosition(), name)
        : name;
  }

  /**
   * Refuses an aggregate of outer columns alone: it belongs to the outer query, which has to be
   * grouped then.
   *
   * @param filter the condition of FILTER, whose columns count, too
   * @throws PacelineException NOT_SUPPORTED
   */
  public static void refuseAlone(
      SqlCall aggregate,
      @Nullable SqlNode filter,
      SqlValidatorScope arguments,
      SqlNameMatcher names) {
    SelectScope own = SqlValidatorUtil.getEnclosingSelectScope(arguments);
    boolean[] found = new boolean[2];
    SqlBasicVisitor<Void> columns =
        new SqlBasicVisitor<>() {
          @Override
          public @Nullable Void visit(SqlIdentifier name) {
            if (name.isStar()) {
              return null;
            }
            found[0] |= !isOuter(name, arguments, own, names);
            found[1] |= isOuter(name, arguments, own, names);
            return null;
          }

          @Override
          public @Nullable Void visit(SqlCall call) {
            boolean query = call.isA(SqlKind.QUERY);
            if (query && own != null && own.getChildren().isEmpty()) {
              found[1] |= namesOuterTable(call, arguments, own, names);
              return null;
            }
            found[0] |= query; // it may have columns of any scope
            return query ? null : super.visit(call);
          }
        };
    aggregate.accept(columns);
    if (filter != null) {
      filter.accept(columns);
    }
    if (found[1] && !found[0]) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "an aggregate of columns of an outer query alone, "
              + aggregate
              + ", is not supported in a sub-query; compute it in the outer query");
    }
  }

  /**
   * Refuses such an aggregate among the arguments and in the window of a function.
   *
   * @throws PacelineException NOT_SUPPORTED
   */
  public static void refuseInWindow(SqlCall over, SqlValidatorScope scope, SqlNameMatcher names) {
    SqlBasicVisitor<Void> aggregates =
        new SqlBasicVisitor<>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call.isA(SqlKind.QUERY) || call.getKind() == SqlKind.OVER) {
              return null;
            }
            if (call.getOperator().isAggregator() && !call.getOperator().requiresOver()) {
              refuseAlone(call, null, scope, names);
              return null;
            }
            return super.visit(call);
          }
        };
    if (over.operand(0) instanceof SqlCall function) {
      function.getOperandList().stream()
          .filter(Objects::nonNull)
          .forEach(argument -> argument.accept(aggregates));
    }
    over.operand(1).accept(aggregates);
  }

  private static boolean namesOuterTable(
      SqlCall query, SqlValidatorScope scope, SelectScope own, SqlNameMatcher names) {
    boolean[] found = new boolean[1];
    query.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier name) {
            found[0] |= !name.isStar() && !name.isSimple() && isOuter(name, scope, own, names);
            return null;
          }
        });
    return found[0];
  }

  private static boolean isOuter(
      SqlIdentifier name,
      SqlValidatorScope scope,
      @Nullable SelectScope own,
      SqlNameMatcher names) {
    if (name.isStar() || own == null) {
      return false;
    }
    if (name.isSimple()) {
      return own.getChildren().stream()
              .allMatch(table -> names.field(table.getRowType(), name.getSimple()) == null)
          && !scope.findQualifyingTableNames(name.getSimple(), name, names).isEmpty();
    }
    SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
    scope.resolve(List.of(name.names.getFirst()), names, false, resolved);
    return resolved.count() == 1
        && resolved.only().scope instanceof SelectScope of
        && !of.equals(own);
  }

  private boolean isGrouped(SqlNode expression) {
    return scope.resolved.get().groupExprList.stream()
        .anyMatch(key -> key.equalsDeep(expression, Litmus.IGNORE));
  }
}
