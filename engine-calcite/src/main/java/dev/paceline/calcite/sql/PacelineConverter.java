package dev.paceline.calcite.sql;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.paceline.calcite.aggregate.OrderOfRows;
import dev.paceline.calcite.interval.key.IntervalKeys;
import dev.paceline.calcite.rex.Determinism;
import dev.paceline.calcite.rex.PlainCalls;
import dev.paceline.calcite.rule.PairedRows;
import dev.paceline.calcite.rule.RecursionNames;
import dev.paceline.calcite.sql.order.UnusedOrders;
import dev.paceline.calcite.sql.rewrite.HavingQueries;
import dev.paceline.calcite.unnest.ListJoins;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.query.NamedUnion;
import dev.paceline.grammar.query.PairingJoin;
import dev.paceline.grammar.query.PlainSelect;
import dev.paceline.grammar.query.RowLimit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable.ViewExpander;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnnestOperator;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's converter, which puts the query of a common table expression in the place of each of
 * its names, as a view does: a chain of expressions that each name the former twice doubles with
 * every link. It ends at {@link StatementLimits#MAX_SELECTS}. For one statement.
 */
final class PacelineConverter extends SqlToRelConverter {
  private final AtomicInteger selects;

  /** The expressions in LIMIT and OFFSET that were converted, by their nodes. */
  private final Map<SqlNode, RexNode> counts = new IdentityHashMap<>();

  private final RelBuilder builder;

  /** The queries of common table expressions, by their identity. */
  private final Set<SqlNode> commonQueries = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * The plans of common table expressions that give other rows at each execution, such as those
   * that call RANDOM.
   */
  private final Map<SqlNode, RelNode> commonRows = new IdentityHashMap<>();

  private final RecursionNames recursions = new RecursionNames();

  /** Whether HAVING of the SELECT that is converted has sub-queries. */
  private boolean testsGroups;

  /**
   * @param selects counts the SELECTs of the statement
   */
  PacelineConverter(
      ViewExpander views,
      SqlValidator validator,
      CalciteCatalogReader catalog,
      RelOptCluster cluster,
      SqlRexConvertletTable convertlets,
      Config config,
      AtomicInteger selects) {
    super(views, validator, catalog, cluster, convertlets, config);
    this.selects = selects;
    this.builder = RelFactories.LOGICAL_BUILDER.create(cluster, null);
  }

  /** Keeps the orders of sub-queries until all aggregates are there that show them. */
  @Override
  public RelRoot convertQuery(SqlNode query, boolean needsValidation, boolean top) {
    RelRoot root = super.convertQuery(query, needsValidation, top);
    return root.withRel(UnusedOrders.remove(root.rel));
  }

  @Override
  protected RelRoot convertQueryRecursive(
      SqlNode query, boolean top, @Nullable RelDataType targetRowType) {
    if (query.getKind() == SqlKind.SELECT || query.getKind() == SqlKind.VALUES) {
      StatementLimits.checkSelects(selects.incrementAndGet());
    }
    return super.convertQueryRecursive(query, top, targetRowType);
  }

  @Override
  protected void convertSelectImpl(
      Blackboard board, @Nullable Blackboard qualify, SqlSelect select) {
    boolean around = testsGroups;
    testsGroups = HavingQueries.exist(select.getHaving());
    super.convertSelectImpl(board, qualify, select);
    testsGroups = around;
  }

  /** Expands the lists of a SELECT list before DISTINCT and ORDER BY see its rows. */
  @Override
  protected Blackboard createBlackboard(
      SqlValidatorScope scope, @Nullable Map<String, RexNode> names, boolean top) {
    return new Blackboard(scope, names, top) {
      @Override
      public void setRoot(RelNode root, boolean leaf) {
        super.setRoot(ListJoins.ofSelectList(root, builder), leaf);
      }
    };
  }

  /**
   * Makes an aggregation, whose lists have the order of a sub-query. If it only has grouping sets,
   * it counts rows, too, which nobody asks for: Calcite's builder loses sets if nothing is
   * aggregated and the empty set is there twice, as in {@code GROUP BY GROUPING SETS (a, (), ())}.
   * So it does if HAVING has sub-queries: Calcite's converter knows the variable of only one of
   * them, unless the SELECT list drops a column.
   */
  @Override
  protected RelNode createAggregate(
      Blackboard board,
      ImmutableBitSet groupSet,
      ImmutableList<ImmutableBitSet> groupSets,
      List<AggregateCall> calls) {
    boolean unaggregated = calls.isEmpty() && groupSets.size() > 1;
    OrderOfRows order = OrderOfRows.of(board.root(), calls);
    if (order != null) {
      board.setRoot(order.rows(), false);
    }
    List<AggregateCall> all = new ArrayList<>(order == null ? calls : order.ordered(calls));
    if (unaggregated || testsGroups) {
      all.add(PlainCalls.countOfRows(typeFactory));
    }
    RelNode result = super.createAggregate(board, groupSet, groupSets, all);
    return result instanceof LogicalUnion union ? withTypesOfInputs(union) : result;
  }

  /**
   * Returns the union that Calcite makes of grouping sets of which two are equal, but with the
   * types that the aggregates of its inputs have: one without the empty set is not NULL.
   */
  private static RelNode withTypesOfInputs(LogicalUnion union) {
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : union.getInputs()) {
      if (!(input instanceof Project project)) {
        inputs.add(input);
        continue;
      }
      List<RexNode> columns = new ArrayList<>();
      for (RexNode column : project.getProjects()) {
        columns.add(
            column instanceof RexInputRef reference
                ? RexInputRef.of(reference.getIndex(), project.getInput().getRowType())
                : column);
      }
      inputs.add(
          LogicalProject.create(
              project.getInput(),
              project.getHints(),
              columns,
              project.getRowType().getFieldNames(),
              project.getVariablesSet()));
    }
    return union.copy(union.getTraitSet(), inputs);
  }

  /**
   * Returns a recursion whose second query gives the types that the first one has. Each column of
   * the first query has the type that both have in common when the second one reads rows of the
   * first; reading rows of that type, it may give a wider one, such as more digits of a product.
   */
  private static RepeatUnion withTypesOfSeed(RepeatUnion union) {
    RelNode spool = union.getIterativeRel();
    RelNode step = spool.getInput(0);
    RexBuilder rex = union.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>();
    boolean same = true;
    for (RelDataTypeField field : step.getRowType().getFieldList()) {
      RelDataType seed =
          union.getSeedRel().getRowType().getFieldList().get(field.getIndex()).getType();
      RexNode column = rex.makeInputRef(step, field.getIndex());
      boolean equal = SqlTypeUtil.equalSansNullability(rex.getTypeFactory(), seed, field.getType());
      RelDataType type =
          rex.getTypeFactory().createTypeWithNullability(seed, field.getType().isNullable());
      columns.add(equal ? column : rex.makeCast(type, column));
      same &= equal;
    }
    if (same) {
      return union;
    }
    RelNode converted =
        LogicalProject.create(
            step, List.of(), columns, step.getRowType().getFieldNames(), ImmutableSet.of());
    return (RepeatUnion)
        union.copy(
            union.getTraitSet(),
            List.of(union.getSeedRel(), spool.copy(spool.getTraitSet(), List.of(converted))));
  }

  @Override
  public RelRoot convertWith(SqlWith with, boolean top) {
    addCommonQueries(with);
    return super.convertWith(with, top);
  }

  private void addCommonQueries(SqlWith with) {
    for (SqlNode item : with.withList) {
      commonQueries.add(((SqlWithItem) item).query);
    }
  }

  /**
   * Converts the query of a common table expression only once if it gives other rows at each
   * execution, such as a query that calls RANDOM: all references to it must have the same rows.
   * {@link dev.paceline.calcite.plan.QueryPlanner} shares the rows of a plan that is one object.
   */
  @Override
  protected void convertFrom(
      Blackboard board, @Nullable SqlNode from, @Nullable List<String> fieldNames) {
    if (from instanceof SqlWith with) {
      addCommonQueries(with);
    }
    RelNode known = commonRows.get(from);
    if (known != null) {
      board.setRoot(known, true);
      return;
    }
    convertFromOnce(board, from, fieldNames);
    if (commonQueries.contains(from)
        && !Determinism.isDeterministic(board.root())
        && RelOptUtil.getVariablesUsed(board.root()).isEmpty()) {
      commonRows.put(from, board.root());
    }
  }

  /**
   * Names the columns that come from lists in FROM, without a name for the number of an element.
   * Turns ASOF joins with USING and positional joins into plans in which a row has one partner at
   * most.
   */
  private void convertFromOnce(
      Blackboard board, @Nullable SqlNode from, @Nullable List<String> fieldNames) {
    boolean numbered =
        from instanceof SqlCall call
            && call.getOperator() instanceof SqlUnnestOperator unnest
            && unnest.withOrdinality;
    super.convertFrom(
        board,
        from,
        numbered && fieldNames != null
            ? fieldNames.subList(0, ((SqlCall) from).operandCount())
            : fieldNames);
    if (from instanceof PairingJoin join) {
      board.setRoot(PairedRows.of(join.pairing(), (Join) board.root(), builder), false);
    }
  }

  /**
   * Puts the columns of UNION BY NAME into the places of their names, and lets a recursion keep its
   * types.
   */
  @Override
  protected RelNode convertSetOp(SqlCall call) {
    if (!(call.getOperator() instanceof NamedUnion union)) {
      RelNode result = super.convertSetOp(call);
      return switch (result) {
        case RepeatUnion recursion -> recursions.apart(withTypesOfSeed(recursion));
        case Union rows -> IntervalKeys.groups(rows);
        case Values merged
            when IntervalKeys.hasIntervals(merged)
                && call.getOperator().equals(SqlStdOperatorTable.UNION) ->
            // Calcite has left out the rows with the same fields only.
            IntervalKeys.groups(LogicalUnion.create(inputs(call, false), false));
        default -> result;
      };
    }
    return IntervalKeys.groups(LogicalUnion.create(inputs(call, true), union.isAll()));
  }

  /**
   * Returns the inputs of a union, with the types of its columns.
   *
   * @param byName whether columns with the same name are the same, or those with the same place
   */
  private List<RelNode> inputs(SqlCall union, boolean byName) {
    SqlValidator known = requireNonNull(validator);
    RelDataType rowType = known.getValidatedNodeType(union);
    List<RelNode> inputs = new ArrayList<>();
    for (SqlNode query : union.getOperandList()) {
      RelNode input = convertQueryRecursive(query, false, null).project();
      List<String> columns = known.getValidatedNodeType(query).getFieldNames();
      int[] places =
          byName
              ? NamedUnion.places(rowType.getFieldNames(), columns)
              : IntStream.range(0, columns.size()).toArray();
      inputs.add(placed(input, places, rowType));
    }
    return inputs;
  }

  /**
   * @param places of the columns in the input, or -1 for NULL
   */
  private static RelNode placed(RelNode input, int[] places, RelDataType rowType) {
    RexBuilder rex = input.getCluster().getRexBuilder();
    List<RexNode> values = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      RelDataType type = rowType.getFieldList().get(i).getType();
      values.add(
          places[i] < 0
              ? rex.makeNullLiteral(type)
              : rex.ensureType(type, rex.makeInputRef(input, places[i]), true));
    }
    return LogicalProject.create(input, List.of(), values, rowType.getFieldNames(), Set.of());
  }

  /** Filters numbered rows where LIMIT and OFFSET are not known before the statement runs. */
  @Override
  protected void convertOrder(
      SqlSelect select,
      Blackboard board,
      RelCollation collation,
      List<SqlNode> orderExpressions,
      @Nullable SqlNode offset,
      @Nullable SqlNode fetch) {
    boolean ties = RowLimit.hasTies(fetch);
    SqlNode limit = RowLimit.withoutTies(fetch);
    BigDecimal percentage = RowLimit.percentage(limit);
    RexNode first = rowCount(offset, false);
    RexNode count = percentage == null ? rowCount(limit, ties) : null;
    if (ties && collation.getFieldCollations().isEmpty()) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, "WITH TIES needs ORDER BY, which tells what is equal");
    }
    if (percentage == null && !ties && !isQuery(first) && !isQuery(count)) {
      super.convertOrder(
          select,
          board,
          collation,
          orderExpressions,
          first == null ? null : offset,
          count == null ? null : limit);
      return;
    }
    RexBuilder rex = cluster.getRexBuilder();
    LimitedRows.Limit limited =
        percentage != null
            ? LimitedRows.Limit.ofPercentage(percentage, rex)
            : count == null ? null : new LimitedRows.Limit(count, false);
    board.setRoot(
        new LimitedRows(builder, rex).of(board.root(), collation, first, limited, ties), false);
    super.convertOrder(select, board, collation, orderExpressions, null, null);
  }

  private static boolean isQuery(@Nullable RexNode count) {
    return count instanceof RexSubQuery;
  }

  /**
   * Returns what LIMIT or OFFSET is, which refers to no row; null if it is absent or NULL.
   *
   * @param ties whether Calcite's validator has not seen the type of a parameter
   */
  private @Nullable RexNode rowCount(@Nullable SqlNode node, boolean ties) {
    if (node == null) {
      return null;
    }
    if (node instanceof SqlDynamicParam && !ties
        || node instanceof SqlNumericLiteral number && number.isInteger()) {
      return convertExpression(node);
    }
    RexNode count = counts.get(node);
    if (count == null) {
      count = rowCount((PacelineValidator) requireNonNull(validator), node);
      counts.put(node, count);
    }
    return RexUtil.isNullLiteral(count, true) ? null : count;
  }

  private RexNode rowCount(PacelineValidator outer, SqlNode node) {
    SqlParserPos position = node.getParserPosition();
    List<SqlNode> parameters = new ArrayList<>();
    SqlNode number =
        toBigint(
            requireNonNull(
                node.accept(
                    new SqlShuttle() {
                      @Override
                      public SqlNode visit(SqlDynamicParam parameter) {
                        parameters.add(parameter);
                        return toBigint(parameter);
                      }
                    })));
    SqlValidator own = outer.another();
    SqlSelect validated =
        (SqlSelect) own.validate(PlainSelect.of(position, SqlNodeList.of(number), null));
    if (own.isAggregate(validated)) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, "LIMIT and OFFSET contain no aggregates");
    }
    RelNode row = outer.names().convert(own, validated, cluster);
    RexNode value =
        parameters.isEmpty() && row instanceof LogicalProject project ? folded(project) : null;
    return value == null ? RexSubQuery.scalar(row) : value;
  }

  private static SqlNode toBigint(SqlNode value) {
    SqlParserPos position = value.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(
        position,
        value,
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.BIGINT, position), position));
  }

  /** Returns the only value of a row as a literal; null if it is none before the statement runs. */
  private static @Nullable RexNode folded(LogicalProject row) {
    RexNode value = row.getProjects().getFirst();
    if (!RexUtil.isConstant(value)) {
      return null;
    }
    List<RexNode> values = new ArrayList<>();
    requireNonNull(row.getCluster().getPlanner().getExecutor())
        .reduce(row.getCluster().getRexBuilder(), List.of(value), values);
    RexNode known = values.getFirst();
    if (!RexUtil.isNullLiteral(known, true)) {
      known = RexUtil.removeNullabilityCast(row.getCluster().getTypeFactory(), known);
    }
    return known instanceof RexLiteral || RexUtil.isNullLiteral(known, true) ? known : null;
  }

  /** Returns the converted expression if the node is one in LIMIT or OFFSET. */
  @Override
  public RexNode convertExpression(SqlNode node) {
    RexNode count = counts.get(node);
    return count == null ? super.convertExpression(node) : count;
  }
}
