package dev.paceline.calcite.aggregate;

import com.google.common.collect.ImmutableList;
import dev.paceline.calcite.function.CollectingOperator;
import dev.paceline.calcite.function.LibraryOperator;
import dev.paceline.calcite.function.ListOperator;
import dev.paceline.core.type.Micros;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Expresses aggregates of all values of a group by window functions over the group, which have the
 * same result in each of its rows. Window functions may read results of others.
 *
 * @param keys of the group
 */
record CollectedValue(RexBuilder rexBuilder, List<RexNode> keys) {
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
      return list(type, argument, distinct, filter, order);
    }
    ListOperator listFunction = function.listFunction();
    if (listFunction != null) {
      RelDataType listType = nullable(types().createArrayType(nullable(argument.getType()), -1));
      List<RexNode> operands = new ArrayList<>(arguments);
      operands.set(0, list(listType, argument, distinct, filter, order));
      return rexBuilder.makeCall(type, listFunction, operands);
    }
    RexNode counted = filter == null ? argument : onlyWhere(filter, argument);
    RexNode value = distinct ? once(counted) : counted;
    RexNode result;
    if (function.equals(CollectingOperator.STRING_AGG)) {
      result = concatenated(value, arguments.get(1), order);
    } else if (function.equals(CollectingOperator.QUANTILE_CONT)) {
      result =
          SqlTypeUtil.isDatetime(value.getType())
              ? moment(interpolated(micros(value), arguments.get(1), order))
              : interpolated(value, arguments.get(1), order);
    } else if (function.equals(CollectingOperator.QUANTILE_DISC)) {
      result = quantile(value, arguments.get(1), order);
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

  private RexNode list(
      RelDataType type,
      RexNode value,
      boolean distinct,
      @Nullable RexNode filter,
      List<RexFieldCollation> order) {
    return rexBuilder.makeCall(
        type, ListOperator.OF_PIECES, List.of(pieces(value, distinct, filter, order)));
  }

  private RexNode onlyWhere(RexNode condition, RexNode value) {
    return rexBuilder.makeCall(
        SqlStdOperatorTable.CASE,
        condition,
        value,
        rexBuilder.makeNullLiteral(nullable(value.getType())));
  }

  /** The value in one of the rows that have it, and NULL in the others. */
  private RexNode once(RexNode value) {
    List<RexNode> partition = new ArrayList<>(keys);
    partition.add(value);
    RexNode number =
        over(SqlStdOperatorTable.ROW_NUMBER, bigint(), List.of(), partition, List.of(), false);
    return onlyWhere(call(SqlStdOperatorTable.EQUALS, number, whole(1)), value);
  }

  /** The bytes of a list without its end, one value behind the other. */
  private RexNode pieces(
      RexNode value, boolean distinct, @Nullable RexNode filter, List<RexFieldCollation> order) {
    RexNode piece = call(ListOperator.PIECE, value);
    if (distinct) {
      List<RexNode> partition = new ArrayList<>(keys);
      partition.add(value);
      if (filter != null) {
        partition.add(filter);
      }
      RexNode number =
          over(SqlStdOperatorTable.ROW_NUMBER, bigint(), List.of(), partition, List.of(), false);
      piece = onlyWhere(call(SqlStdOperatorTable.EQUALS, number, whole(1)), piece);
    }
    RexNode counted = filter == null ? piece : onlyWhere(filter, piece);
    return over(
        CollectingOperator.CONCATENATION,
        nullable(types().createSqlType(SqlTypeName.VARBINARY)),
        List.of(counted, rexBuilder.makeLiteral("", text(), true)),
        keys,
        order,
        false);
  }

  private RexNode concatenated(RexNode value, RexNode separator, List<RexFieldCollation> order) {
    return over(
        CollectingOperator.CONCATENATION,
        nullable(text()),
        List.of(asText(value), asText(separator)),
        keys,
        order,
        false);
  }

  private RexNode asText(RexNode value) {
    return value.getType().getSqlTypeName() == SqlTypeName.VARCHAR
        ? value
        : rexBuilder.makeCast(nullable(text()), value);
  }

  /** The number at fraction × (count - 1) from the first one, between its two neighbours. */
  private RexNode interpolated(RexNode value, RexNode fraction, List<RexFieldCollation> order) {
    RexNode number = asDouble(value);
    List<RexFieldCollation> sorted = order(number, order);
    RexNode distance =
        call(
            SqlStdOperatorTable.MULTIPLY,
            asDouble(call(SqlStdOperatorTable.MINUS, count(value, keys), whole(1))),
            asDouble(fraction));
    RexNode below = call(SqlStdOperatorTable.FLOOR, distance);
    RexNode low = nth(number, below, sorted);
    RexNode high = nth(number, call(SqlStdOperatorTable.CEIL, distance), sorted);
    RexNode share = call(SqlStdOperatorTable.MINUS, distance, below);
    RexNode difference = call(SqlStdOperatorTable.MINUS, high, low);
    return rexBuilder.makeCall(
        SqlStdOperatorTable.CASE,
        call(SqlStdOperatorTable.EQUALS, high, low),
        low,
        call(SqlStdOperatorTable.PLUS, low, call(SqlStdOperatorTable.MULTIPLY, difference, share)));
  }

  /**
   * The microseconds since 1970 on the session's clock, which are exact as a double for many years.
   */
  private RexNode micros(RexNode moment) {
    RelDataType timestamp = types().createSqlType(SqlTypeName.TIMESTAMP, Micros.FRACTION_DIGITS);
    RexNode local =
        moment.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
            ? rexBuilder.makeCast(nullable(timestamp), moment)
            : moment;
    return rexBuilder.makeCall(LibraryOperator.named("epoch_us"), local);
  }

  private RexNode moment(RexNode micros) {
    return rexBuilder.makeCall(
        LibraryOperator.named("make_timestamp"), rexBuilder.makeCast(nullable(bigint()), micros));
  }

  /** The value before which there are so many values; NULL if there is none. */
  private RexNode nth(RexNode value, RexNode before, List<RexFieldCollation> order) {
    RexNode number =
        call(SqlStdOperatorTable.PLUS, rexBuilder.makeCast(nullable(bigint()), before), whole(1));
    RexNode valid =
        rexBuilder.makeCall(
            SqlStdOperatorTable.CASE,
            call(SqlStdOperatorTable.GREATER_THAN, number, whole(1)),
            number,
            whole(1));
    return over(
        SqlStdOperatorTable.NTH_VALUE,
        nullable(value.getType()),
        List.of(value, valid),
        keys,
        order,
        false);
  }

  /** The value at the smallest whole number of values that is at least fraction × count. */
  private RexNode quantile(RexNode value, RexNode fraction, List<RexFieldCollation> order) {
    RexNode count = asDouble(count(value, keys));
    RexNode rest =
        call(
            SqlStdOperatorTable.FLOOR,
            call(
                SqlStdOperatorTable.MINUS,
                count,
                call(SqlStdOperatorTable.MULTIPLY, count, asDouble(fraction))));
    RexNode upTo = call(SqlStdOperatorTable.MINUS, count, rest);
    return nth(
        value, call(SqlStdOperatorTable.MINUS, upTo, asDouble(whole(1))), order(value, order));
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
            ? onlyWhere(call(SqlStdOperatorTable.IS_NOT_NULL, compared), value)
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
      all.add(new RexFieldCollation(call(SqlStdOperatorTable.IS_TRUE, filter), direction));
    }
    all.addAll(order);
    return last
        ? over(
            SqlStdOperatorTable.LAST_VALUE,
            nullable(value.getType()),
            List.of(value),
            keys,
            all,
            false)
        : first(value, all, false);
  }

  private RexNode first(RexNode value, List<RexFieldCollation> order, boolean ignoreNulls) {
    return over(
        SqlStdOperatorTable.FIRST_VALUE,
        nullable(value.getType()),
        List.of(value),
        keys,
        order,
        ignoreNulls);
  }

  private RexNode count(RexNode value, List<RexNode> partition) {
    return over(SqlStdOperatorTable.COUNT, bigint(), List.of(value), partition, List.of(), false);
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

  private RexNode call(SqlOperator operator, RexNode... operands) {
    return rexBuilder.makeCall(operator, operands);
  }

  private RexNode whole(int value) {
    return rexBuilder.makeExactLiteral(BigDecimal.valueOf(value), bigint());
  }

  private RexNode asDouble(RexNode value) {
    return value.getType().getSqlTypeName() == SqlTypeName.DOUBLE
        ? value
        : rexBuilder.makeCast(
            types()
                .createTypeWithNullability(
                    types().createSqlType(SqlTypeName.DOUBLE), value.getType().isNullable()),
            value);
  }

  private RelDataType nullable(RelDataType type) {
    return types().createTypeWithNullability(type, true);
  }

  private RelDataType bigint() {
    return types().createSqlType(SqlTypeName.BIGINT);
  }

  private RelDataType text() {
    return types().createSqlType(SqlTypeName.VARCHAR);
  }

  private RelDataTypeFactory types() {
    return rexBuilder.getTypeFactory();
  }
}
