package dev.paceline.calcite.aggregate;

import dev.paceline.calcite.function.CollectingOperator;
import dev.paceline.calcite.function.EngineAggregateOperator;
import dev.paceline.calcite.function.ListOperator;
import dev.paceline.calcite.rex.PlainCalls;
import dev.paceline.calcite.rex.SortKeys;
import dev.paceline.core.plan.AggregateFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Replaces an aggregation by one set of keys whose calls need all values of their group. Three
 * steps take its place: a projection that computes the arguments, some of them by window functions
 * over the group; an aggregation by functions that the engine has; and a projection that computes
 * the results, so that expensive functions run once for each group.
 */
final class CollectedCalls {
  /**
   * The estimated rows up to which ordered lists are sorted by a function where another call shows
   * the order of the rows. More rows come from several row groups, in any order.
   */
  private static final double MAX_ORDERED_ROWS = 32_768;

  private final RelBuilder builder;
  private final RexBuilder rexBuilder;
  private final ExpressionTerms terms;
  private final RelNode input;
  private final ImmutableBitSet set;
  private final boolean isOneOfSets;
  private final CollectedValue values;
  private final SelectedQuantiles quantiles;

  /** Whether no window function may change the order of the rows, which a call shows. */
  private final boolean showsOrder;

  /** The columns of the input, and arguments behind them. */
  private final List<RexNode> columns;

  private final List<AggregateCall> calls = new ArrayList<>();

  /** Suppliers of the results, to be called when the aggregation is on top of the builder. */
  private final List<Supplier<RexNode>> results = new ArrayList<>();

  private CollectedCalls(RelBuilder builder, Aggregate aggregate, ImmutableBitSet set) {
    this.builder = builder;
    this.rexBuilder = builder.getRexBuilder();
    this.terms = new ExpressionTerms(rexBuilder);
    this.input = aggregate.getInput();
    this.set = set;
    this.isOneOfSets = aggregate.getGroupType() != Aggregate.Group.SIMPLE;
    builder.push(input);
    this.columns = new ArrayList<>(builder.fields());
    this.values = new CollectedValue(rexBuilder, List.copyOf(builder.fields(set)));
    this.quantiles = SelectedQuantiles.of(terms, aggregate);
    this.showsOrder =
        quantiles.isKept()
            && quantiles.rows() <= MAX_ORDERED_ROWS
            && aggregate.getAggCallList().stream().anyMatch(CollectedCalls::showsOrder);
  }

  /** Whether the result of a call depends on the order in which the rows come. */
  static boolean showsOrder(AggregateCall call) {
    SqlAggFunction function = call.getAggregation();
    return !call.isDistinct()
        && call.getCollation().getFieldCollations().isEmpty()
        && (function.equals(CollectingOperator.ARRAY_AGG)
            || function.equals(CollectingOperator.STRING_AGG)
            || function.equals(CollectingOperator.FIRST)
            || function.equals(CollectingOperator.LAST)
            || function.getKind() == SqlKind.ANY_VALUE);
  }

  /**
   * Returns an aggregation by some of the keys.
   *
   * @param wanted the calls of the aggregation that are computed
   */
  static RelNode replaced(
      RelBuilder builder, Aggregate aggregate, ImmutableBitSet set, List<AggregateCall> wanted) {
    CollectedCalls replacement = new CollectedCalls(builder, aggregate, set);
    wanted.forEach(replacement::add);
    return replacement.build();
  }

  private RelNode build() {
    NestedWindows.project(builder, columns, List.of());
    builder.push(LogicalAggregate.create(builder.build(), List.of(), set, List.of(set), calls));
    List<RexNode> output = new ArrayList<>();
    for (int key = 0; key < set.cardinality(); key++) {
      output.add(builder.field(key));
    }
    results.forEach(result -> output.add(result.get()));
    return builder.project(output).build();
  }

  private void add(AggregateCall call) {
    EngineAggregateOperator quantile = quantiles.of(call, input);
    List<EngineAggregateOperator> several = quantiles.several(call, input);
    if (call.getAggregation().getKind() == SqlKind.ANY_VALUE) {
      results.add(firstKnown(call));
    } else if (!(call.getAggregation() instanceof CollectingOperator function)) {
      calls.add(isOneOfSets ? amongKeys(call) : call);
      results.add(result(calls.size() - 1));
    } else if (quantile != null) {
      Supplier<RexNode> computed = selected(quantile, call);
      results.add(() -> quantiles.result(call, computed.get()));
    } else if (!several.isEmpty()) {
      addList(call, several);
    } else if (function.equals(CollectingOperator.ARRAY_AGG) || function.listFunction() != null) {
      addFunctionOfList(call, function);
    } else {
      Supplier<RexNode> computed = ofEngine(call, function);
      results.add(computed == null ? some(byWindow(call, function)) : computed);
    }
  }

  /** Returns a call with the type that it has with these keys: without keys, it may be NULL. */
  private AggregateCall amongKeys(AggregateCall call) {
    return AggregateCall.create(
        call.getAggregation(),
        call.isDistinct(),
        call.isApproximate(),
        call.ignoreNulls(),
        call.rexList,
        call.getArgList(),
        call.filterArg,
        call.distinctKeys,
        call.getCollation(),
        set.isEmpty(),
        input,
        null,
        call.getName());
  }

  /** Returns the first value that is not NULL, as DuckDB does. */
  private Supplier<RexNode> firstKnown(AggregateCall call) {
    List<RexNode> argument = List.copyOf(builder.fields(call.getArgList()));
    RexNode filter = filter(call);
    RexNode known =
        argument.getFirst().getType().isNullable()
            ? terms.call(SqlStdOperatorTable.IS_NOT_NULL, argument.getFirst())
            : null;
    int counted = call.filterArg;
    if (known != null) {
      counted = columns.size();
      columns.add(
          filter == null
              ? known
              : terms.call(
                  SqlStdOperatorTable.IS_TRUE, terms.call(SqlStdOperatorTable.AND, known, filter)));
    }
    return computed(new EngineAggregateOperator(AggregateFunction.FIRST), argument, counted);
  }

  private RexNode byWindow(AggregateCall call, CollectingOperator function) {
    return values.of(
        function,
        List.copyOf(builder.fields(call.getArgList())),
        call.isDistinct(),
        filter(call),
        order(call),
        call.getType());
  }

  /** Returns a call that the aggregation computes itself; null for others. */
  private @Nullable Supplier<RexNode> ofEngine(AggregateCall call, CollectingOperator function) {
    boolean isOrdered = !call.getCollation().getFieldCollations().isEmpty();
    if (call.isDistinct() || isOrdered) {
      return listed(call, function);
    }
    List<RexNode> arguments = List.copyOf(builder.fields(call.getArgList()));
    if (function.equals(CollectingOperator.ARG_MIN)) {
      return atExtreme(AggregateFunction.ARG_MIN, arguments, call);
    } else if (function.equals(CollectingOperator.ARG_MAX)) {
      return atExtreme(AggregateFunction.ARG_MAX, arguments, call);
    } else if (function.equals(CollectingOperator.FIRST)) {
      return computed(AggregateFunction.FIRST, arguments, call);
    } else if (function.equals(CollectingOperator.LAST)) {
      return computed(AggregateFunction.LAST, arguments, call);
    } else if (function.equals(CollectingOperator.MODE)) {
      return quantiles.isKept() && canSelect(arguments.getFirst())
          ? computed(AggregateFunction.MODE, arguments, call)
          : null;
    } else if (function.equals(CollectingOperator.STRING_AGG)) {
      return joined(arguments.getFirst(), call);
    }
    return null;
  }

  /** A function of the sorted list of the values, which changes no order; null for others. */
  private @Nullable Supplier<RexNode> listed(AggregateCall call, CollectingOperator function) {
    RexNode value = builder.field(call.getArgList().getFirst());
    boolean isString = function.equals(CollectingOperator.STRING_AGG);
    boolean isEnd =
        !call.isDistinct()
            && (function.equals(CollectingOperator.FIRST)
                || function.equals(CollectingOperator.LAST));
    RexNode separator = isString ? constant(call.getArgList().get(1)) : null;
    RexNode listed = isString ? terms.asText(value) : value;
    Supplier<RexNode> list = isEnd || separator != null ? orderedList(listed, call) : null;
    if (list == null) {
      return null;
    }
    List<RexNode> arguments = separator == null ? List.of(listed) : List.of(listed, separator);
    OrderedList ordered = new OrderedList(terms, order(call));
    return () -> ordered.aggregate(function, call.getType(), values -> list.get(), arguments);
  }

  /** The list of the values of a call in its order; null where it needs a window function. */
  private @Nullable Supplier<RexNode> orderedList(RexNode value, AggregateCall call) {
    OrderedList ordered = new OrderedList(terms, order(call));
    if (!showsOrder || !ordered.canList(value, call.isDistinct())) {
      return null;
    }
    RexNode element = ordered.element(value);
    Supplier<RexNode> pieces =
        computed(
            AggregateFunction.CONCATENATION,
            List.of(terms.call(ListOperator.PIECE, element)),
            call);
    RelDataType type = ordered.listOf(element);
    return () -> ordered.values(values.list(type, pieces.get()), call.isDistinct());
  }

  private @Nullable Supplier<RexNode> atExtreme(
      AggregateFunction function, List<RexNode> arguments, AggregateCall call) {
    RelDataType compared = arguments.getLast().getType();
    boolean comparable =
        canSelect(arguments.getLast()) || compared.getSqlTypeName() == SqlTypeName.VARCHAR;
    return comparable ? computed(function, arguments, call) : null;
  }

  private static boolean canSelect(RexNode value) {
    return SelectedQuantiles.canSelect(value.getType());
  }

  /**
   * Joins strings that each have a constant separator before them, and cuts the first separator
   * off.
   */
  private @Nullable Supplier<RexNode> joined(RexNode value, AggregateCall call) {
    if (!quantiles.isKept()
        || !(constant(call.getArgList().get(1)) instanceof RexLiteral literal)
        || !(literal.getValueAs(String.class) instanceof String separator)) {
      return null;
    }
    RexNode text = terms.asText(value);
    if (separator.isEmpty()) {
      return computed(AggregateFunction.CONCATENATION, List.of(text), call);
    }
    Supplier<RexNode> joined =
        computed(
            AggregateFunction.CONCATENATION,
            List.of(terms.call(SqlStdOperatorTable.CONCAT, terms.asText(literal), text)),
            call);
    int first = separator.codePointCount(0, separator.length()) + 1;
    return () -> terms.call(SqlStdOperatorTable.SUBSTRING, joined.get(), terms.whole(first));
  }

  private Supplier<RexNode> selected(EngineAggregateOperator quantile, AggregateCall call) {
    RexNode argument = quantiles.argument(quantile, builder.field(call.getArgList().getFirst()));
    return computed(quantile, List.of(argument), call.filterArg);
  }

  /** Adds a list of quantiles, which is NULL if there are no values. */
  private void addList(AggregateCall call, List<EngineAggregateOperator> several) {
    List<Supplier<RexNode>> elements =
        several.stream().map(quantile -> selected(quantile, call)).toList();
    results.add(
        () -> {
          List<RexNode> operands =
              elements.stream().map(element -> quantiles.result(call, element.get())).toList();
          return terms.onlyWhere(
              terms.call(SqlStdOperatorTable.IS_NOT_NULL, operands.getFirst()),
              rexBuilder.makeCall(call.getType(), ListOperator.named("LIST_VALUE"), operands));
        });
  }

  /** Adds a function of the list of all values, which is made of the bytes of its elements. */
  private void addFunctionOfList(AggregateCall call, CollectingOperator function) {
    RexNode argument = builder.field(call.getArgList().getFirst());
    Supplier<RexNode> list = list(argument, call);
    ListOperator listFunction = function.listFunction();
    if (listFunction == null) {
      results.add(() -> rexBuilder.ensureType(call.getType(), list.get(), false));
      return;
    }
    List<Supplier<RexNode>> rest = new ArrayList<>();
    for (int column : call.getArgList().subList(1, call.getArgList().size())) {
      RexNode constant = constant(column);
      rest.add(constant == null ? some(builder.field(column)) : () -> constant);
    }
    results.add(
        () -> {
          List<RexNode> operands = new ArrayList<>();
          operands.add(list.get());
          rest.forEach(operand -> operands.add(operand.get()));
          return rexBuilder.makeCall(call.getType(), listFunction, operands);
        });
  }

  /** The list of the values of a call. */
  private Supplier<RexNode> list(RexNode argument, AggregateCall call) {
    boolean isOrdered = !call.getCollation().getFieldCollations().isEmpty();
    Supplier<RexNode> ordered = call.isDistinct() || isOrdered ? orderedList(argument, call) : null;
    if (ordered != null) {
      return ordered;
    }
    Supplier<RexNode> pieces = pieces(argument, call, isOrdered);
    RelDataType type = new OrderedList(terms, List.of()).listOf(argument);
    return () -> values.list(type, pieces.get());
  }

  private Supplier<RexNode> pieces(RexNode argument, AggregateCall call, boolean isOrdered) {
    return call.isDistinct() || isOrdered || !quantiles.isKept()
        ? some(values.pieces(argument, call.isDistinct(), filter(call), order(call)))
        : computed(
            AggregateFunction.CONCATENATION,
            List.of(terms.call(ListOperator.PIECE, argument)),
            call);
  }

  /** Returns the constant that a column of the input is; null for other columns. */
  private @Nullable RexNode constant(int column) {
    if (!(input instanceof Project project)) {
      return null;
    }
    RexNode expression = project.getProjects().get(column);
    boolean constant =
        expression instanceof RexLiteral
            || expression instanceof RexCall call
                && call.getOperator().equals(ListOperator.named("LIST_VALUE"))
                && call.getOperands().stream().allMatch(RexLiteral.class::isInstance);
    return constant ? expression : null;
  }

  /** Returns a value that is the same in all rows of a group. */
  private Supplier<RexNode> some(RexNode value) {
    return computed(new EngineAggregateOperator(AggregateFunction.ANY_VALUE), List.of(value), -1);
  }

  private Supplier<RexNode> computed(
      AggregateFunction function, List<RexNode> arguments, AggregateCall call) {
    return computed(new EngineAggregateOperator(function), arguments, call.filterArg);
  }

  /** Returns a function whose result has the type of its first argument, or is NULL. */
  private Supplier<RexNode> computed(SqlAggFunction function, List<RexNode> arguments, int filter) {
    List<Integer> positions = new ArrayList<>();
    for (RexNode argument : arguments) {
      positions.add(columns.size());
      columns.add(argument);
    }
    RelDataType type = terms.nullable(arguments.getFirst().getType());
    calls.add(PlainCalls.of(function, positions, type, null).withFilter(filter));
    return result(calls.size() - 1);
  }

  private Supplier<RexNode> result(int call) {
    return () -> builder.field(set.cardinality() + call);
  }

  private @Nullable RexNode filter(AggregateCall call) {
    return call.hasFilter() ? builder.field(call.filterArg) : null;
  }

  private List<RexFieldCollation> order(AggregateCall call) {
    List<RexFieldCollation> order = new ArrayList<>();
    for (RelFieldCollation key : call.getCollation().getFieldCollations()) {
      order.add(
          new RexFieldCollation(builder.field(key.getFieldIndex()), SortKeys.directions(key)));
    }
    return order;
  }
}
