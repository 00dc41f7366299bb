package dev.paceline.calcite.sql;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.adapter.SessionVariables;
import dev.paceline.calcite.sql.coercion.ConditionCasts;
import dev.paceline.calcite.sql.column.LateralJoins;
import dev.paceline.calcite.sql.column.OuterAggregates;
import dev.paceline.calcite.sql.column.RepeatedTables;
import dev.paceline.calcite.sql.interval.IntervalConstants;
import dev.paceline.calcite.sql.json.JsonTransforms;
import dev.paceline.calcite.sql.order.CollatedStrings;
import dev.paceline.calcite.sql.order.NullPlaces;
import dev.paceline.calcite.sql.rewrite.AggregateAliases;
import dev.paceline.calcite.sql.rewrite.DistinctOnRewriting;
import dev.paceline.calcite.sql.rewrite.FilteredWindows;
import dev.paceline.calcite.sql.rewrite.FunctionAliases;
import dev.paceline.calcite.sql.rewrite.MethodCalls;
import dev.paceline.calcite.sql.rewrite.RecursiveSeed;
import dev.paceline.calcite.sql.rewrite.RepeatedGroupKeys;
import dev.paceline.calcite.sql.rewrite.SemiJoinRewriting;
import dev.paceline.calcite.sql.rewrite.StructPaths;
import dev.paceline.calcite.sql.rewrite.TableAliases;
import dev.paceline.calcite.sql.variable.VariableCalls;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.ExtensionStatement;
import dev.paceline.grammar.UnsupportedSyntax;
import dev.paceline.grammar.query.PivotNode;
import dev.paceline.grammar.query.UnpivotNode;
import dev.paceline.storage.table.Sequence;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.jspecify.annotations.Nullable;

/**
 * The rewrites of each node of a statement, before the validator looks at it: what Paceline's SQL
 * has in addition becomes what Calcite knows. Their order matters, because a rewrite may write what
 * a later one replaces. For one statement.
 */
final class NodeRewrites {
  private final SqlValidator validator;
  private final CommonTableNames commonTables = new CommonTableNames();
  private final FileNames files;
  private final AllColumnsExpansion allColumns;
  private final Function<List<String>, Sequence> sequences;
  private final @Nullable SessionVariables variables;
  private final Function<SqlNode, List<String>> columnsOf;

  /**
   * @param sequences finds a sequence by its name
   * @param variables of the session; null where statements have none
   * @param columnsOf returns the names of the columns of an input of a join
   */
  NodeRewrites(
      SqlValidator validator,
      StatementNames names,
      AllColumnsExpansion allColumns,
      Function<List<String>, Sequence> sequences,
      @Nullable SessionVariables variables,
      Function<SqlNode, List<String>> columnsOf) {
    this.validator = validator;
    this.files = new FileNames(names, commonTables);
    this.allColumns = allColumns;
    this.sequences = sequences;
    this.variables = variables;
    this.columnsOf = columnsOf;
  }

  /**
   * Rewrites a node, and not the nodes in it.
   *
   * @param underFrom whether the node is in a FROM clause
   * @return the node, or the one that takes its place
   * @throws PacelineException NOT_SUPPORTED for a statement in a place that cannot have one
   */
  @Nullable SqlNode apply(@Nullable SqlNode node, boolean underFrom) {
    refuse(node);
    if (node instanceof SqlWithItem item) {
      TableAliases.rewrite(item);
    }
    OuterAggregates.unwrap(node);
    makeScalar(node);
    LateralJoins.rotate(node);
    RepeatedTables.rename(node);
    commonTables.unify(node);
    files.replace(node);
    DistinctOnRewriting.apply(node);
    RepeatedGroupKeys.expand(node);
    SemiJoinRewriting.apply(node, columnsOf);
    WindowArguments.unifyNames(node);
    RecursiveSeed.widen(node);
    StructPaths.nameFields(node);
    SqlNode rewritten = allColumns.expand(underFrom ? withAllAliases(node) : node);
    rewritten = MethodCalls.rewrite(rewritten);
    rewritten = SequenceCalls.resolve(rewritten, sequences);
    rewritten = VariableCalls.resolve(rewritten, variables, validator.getTypeFactory());
    rewritten = JsonTransforms.rewrite(rewritten, SqlFrontEnd::parseExpression);
    rewritten = FunctionAliases.rewrite(rewritten);
    rewritten = AggregateAliases.rewrite(rewritten);
    rewritten = IntervalConstants.rewrite(rewritten);
    CollatedStrings.rewrite(rewritten);
    ConditionCasts.mark(rewritten);
    NullPlaces.write(rewritten, validator.config().defaultNullCollation());
    return rewritten == null ? null : FilteredWindows.rewrite(rewritten);
  }

  /** Marks conditions that are queries as the values of these queries, as Calcite does in WHERE. */
  private static void makeScalar(@Nullable SqlNode node) {
    if (node instanceof SqlJoin join) {
      join.setOperand(5, scalar(join.getCondition()));
    }
    if (node instanceof SqlSelect select) {
      select.setHaving(scalar(select.getHaving()));
      select.setQualify(scalar(select.getQualify()));
    }
  }

  private static @Nullable SqlNode scalar(@Nullable SqlNode condition) {
    return condition != null && condition.isA(SqlKind.QUERY)
        ? SqlStdOperatorTable.SCALAR_QUERY.createCall(condition.getParserPosition(), condition)
        : condition;
  }

  private static void refuse(@Nullable SqlNode node) {
    String reason =
        switch (node) {
          case UnsupportedSyntax unsupported -> unsupported.name() + " is not supported";
          case PivotNode _, UnpivotNode _ ->
              "a PIVOT without a list of values, and an UNPIVOT without a list of columns, are not"
                  + " supported in views and macros; write the lists";
          case ExtensionStatement statement ->
              statement.getOperator().getName() + " is not supported in views and macros";
          case null, default -> null;
        };
    if (reason != null) {
      throw new PacelineException(ErrorCode.NOT_SUPPORTED, reason);
    }
  }

  private @Nullable SqlNode withAllAliases(@Nullable SqlNode node) {
    if (node instanceof SqlJoin join) {
      join.setLeft(requireNonNull(withAllAliases(join.getLeft())));
      join.setRight(requireNonNull(withAllAliases(join.getRight())));
    }
    return TableAliases.rewrite(
        node,
        name -> {
          SqlValidatorTable table = validator.getCatalogReader().getTable(name.names);
          return table == null ? -1 : table.getRowType().getFieldCount();
        });
  }
}
