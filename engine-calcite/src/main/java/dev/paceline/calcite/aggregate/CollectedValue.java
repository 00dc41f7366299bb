package dev.paceline.calcite.aggregate;

import com.google.common.collect.ImmutableList;
import dev.paceline.calcite.function.CollectingOperator;
import dev.paceline.calcite.function.ListOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Expresses aggregates of all values of a group by window functions over the group, which have the
 * same result in each of its rows. Window functions may read results of others.
 *
 * @param keys of the group
 */
record CollectedValue(RexBuilder rexBuilder, ExpressionTerms terms, List<RexNode> keys) {
  CollectedValue(RexBuilder rexBuilder, List<RexNode> keys) {
    this(rexBuilder, new ExpressionTerms(rexBuilder), keys);
  }

  /**
   * @param filter rows for which it is not true are left out; null for none
   * @param order of the call; may be empty
   */
  RexNode of(
      CollectingOperator function,
      List<RexNode> arguments,
      boolean distinct,
      @Nullable RexNode filter,
      List<RexFieldCollation> order,
      RelDataType type) {
    RexNode argument = arguments.getFirst();
    if (function.equals(CollectingOperator.ARRAY_AGG)) {
      return list(type, pieces(argument, distinct, filter, order));
    }
    ListOperator listFunction = function.listFunction();
    if (listFunction != null) {
      RelDataType listType =
          terms.nullable(
              rexBuilder.getTypeFactory().createArrayType(terms.nullable(argument.getType()), -1));
      List<RexNode> operands = new ArrayList<>(arguments);
      operands.set(0, list(listType, pieces(argument, distinct, filter, order)));
      return rexBuilder.makeCall(type, listFunction, operands);
    }
    RexNode counted = filter == null ? argument : terms.onlyWhere(filter, argument);
    RexNode value = distinct ? once(counted) : counted;
    RexNode result;
    if (function.equals(CollectingOperator.STRING_AGG)) {
      result = concatenated(value, arguments.get(1), order);
    } else if (function.equals(CollectingOperator.QUANTILE_CONT)) {
      result = new Quantiles(terms, sorted(order)).continuous(value, arguments.get(1));
    } else if (function.equals(CollectingOperator.QUANTILE_DISC)) {
      result = new Quantiles(terms, sorted(order)).discrete(value, arguments.get(1));
    } else if (function.equals(CollectingOperator.MODE)) {
      result = mode(value, order);
    } else if (function.equals(CollectingOperator.ARG_MIN)
        || function.equals(CollectingOperator.ARG_MAX)) {
      boolean largest = function.equals(CollectingOperator.ARG_MAX);
      result = atExtreme(value, arguments.get(1), largest);
    } else {
      boolean last = function.equals(CollectingOperator.LAST);
      result = atEnd(value, filter, order, last);
    }
    return rexBuilder.ensureType(type, result, false);
  }

  /** Returns the list of some pieces. */
  RexNode list(RelDataType type, RexNode pieces) {
    return rexBuilder.makeCall(type, ListOperator.OF_PIECES, List.of(pieces));
  }

  /** The value in one of the rows that have it, and NULL in the others. */
  private RexNode once(RexNode value) {
    List<RexNode> partition = new ArrayList<>(keys);
    partition.add(value);
    RexNode number =
        over(
            SqlStdOperatorTable.ROW_NUMBER, terms.bigint(), List.of(), partition, List.of(), false);
    return terms.onlyWhere(terms.call(SqlStdOperatorTable.EQUALS, number, terms.whole(1)), value);
  }

  /** Returns the bytes of a list without its end, one value behind the other. */
  RexNode pieces(
      RexNode value, boolean distinct, @Nullable RexNode filter, List<RexFieldCollation> order) {
    RexNode piece = terms.call(ListOperator.PIECE, value);
    if (distinct) {
      List<RexNode> partition = new ArrayList<>(keys);
      partition.add(value);
      if (filter != null) {
        partition.add(filter);
      }
      RexNode number =
          over(
              SqlStdOperatorTable.ROW_NUMBER,
              terms.bigint(),
              List.of(),
              partition,
              List.of(),
              false);
      piece =
          terms.onlyWhere(terms.call(SqlStdOperatorTable.EQUALS, number, terms.whole(1)), piece);
    }
    RexNode counted = filter == null ? piece : terms.onlyWhere(filter, piece);
    return over(
        CollectingOperator.CONCATENATION,
        terms.nullable(rexBuilder.getTypeFactory().createSqlType(SqlTypeName.VARBINARY)),
        List.of(counted, rexBuilder.makeLiteral("", terms.text(), true)),
        keys,
        order,
        false);
  }

  private RexNode concatenated(RexNode value, RexNode separator, List<RexFieldCollation> order) {
    return over(
        CollectingOperator.CONCATENATION,
        terms.nullable(terms.text()),
        List.of(terms.asText(value), terms.asText(separator)),
        keys,
        order,
        false);
  }

  /** Returns the values of the group in their order. */
  private Quantiles.SortedValues sorted(List<RexFieldCollation> order) {
    return new Quantiles.SortedValues() {
      @Override
      public RexNode count(RexNode value) {
        return CollectedValue.this.count(value, keys);
      }

      @Override
      public RexNode nth(RexNode value, RexNode number) {
        return over(
            SqlStdOperatorTable.NTH_VALUE,
            terms.nullable(value.getType()),
            List.of(value, number),
            keys,
            order(value, order),
            false);
      }
    };
  }

  private RexNode mode(RexNode value, List<RexFieldCollation> order) {
    List<RexNode> partition = new ArrayList<>(keys);
    partition.add(value);
    List<RexFieldCollation> byFrequency = new ArrayList<>();
    byFrequency.add(
        new RexFieldCollation(
            count(value, partition), Set.of(SqlKind.DESCENDING, SqlKind.NULLS_LAST)));
    byFrequency.addAll(order(value, order));
    return first(value, byFrequency, true);
  }

  private RexNode atExtreme(RexNode value, RexNode compared, boolean largest) {
    Set<SqlKind> direction =
        largest ? Set.of(SqlKind.DESCENDING, SqlKind.NULLS_LAST) : Set.of(SqlKind.NULLS_LAST);
    RexNode known =
        compared.getType().isNullable()
            ? terms.onlyWhere(terms.call(SqlStdOperatorTable.IS_NOT_NULL, compared), value)
            : value;
    return first(known, List.of(new RexFieldCollation(compared, direction)), true);
  }

  /** The value of the first or the last row in an order that a filter leaves. */
  private RexNode atEnd(
      RexNode value, @Nullable RexNode filter, List<RexFieldCollation> order, boolean last) {
    List<RexFieldCollation> all = new ArrayList<>();
    if (filter != null) {
      Set<SqlKind> direction =
          last ? Set.of(SqlKind.NULLS_FIRST) : Set.of(SqlKind.DESCENDING, SqlKind.NULLS_LAST);
      all.add(new RexFieldCollation(terms.call(SqlStdOperatorTable.IS_TRUE, filter), direction));
    }
    all.addAll(order);
    return last
        ? over(
            SqlStdOperatorTable.LAST_VALUE,
            terms.nullable(value.getType()),
            List.of(value),
            keys,
            all,
            false)
        : first(value, all, false);
  }

  private RexNode first(RexNode value, List<RexFieldCollation> order, boolean ignoreNulls) {
    return over(
        SqlStdOperatorTable.FIRST_VALUE,
        terms.nullable(value.getType()),
        List.of(value),
        keys,
        order,
        ignoreNulls);
  }

  private RexNode count(RexNode value, List<RexNode> partition) {
    return over(
        SqlStdOperatorTable.COUNT, terms.bigint(), List.of(value), partition, List.of(), false);
  }

  /** The values in the direction of the call, ascending without one, NULLs behind them. */
  private static List<RexFieldCollation> order(RexNode value, List<RexFieldCollation> order) {
    boolean descending = !order.isEmpty() && order.getFirst().right.contains(SqlKind.DESCENDING);
    return List.of(
        new RexFieldCollation(
            value,
            descending
                ? Set.of(SqlKind.DESCENDING, SqlKind.NULLS_LAST)
                : Set.of(SqlKind.NULLS_LAST)));
  }

  private RexNode over(
      SqlAggFunction function,
      RelDataType type,
      List<RexNode> arguments,
      List<RexNode> partition,
      List<RexFieldCollation> order,
      boolean ignoreNulls) {
    return rexBuilder.makeOver(
        type,
        function,
        arguments,
        partition,
        ImmutableList.copyOf(order),
        RexWindowBounds.UNBOUNDED_PRECEDING,
        RexWindowBounds.UNBOUNDED_FOLLOWING,
        true,
        true,
        false,
        false,
        ignoreNulls);
  }
}
