package dev.paceline.calcite.aggregate;

import dev.paceline.calcite.function.CollectingOperator;
import dev.paceline.calcite.function.ListOperator;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Expresses aggregates of all values of a window frame by window functions over the same frame: by
 * the value with a rank, by the value at an extreme, and, where nothing better is known, by a
 * function of the list of the frame's values.
 */
record FramedValue(ExpressionTerms terms, RexWindow window) implements Quantiles.SortedValues {
  /**
   * @param over a {@link CollectingOperator}
   * @param arguments of the function
   * @param filter rows for which it is not true are left out; null for none
   * @param order of the call; may be empty
   */
  RexNode of(
      RexOver over,
      List<RexNode> arguments,
      @Nullable RexNode filter,
      List<RexFieldCollation> order) {
    CollectingOperator function = (CollectingOperator) over.getAggOperator();
    RexNode argument = arguments.getFirst();
    if (!order.isEmpty() && !isSortedBy(function, order)) {
      return terms
          .rexBuilder()
          .ensureType(over.getType(), ordered(over, arguments, filter, order), false);
    }
    RexNode counted = filter == null ? argument : terms.onlyWhere(filter, argument);
    RexNode result;
    if (function.equals(CollectingOperator.ARRAY_AGG)) {
      result = list(argument, over.isDistinct(), filter);
    } else if (function.listFunction() != null) {
      List<RexNode> operands = new ArrayList<>(arguments);
      operands.set(0, list(argument, over.isDistinct(), filter));
      result = terms.rexBuilder().makeCall(over.getType(), function.listFunction(), operands);
    } else if (function.equals(CollectingOperator.STRING_AGG)) {
      result = concatenated(counted, arguments.get(1), over.isDistinct());
    } else if (function.equals(CollectingOperator.MODE)) {
      result = terms.call(ListOperator.named("LIST_MODE"), list(argument, false, filter));
    } else if (function.equals(CollectingOperator.QUANTILE_CONT)
        || function.equals(CollectingOperator.QUANTILE_DISC)) {
      Quantiles quantiles = new Quantiles(terms, over.isDistinct() ? differentValues() : this);
      result =
          function.equals(CollectingOperator.QUANTILE_CONT)
              ? quantiles.continuous(counted, arguments.get(1))
              : quantiles.discrete(counted, arguments.get(1));
    } else if (function.equals(CollectingOperator.ARG_MIN)
        || function.equals(CollectingOperator.ARG_MAX)) {
      result = atExtreme(function, counted, arguments.get(1));
    } else {
      result = atEnd(function, argument, filter);
    }
    return terms.rexBuilder().ensureType(over.getType(), result, false);
  }

  /** Whether a function sorts its values itself, in the ascending order of a call. */
  private static boolean isSortedBy(CollectingOperator function, List<RexFieldCollation> order) {
    boolean sorts =
        function.equals(CollectingOperator.QUANTILE_CONT)
            || function.equals(CollectingOperator.QUANTILE_DISC)
            || function.equals(CollectingOperator.MODE);
    boolean extreme =
        function.equals(CollectingOperator.ARG_MIN) || function.equals(CollectingOperator.ARG_MAX);
    return extreme || sorts && !order.getFirst().right.contains(SqlKind.DESCENDING);
  }

  private RexNode ordered(
      RexOver over,
      List<RexNode> arguments,
      @Nullable RexNode filter,
      List<RexFieldCollation> order) {
    CollectingOperator function = (CollectingOperator) over.getAggOperator();
    OrderedList ordered = new OrderedList(terms, order);
    boolean distinct = over.isDistinct();
    RexNode result =
        ordered.canList(arguments.getFirst(), distinct)
            ? ordered.aggregate(
                function,
                over.getType(),
                value -> ordered.values(list(ordered.element(value), false, filter), distinct),
                arguments)
            : null;
    if (result == null) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          function.getName()
              + (distinct ? "(DISTINCT)" : "")
              + " with this ORDER BY over a window frame is not supported");
    }
    return result;
  }

  /** Expresses COUNT, SUM and AVG of the different values of a frame. */
  RexNode ofDifferent(RexOver over) {
    RexNode list = list(over.getOperands().getFirst(), false, null);
    RexNode count = terms.call(ListOperator.named("LIST_UNIQUE"), list);
    SqlKind kind = over.getAggOperator().getKind();
    RexNode result;
    if (kind == SqlKind.COUNT) {
      result = terms.call(SqlStdOperatorTable.COALESCE, count, terms.whole(0));
    } else {
      RexNode sum =
          terms.call(
              ListOperator.named("LIST_SUM"),
              terms.call(ListOperator.named("LIST_DISTINCT"), list));
      RexNode typed = terms.rexBuilder().ensureType(over.getType(), sum, false);
      result = kind == SqlKind.AVG ? terms.call(SqlStdOperatorTable.DIVIDE, typed, count) : typed;
    }
    return terms.rexBuilder().ensureType(over.getType(), result, false);
  }

  /** The values in the order of the rows, NULLs included. */
  private RexNode list(RexNode value, boolean distinct, @Nullable RexNode filter) {
    RelDataType type =
        terms.nullable(terms.types().createArrayType(terms.nullable(value.getType()), -1));
    RexNode piece = terms.call(ListOperator.PIECE, value);
    RexNode pieces =
        over(
            CollectingOperator.CONCATENATION,
            terms.nullable(terms.types().createSqlType(SqlTypeName.VARBINARY)),
            List.of(
                filter == null ? piece : terms.onlyWhere(filter, piece),
                terms.rexBuilder().makeLiteral("", terms.text(), true)));
    RexNode list = terms.rexBuilder().makeCall(type, ListOperator.OF_PIECES, List.of(pieces));
    return distinct ? terms.call(ListOperator.DIFFERENT, list) : list;
  }

  private RexNode concatenated(RexNode value, RexNode separator, boolean distinct) {
    RexNode text = terms.asText(value);
    if (distinct) {
      return terms.call(
          ListOperator.named("LIST_STRING_AGG"),
          terms.call(ListOperator.named("LIST_DISTINCT"), list(text, false, null)),
          terms.asText(separator));
    }
    return over(
        CollectingOperator.CONCATENATION,
        terms.nullable(terms.text()),
        List.of(text, terms.asText(separator)));
  }

  private RexNode atExtreme(CollectingOperator function, RexNode value, RexNode compared) {
    RexNode known =
        value.getType().isNullable()
            ? terms.onlyWhere(terms.call(SqlStdOperatorTable.IS_NOT_NULL, value), compared)
            : compared;
    return over(
        function.equals(CollectingOperator.ARG_MAX)
            ? CollectingOperator.FRAME_ARG_MAX
            : CollectingOperator.FRAME_ARG_MIN,
        terms.nullable(value.getType()),
        List.of(known, value));
  }

  private RexNode atEnd(CollectingOperator function, RexNode value, @Nullable RexNode filter) {
    boolean last = function.equals(CollectingOperator.LAST);
    if (filter != null) {
      return terms.call(
          ListOperator.named(last ? "LIST_LAST" : "LIST_FIRST"), list(value, false, filter));
    }
    return over(
        last ? SqlStdOperatorTable.LAST_VALUE : SqlStdOperatorTable.FIRST_VALUE,
        terms.nullable(value.getType()),
        List.of(value));
  }

  /** Returns the different values of the frame in their order, as elements of a list. */
  private Quantiles.SortedValues differentValues() {
    return new Quantiles.SortedValues() {
      @Override
      public RexNode count(RexNode value) {
        return terms.call(
            SqlStdOperatorTable.COALESCE,
            terms.call(ListOperator.named("LIST_UNIQUE"), list(value, false, null)),
            terms.whole(0));
      }

      @Override
      public RexNode nth(RexNode value, RexNode number) {
        RexNode sorted = terms.call(ListOperator.named("LIST_DISTINCT"), list(value, false, null));
        return terms.call(ListOperator.named("LIST_EXTRACT"), sorted, number);
      }
    };
  }

  @Override
  public RexNode count(RexNode value) {
    return over(SqlStdOperatorTable.COUNT, terms.bigint(), List.of(value));
  }

  @Override
  public RexNode nth(RexNode value, RexNode number) {
    return over(
        CollectingOperator.NTH_SMALLEST, terms.nullable(value.getType()), List.of(value, number));
  }

  private RexNode over(SqlAggFunction function, RelDataType type, List<RexNode> arguments) {
    return terms.over(window, function, type, arguments, false);
  }
}
