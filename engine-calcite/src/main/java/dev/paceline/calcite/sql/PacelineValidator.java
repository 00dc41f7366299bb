package dev.paceline.calcite.sql;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.adapter.SessionVariables;
import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.calcite.function.EnumOperator;
import dev.paceline.calcite.function.ListOperator;
import dev.paceline.calcite.interval.IntervalPart;
import dev.paceline.calcite.sql.choice.ContainsOperator;
import dev.paceline.calcite.sql.coercion.ConditionCasts;
import dev.paceline.calcite.sql.coercion.ExtremeOperands;
import dev.paceline.calcite.sql.coercion.TruthCasts;
import dev.paceline.calcite.sql.column.DistinctNames;
import dev.paceline.calcite.sql.column.OutermostQuery;
import dev.paceline.calcite.sql.interval.MovedDates;
import dev.paceline.calcite.sql.macro.MacroExpansion;
import dev.paceline.calcite.sql.macro.Macros;
import dev.paceline.calcite.sql.order.ColumnsBeforeAliases;
import dev.paceline.calcite.sql.order.RepeatedAliases;
import dev.paceline.calcite.sql.rewrite.AggregateAliases;
import dev.paceline.calcite.sql.rewrite.ColumnChoice;
import dev.paceline.calcite.sql.rewrite.HavingQueries;
import dev.paceline.calcite.sql.rewrite.ListCasts;
import dev.paceline.calcite.sql.rewrite.OuterColumns;
import dev.paceline.calcite.sql.rewrite.ParameterCasts;
import dev.paceline.calcite.sql.rewrite.SelectAliases;
import dev.paceline.calcite.sql.rewrite.StructPaths;
import dev.paceline.calcite.sql.rewrite.TableAliases;
import dev.paceline.calcite.sql.rewrite.UsingColumns;
import dev.paceline.calcite.sql.rewrite.ValuesCasts;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.definition.EnumRelType;
import dev.paceline.grammar.query.NamedUnion;
import dev.paceline.grammar.query.PlainSelect;
import dev.paceline.storage.table.Sequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLambda;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnpivot;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.AggregatingSelectScope;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SetopNamespace;
import org.apache.calcite.sql.validate.SqlMonotonicity;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's validator with our limits and some checks that it lacks. It ends soon after its
 * statement was cancelled. For one statement.
 */
final class PacelineValidator extends SqlValidatorImpl {
  private final AllColumnsExpansion allColumns;
  private final NodeRewrites rewrites;
  private final StatementNames names;
  private final Macros known;
  private final MacroExpansion macros;
  private final Function<List<String>, Sequence> sequences;
  private final @Nullable SessionVariables variables;

  /** Queries whose columns keep their names: those of the result, and of a UNION BY NAME. */
  private final Set<SqlNode> named = Collections.newSetFromMap(new IdentityHashMap<>());

  private boolean registered;

  /** Common table expressions that the node may name whose parts are rewritten now. */
  private final List<SqlWithItem> commonQueries = new ArrayList<>();

  PacelineValidator(
      SqlOperatorTable operators,
      SqlValidatorCatalogReader catalog,
      RelDataTypeFactory types,
      Config config,
      StatementNames names,
      Macros macros,
      Function<List<String>, Sequence> sequences,
      @Nullable SessionVariables variables) {
    super(operators, catalog, types, config.withTypeCoercionFactory(PacelineTypeCoercion::new));
    this.allColumns = new AllColumnsExpansion(operators);
    this.names = names;
    this.sequences = sequences;
    this.variables = variables;
    this.known = macros;
    this.macros = new MacroExpansion(macros, SqlFrontEnd::variants);
    this.rewrites =
        new NodeRewrites(this, names, allColumns, sequences, variables, this::columnsOf);
  }

  /**
   * Returns a validator for a query in the statement that sees nothing of the queries around it.
   */
  PacelineValidator another() {
    return new PacelineValidator(
        getOperatorTable(),
        getCatalogReader(),
        getTypeFactory(),
        config(),
        names,
        known,
        sequences,
        variables);
  }

  StatementNames names() {
    return names;
  }

  /** Expands the calls of macros before anything else looks at the statement. */
  @Override
  public SqlNode validate(SqlNode top) {
    SqlNode expanded = macros.expand(top);
    if (expanded.equals(top)) {
      return super.validate(top);
    }
    try {
      return super.validate(StatementShape.limit(expanded));
    } catch (CalciteContextException e) {
      String macro = macros.macroOf(e);
      if (macro == null) {
        throw e;
      }
      PacelineException known = SqlErrorTranslation.of(e, "", null);
      throw new PacelineException(known.code(), "macro " + macro + ": " + known.getMessage(), e);
    }
  }

  @Override
  public SqlTypeMappingRule getTypeMappingRule() {
    return TruthCasts.RULE;
  }

  @Override
  protected @Nullable SqlNode performUnconditionalRewrites(
      @Nullable SqlNode node, boolean underFrom) {
    PlanningCheck.check();
    if (ColumnChoice.isUnpackedIn(node)) {
      return node; // rewritten when its arguments are known
    }
    SqlNode rewritten = rewrites.apply(node, underFrom);
    int known = commonQueries.size();
    SqlNode result =
        super.performUnconditionalRewrites(
            rewritten == null ? null : withLimits(rewritten), underFrom);
    if (result instanceof SqlWithItem item) {
      commonQueries.add(item);
    } else if (result instanceof SqlWith) {
      commonQueries.subList(known, commonQueries.size()).clear();
    }
    return result;
  }

  /**
   * Rewrites what is in LIMIT and OFFSET, and TABLE with a name, of which Calcite cannot replace
   * the whole.
   */
  private SqlNode withLimits(SqlNode node) {
    if (!(node instanceof SqlOrderBy order)) {
      return node;
    }
    boolean table = order.query.getKind() == SqlKind.EXPLICIT_TABLE;
    if (!table && !(order.fetch instanceof SqlCall) && !(order.offset instanceof SqlCall)) {
      return node;
    }
    return new SqlOrderBy(
        order.getParserPosition(),
        table ? requireNonNull(performUnconditionalRewrites(order.query, false)) : order.query,
        order.orderList,
        performUnconditionalRewrites(order.offset, false),
        performUnconditionalRewrites(order.fetch, false));
  }

  /** Returns the names of the columns of an input of a join, which is left as it is. */
  private List<String> columnsOf(SqlNode input) {
    SqlParserPos position = input.getParserPosition();
    SqlNode select =
        PlainSelect.of(position, SqlNodeList.of(SqlIdentifier.star(position)), copy(input));
    SqlNodeList common = new SqlNodeList(position);
    commonQueries.forEach(item -> common.add(copy(item)));
    PacelineValidator other = another();
    SqlNode query =
        other.validate(common.isEmpty() ? select : new SqlWith(position, common, select));
    return other.getValidatedNodeType(query).getFieldNames();
  }

  private static SqlNode copy(SqlNode node) {
    return requireNonNull(node.accept(NodeCopy.INSTANCE));
  }

  /** Copies the nodes of a statement. */
  private static final class NodeCopy extends SqlShuttle {
    static final NodeCopy INSTANCE = new NodeCopy();

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      CallCopyingArgHandler copies = new CallCopyingArgHandler(call, true);
      call.getOperator().acceptCall(this, call, false, copies);
      return copies.result();
    }
  }

  /**
   * Columns of a UNION BY NAME have no place in the queries, by which Calcite looks for an order.
   */
  @Override
  protected SetopNamespace createSetopNamespace(SqlCall call, SqlNode enclosing) {
    if (!(call.getOperator() instanceof NamedUnion)) {
      return super.createSetopNamespace(call, enclosing);
    }
    named.addAll(call.getOperandList());
    return new SetopNamespace(this, call, enclosing) {
      @Override
      public SqlMonotonicity getMonotonicity(String column) {
        return SqlMonotonicity.NOT_MONOTONIC;
      }
    };
  }

  @Override
  protected void validateSelect(SqlSelect select, RelDataType targetRowType) {
    super.validateSelect(select, targetRowType);
    UsingColumns.compare(select, this);
  }

  /** A condition may use the aliases of the SELECT list. */
  @Override
  protected void validateWhereClause(SqlSelect select) {
    UsingColumns.change(select, this);
    StructPaths.change(select, this, getWhereScope(select));
    SqlNode where = select.getWhere();
    if (where != null) {
      select.setWhere(withoutAliases(choice(select).condition(where), select));
    }
    super.validateWhereClause(select);
  }

  private SqlNode withoutAliases(SqlNode condition, SqlSelect select) {
    return SelectAliases.replace(
        condition,
        choice(select).items(select.getSelectList()),
        name -> isColumn(name, getWhereScope(select)));
  }

  /** Calcite replaces other aliases, and refuses a name that is the alias of several columns. */
  private SqlNode withoutRepeatedAliases(SqlNode condition, SqlSelect select) {
    SqlNodeList items = select.getSelectList();
    return SelectAliases.replace(
        condition,
        items,
        name ->
            !RepeatedAliases.contains(items, name.getSimple())
                || isColumn(name, getWhereScope(select)));
  }

  private void chooseFunctions(@Nullable SqlNode clause, SqlSelect select) {
    ContainsOperator.chooseIn(clause, node -> deriveType(getWhereScope(select), node));
  }

  private boolean isColumn(SqlIdentifier name, SqlValidatorScope tables) {
    return !tables
        .findQualifyingTableNames(name.getSimple(), name, getCatalogReader().nameMatcher())
        .isEmpty();
  }

  /**
   * Validates HAVING as Calcite does, which refuses window functions in sub-queries of HAVING, too.
   */
  @Override
  protected void validateHavingClause(SqlSelect select) {
    chooseFunctions(select.getHaving(), select);
    ColumnsBeforeAliases.inHaving(select, getWhereScope(select));
    if (select.getHaving() != null) {
      select.setHaving(withoutRepeatedAliases(select.getHaving(), select));
    }
    if (!HavingQueries.haveAllWindows(select.getHaving())) {
      super.validateHavingClause(select);
      return;
    }
    AggregatingSelectScope scope = (AggregatingSelectScope) getSelectScope(select);
    SqlNode having =
        expand(withoutAliases(requireNonNull(select.getHaving()), select), getWhereScope(select));
    select.setHaving(having);
    inferUnknownTypes(getTypeFactory().createSqlType(SqlTypeName.BOOLEAN), scope, having);
    scope.validateExpr(having);
    having.validate(this, scope);
    if (!SqlTypeUtil.inBooleanFamily(deriveType(scope, having))) {
      throw newValidationError(
          having, org.apache.calcite.util.Static.RESOURCE.havingMustBeBoolean());
    }
  }

  @Override
  protected void validateQualifyClause(SqlSelect select) {
    chooseFunctions(select.getQualify(), select);
    ColumnsBeforeAliases.inQualify(select, getWhereScope(select), isAggregate(select));
    if (select.getQualify() != null) {
      select.setQualify(withoutRepeatedAliases(select.getQualify(), select));
    }
    super.validateQualifyClause(select);
  }

  @Override
  protected void validateGroupClause(SqlSelect select) {
    allColumns.expandGroup(select, choice(select));
    super.validateGroupClause(select);
  }

  @Override
  protected void validateOrderList(SqlSelect select) {
    AllColumnsExpansion.expandOrder(select);
    chooseKeys(select);
    chooseFunctions(select.getOrderList(), select);
    ColumnsBeforeAliases.inOrder(select, getWhereScope(select), isAggregate(select));
    RepeatedAliases.number(select);
    SqlNodeList items = select.getOrderList();
    if (items == null || items.stream().noneMatch(PacelineValidator::isDescending)) {
      super.validateOrderList(select);
    } else {
      validateWithoutDirections(items, select);
    }
  }

  /**
   * Replaces the keys of an ORDER BY that stand for several. A scope remembers the last list that
   * was expanded, which has to be the SELECT list.
   */
  private void chooseKeys(SqlSelect select) {
    SelectScope scope = SqlValidatorUtil.getEnclosingSelectScope(getWhereScope(select));
    if (select.getOrderList() != null && scope != null) {
      List<SqlNode> items = scope.getExpandedSelectList();
      select.setOrderBy(choice(select).keys(select.getOrderList()));
      scope.setExpandedSelectList(items);
    }
  }

  /**
   * Validates the expressions of an ORDER BY clause without their DESC. For each of these Calcite
   * names the feature of SQL that it is, and the first such name of a process makes a proxy class
   * with a method for every message that Calcite has.
   */
  private void validateWithoutDirections(SqlNodeList items, SqlSelect select) {
    SqlNodeList expressions = new SqlNodeList(items.getParserPosition());
    for (SqlNode item : items) {
      expressions.add(isDescending(item) ? ((SqlCall) item).operand(0) : item);
    }
    select.setOrderBy(expressions);
    super.validateOrderList(select);
    SqlNodeList validated = requireNonNull(select.getOrderList(), "ORDER BY");
    SqlNodeList ordered = new SqlNodeList(items.getParserPosition());
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = items.get(i);
      ordered.add(
          isDescending(item)
              ? ((SqlCall) item)
                  .getOperator()
                  .createCall(item.getParserPosition(), validated.get(i))
              : validated.get(i));
    }
    select.setOrderBy(ordered);
  }

  private static boolean isDescending(SqlNode item) {
    return item.getKind() == SqlKind.DESCENDING;
  }

  @Override
  protected RelDataType validateSelectList(
      SqlNodeList items, SqlSelect select, RelDataType targetRowType) {
    SqlNodeList placed = new SqlNodeList(items.getParserPosition());
    for (SqlNode item : items) {
      List<SqlNode> columns = isStar(item) ? UsingColumns.star(select, this) : null;
      placed.addAll(columns == null ? List.of(item) : columns);
    }
    SqlNodeList expanded = choice(select).items(placed);
    select.setSelectList(expanded);
    RelDataType rows = super.validateSelectList(expanded, select, targetRowType);
    return named.contains(select) ? rows : DistinctNames.of(rows, getTypeFactory());
  }

  /** A column of a star keeps its name, also if another column has it. */
  @Override
  protected void addToSelectList(
      List<SqlNode> items,
      Set<String> aliases,
      List<Map.Entry<String, RelDataType>> fields,
      SqlNode item,
      SelectScope scope,
      boolean includeSystemVariables) {
    super.addToSelectList(items, new HashSet<>(), fields, item, scope, includeSystemVariables);
  }

  /** The first query to be registered is that of the statement. */
  @Override
  protected void registerQuery(
      SqlValidatorScope parent,
      @Nullable SqlValidatorScope using,
      SqlNode node,
      SqlNode enclosing,
      @Nullable String alias,
      boolean forceNullable) {
    if (!registered) {
      registered = true;
      named.add(OutermostQuery.of(node));
    }
    super.registerQuery(parent, using, node, enclosing, alias, forceNullable);
  }

  /** Checks only how many names a common table expression has; equal ones are made distinct. */
  @Override
  public void validateWithItem(SqlWithItem item) {
    if (item.columnList != null
        && item.columnList.size() != getValidatedNodeType(item.query).getFieldCount()) {
      super.validateWithItem(item);
    }
  }

  /** Whether a node is the star of all tables. */
  private static boolean isStar(SqlNode node) {
    return node instanceof SqlIdentifier name && name.isStar() && name.names.size() == 1;
  }

  private ColumnChoice choice(SqlSelect select) {
    return new ColumnChoice(
        star -> {
          List<SqlNode> fields =
              isStar(star)
                  ? UsingColumns.star(select, this)
                  : StructPaths.fields(star, this, getWhereScope(select));
          return fields == null
              ? expandStar(SqlNodeList.of(star), select, false).getList()
              : fields;
        },
        lambda -> new ColumnCondition(lambda, names.frontEnd()),
        call -> requireNonNull(performUnconditionalRewrites(call, false)));
  }

  @Override
  protected void validateNamespace(SqlValidatorNamespace namespace, RelDataType targetRowType) {
    PlanningCheck.check();
    if (namespace.getNode() instanceof SqlLambda) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED, "lambda functions are arguments of functions of lists only");
    }
    super.validateNamespace(namespace, targetRowType);
    nameValues(namespace);
    StatementLimits.checkColumns(namespace.getRowType().getFieldCount());
  }

  @Override
  protected void validateFrom(SqlNode node, RelDataType targetRowType, SqlValidatorScope scope) {
    super.validateFrom(node, targetRowType, scope);
    nameValues(getNamespace(node));
  }

  private void nameValues(@Nullable SqlValidatorNamespace namespace) {
    SqlNode node = namespace == null ? null : namespace.getNode();
    if (node != null && node.getKind() == SqlKind.VALUES) {
      RelDataType rows = TableAliases.ofValues(namespace.getRowType(), getTypeFactory());
      namespace.setType(rows);
      setValidatedNodeType(node, rows);
    }
  }

  @Override
  public RelDataType deriveType(SqlValidatorScope scope, SqlNode expression) {
    PlanningCheck.check();
    if (expression instanceof SqlBasicCall call
        && (call.getKind() == SqlKind.CAST || call.getKind() == SqlKind.SAFE_CAST)) {
      ParameterCasts.prepare(call);
      ListCasts.prepare(call, deriveType(scope, call.operand(0)), this);
    }
    if (expression instanceof SqlBasicCall call
        && call.getOperator().equals(ListOperator.ELEMENT)) {
      // an item of the SELECT list that ORDER BY names, too; no table of operators has it
      call.setOperator(SqlStdOperatorTable.ITEM);
    }
    if (expression instanceof SqlBasicCall call
        && call.getKind() == SqlKind.ITEM
        && SqlTypeUtil.inCharFamily(deriveType(scope, call.operand(0)))) {
      call.setOperator(ListOperator.CHARACTER);
    }
    if (expression instanceof SqlBasicCall call) {
      ConditionCasts.castOperands(call, operand -> deriveType(scope, operand));
      MovedDates.countDays(call, operand -> deriveType(scope, operand));
      if (call.getKind() == SqlKind.EXTRACT
          && SqlTypeUtil.isInterval(deriveType(scope, call.operand(1)))) {
        call.setOperator(IntervalPart.INSTANCE);
      }
      AggregateAliases.chooseByType(call, operand -> deriveType(scope, operand));
      ExtremeOperands.cast(call, operand -> deriveType(scope, operand), getTypeFactory());
      WindowArguments.castDefault(call, operand -> deriveType(scope, operand), getTypeFactory());
    }
    RelDataType type = super.deriveType(scope, expression);
    if (expression instanceof SqlBasicCall call && call.getKind() == SqlKind.ITEM) {
      call.setOperator(ListOperator.ELEMENT);
    }
    if (type instanceof EnumRelType
        && expression instanceof SqlCall call
        && EnumOperator.takesLabels(call.getOperator())) {
      RelDataType string = getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
      setValidatedNodeType(
          call, getTypeFactory().createTypeWithNullability(string, type.isNullable()));
      return getValidatedNodeType(call);
    }
    if (!type.isNullable()
        && expression instanceof SqlCall over
        && WindowArguments.mayLackRows(over, this, scope)) {
      setValidatedNodeType(over, getTypeFactory().createTypeWithNullability(type, true));
      return getValidatedNodeType(over);
    }
    return type;
  }

  /** String literals in rows of VALUES take the type of the other values of their column. */
  @Override
  protected void validateValues(
      SqlCall values, RelDataType targetRowType, SqlValidatorScope scope) {
    ValuesCasts.apply(values, cell -> deriveType(scope, cell), getTypeFactory());
    super.validateValues(values, targetRowType, scope);
  }

  @Override
  protected void validateJoin(SqlJoin join, SqlValidatorScope scope) {
    if (join.getConditionType() == JoinConditionType.ON) {
      SqlValidatorScope sides = requireNonNull(getJoinScope(join));
      join.setOperand(5, StructPaths.in(requireNonNull(join.getCondition()), this, sides));
    }
    super.validateJoin(join, scope);
  }

  /** Writes the names of columns as the table does, because they become values. */
  @Override
  public void validateUnpivot(SqlUnpivot unpivot) {
    super.validateUnpivot(unpivot);
    RelDataType rows = requireNonNull(getNamespace(unpivot.query)).getRowType();
    unpivot.forEachNameValues(
        (columns, names) -> {
          for (SqlNode column : columns) {
            SqlIdentifier name = (SqlIdentifier) column;
            RelDataTypeField field = rows.getField(Util.last(name.names), false, false);
            if (field != null && name.isSimple()) {
              name.setNames(List.of(field.getName()), null);
            }
          }
        });
  }

  @Override
  protected void validateUnnest(SqlCall call, SqlValidatorScope scope, RelDataType targetRowType) {
    StructPaths.changeLists(call, this, scope);
    if (SqlUtil.isNullLiteral(call.operand(0), false)) {
      throw new PacelineException(
          ErrorCode.TYPE_MISMATCH, "UNNEST takes a list, and NULL alone is none: cast it to one");
    }
    super.validateUnnest(call, scope, targetRowType);
  }

  @Override
  public void validateCall(SqlCall call, SqlValidatorScope scope) {
    if (call.getKind() == SqlKind.UNNEST) {
      StructPaths.changeLists(call, this, scope);
    }
    if (call.getKind() == SqlKind.OVER) {
      WindowArguments.dropFrame(call, this, scope);
    }
    super.validateCall(call, scope);
    WindowArguments.check(call, this, scope);
    if (call.getKind() == SqlKind.OVER) {
      OuterColumns.refuseInWindow(call, scope, getCatalogReader().nameMatcher());
    }
  }

  @Override
  public void validateAggregateParams(
      SqlCall call,
      @Nullable SqlNode filter,
      @Nullable SqlNodeList distinct,
      @Nullable SqlNodeList order,
      SqlValidatorScope scope) {
    super.validateAggregateParams(call, filter, distinct, order, scope);
    if (order != null) {
      order.forEach(key -> deriveType(scope, key)); // which Calcite forgets beside FILTER
    }
    if (!isInWindow()) {
      OuterColumns.refuseAlone(call, filter, scope, getCatalogReader().nameMatcher());
    }
  }

  /** Keeps the frame of a window that extends another one, which Calcite forgets. */
  @Override
  public SqlWindow resolveWindow(SqlNode windowOrName, SqlValidatorScope scope) {
    return WindowArguments.withFrame(windowOrName, super.resolveWindow(windowOrName, scope));
  }

  @Override
  public SqlNode expand(SqlNode expression, SqlValidatorScope scope) {
    PlanningCheck.check();
    SqlNode expanded = super.expand(expression, scope);
    return scope instanceof AggregatingSelectScope aggregating
        ? OuterColumns.hide(expression, expanded, aggregating, getCatalogReader().nameMatcher())
        : expanded;
  }
}
