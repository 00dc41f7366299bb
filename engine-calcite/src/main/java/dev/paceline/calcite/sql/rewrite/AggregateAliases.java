package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.function.CollectingOperator;
import dev.paceline.calcite.function.LibraryAggregateOperator;
import dev.paceline.calcite.function.OrderedValueOperator;
import dev.paceline.calcite.interval.IntervalSum;
import dev.paceline.calcite.rex.SortKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Aggregate functions of the standard, of PostgreSQL and DuckDB that are others of the engine under
 * another name, or with their arguments in another place.
 */
public final class AggregateAliases {
  /** Aggregate functions whose result does not depend on the order of the rows. */
  private static final Set<String> UNORDERED =
      Set.of(
          "COUNT",
          "SUM",
          "AVG",
          "MEAN",
          "MIN",
          "MAX",
          "BOOL_AND",
          "BOOL_OR",
          "BIT_AND",
          "BIT_OR",
          "BIT_XOR",
          "PRODUCT",
          "STDDEV",
          "STDDEV_POP",
          "STDDEV_SAMP",
          "VARIANCE",
          "VAR_POP",
          "VAR_SAMP");

  private AggregateAliases() {}

  /** The call of the engine's function; the node itself if it is no such call. */
  public static @Nullable SqlNode rewrite(@Nullable SqlNode node) {
    if (!(node instanceof SqlBasicCall call)) {
      return node;
    }
    return switch (call.getKind()) {
      case WITHIN_GROUP -> ordered(call);
      case OVER -> windowed(call);
      default -> call.getOperator() instanceof SqlFunction function ? named(function, call) : node;
    };
  }

  private static SqlNode named(SqlFunction function, SqlBasicCall call) {
    return switch (function.getName().toUpperCase(Locale.ROOT)) {
      case "LISTAGG", "STRING_AGG", "GROUP_CONCAT" -> concatenation(call);
      case "LIST", "ARRAY_AGG" -> collected(call);
      case "COUNT" -> call.operandCount() > 1 ? countOfSeveral(call) : call;
      case "MAX" -> renamed(CollectingOperator.LARGEST, 2, call);
      case "MIN" -> renamed(CollectingOperator.SMALLEST, 2, call);
      case "MEDIAN" ->
          call.operandCount() == 1
              ? same(
                  CollectingOperator.MEDIAN,
                  call,
                  call.operand(0),
                  SqlLiteral.createExactNumeric("0.5", call.getParserPosition()))
              : call;
      case "QUANTILE", "QUANTILE_DISC", "RESERVOIR_QUANTILE" ->
          quantile(CollectingOperator.QUANTILE_DISC, CollectingOperator.QUANTILES_DISC, call);
      case "APPROX_QUANTILE", "QUANTILE_CONT" ->
          quantile(CollectingOperator.QUANTILE_CONT, CollectingOperator.QUANTILES_CONT, call);
      case "ARG_MIN", "MIN_BY", "ARGMIN" ->
          atExtreme(CollectingOperator.ARG_MIN, CollectingOperator.AT_SMALLEST, call);
      case "ARG_MAX", "MAX_BY", "ARGMAX" ->
          atExtreme(CollectingOperator.ARG_MAX, CollectingOperator.AT_LARGEST, call);
      case "ARBITRARY" -> renamed(CollectingOperator.FIRST, 1, call);
      case "SUM_NO_OVERFLOW" -> renamed(SqlStdOperatorTable.SUM, 1, call);
      case "GEOMETRIC_MEAN" -> renamed(LibraryAggregateOperator.named("geomean"), 1, call);
      case "WAVG" -> renamed(LibraryAggregateOperator.named("weighted_avg"), 2, call);
      case "FAVG" -> ofDoubles(SqlStdOperatorTable.AVG, call);
      case "FSUM", "KAHAN_SUM", "SUMKAHAN" -> ofDoubles(SqlStdOperatorTable.SUM, call);
      case "JSON_GROUP_ARRAY" -> JsonAliases.aggregate(call, false);
      case "JSON_GROUP_OBJECT" -> JsonAliases.aggregate(call, true);
      case "REGR_COUNT" -> call.operandCount() == 2 ? pairCount(call) : call;
      case "APPROX_COUNT_DISTINCT" ->
          SqlStdOperatorTable.COUNT.createCall(
              SqlSelectKeyword.DISTINCT.symbol(call.getParserPosition()),
              call.getParserPosition(),
              call.getOperandList().toArray(SqlNode[]::new));
      default -> call;
    };
  }

  /** Counts the rows, or the different ones, in which none of several values is NULL. */
  private static SqlNode countOfSeveral(SqlBasicCall call) {
    SqlParserPos position = call.getParserPosition();
    SqlNode row = SqlStdOperatorTable.ROW.createCall(position, call.getOperandList());
    SqlNodeList conditions = new SqlNodeList(position);
    SqlNodeList values = new SqlNodeList(position);
    for (SqlNode value : call.getOperandList()) {
      conditions.add(SqlStdOperatorTable.IS_NULL.createCall(position, value.clone(position)));
      values.add(SqlLiteral.createNull(position));
    }
    SqlNode counted = new SqlCase(position, null, conditions, values, row);
    SqlLiteral quantifier = call.getFunctionQuantifier();
    return SqlStdOperatorTable.COUNT.createCall(quantifier, position, counted);
  }

  /**
   * Makes a median the quantile that its argument has: between numbers or moments, or one of other
   * values. A sum of intervals becomes a function of its own.
   *
   * @param typeOf the type of an argument
   */
  public static void chooseByType(SqlCall call, Function<SqlNode, RelDataType> typeOf) {
    switch (call.getKind()) {
      case FILTER, OVER, WITHIN_GROUP, WITHIN_DISTINCT -> {
        if (call.operand(0) instanceof SqlCall function) {
          chooseByType(function, typeOf);
        }
      }
      default -> {
        if (call.getOperator().equals(CollectingOperator.MEDIAN)) {
          RelDataType type = typeOf.apply(call.operand(0));
          boolean between =
              SqlTypeUtil.isNumeric(type)
                  || SqlTypeUtil.isDatetime(type) && type.getSqlTypeName() != SqlTypeName.TIME;
          ((SqlBasicCall) call)
              .setOperator(
                  between ? CollectingOperator.QUANTILE_CONT : CollectingOperator.QUANTILE_DISC);
        }
        if (call.getKind() == SqlKind.SUM
            && SqlTypeUtil.isInterval(typeOf.apply(call.operand(0)))) {
          ((SqlBasicCall) call).setOperator(IntervalSum.INSTANCE);
        }
      }
    }
  }

  /** COUNT of the rows in which both arguments are known. */
  private static SqlNode pairCount(SqlBasicCall call) {
    SqlParserPos position = call.getParserPosition();
    SqlNode y = call.operand(0);
    SqlNode x = call.operand(1);
    SqlNode known =
        SqlStdOperatorTable.AND.createCall(
            position,
            SqlStdOperatorTable.IS_NOT_NULL.createCall(position, y),
            SqlStdOperatorTable.IS_NOT_NULL.createCall(position, x));
    SqlNode counted =
        new SqlCase(
            position,
            null,
            SqlNodeList.of(known),
            SqlNodeList.of(SqlLiteral.createExactNumeric("1", position)),
            SqlLiteral.createNull(position));
    return SqlStdOperatorTable.COUNT.createCall(position, counted);
  }

  private static SqlNode ofDoubles(SqlOperator function, SqlBasicCall call) {
    if (call.operandCount() != 1) {
      return call;
    }
    SqlParserPos position = call.getParserPosition();
    SqlNode number =
        SqlStdOperatorTable.CAST.createCall(
            position,
            call.operand(0),
            new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.DOUBLE, position), position));
    return same(function, call, number);
  }

  /** One quantile, or the list of those at a list of fractions. */
  private static SqlNode quantile(SqlOperator one, SqlOperator several, SqlBasicCall call) {
    if (call.operandCount() != 2) {
      return call;
    }
    boolean list =
        call.operand(1) instanceof SqlCall fractions
            && (fractions.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR
                || fractions.getOperator().getName().equals("LIST_VALUE"));
    return renamed(list ? several : one, 2, call);
  }

  /** Rewrites arg_min and its kind: a value where another is extreme, or a list of several. */
  private static SqlNode atExtreme(SqlOperator one, SqlOperator several, SqlBasicCall call) {
    if (call.operandCount() != 3) {
      return renamed(one, 2, call);
    }
    SqlNode pair =
        SqlStdOperatorTable.ROW.createCall(
            call.getParserPosition(), call.<SqlNode>operand(1), call.operand(0));
    return same(several, call, pair, call.operand(2));
  }

  private static SqlNode renamed(SqlOperator function, int arguments, SqlBasicCall call) {
    return call.operandCount() == arguments
        ? same(function, call, call.getOperandList().toArray(SqlNode[]::new))
        : call;
  }

  private static SqlNode same(SqlOperator function, SqlBasicCall call, SqlNode... operands) {
    return function.createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
  }

  /** ARRAY_AGG, whose order comes behind the call. */
  private static SqlNode collected(SqlBasicCall call) {
    List<SqlNode> operands = call.getOperandList();
    if (call.getOperator().equals(CollectingOperator.ARRAY_AGG)
        || operands.isEmpty()
        || operands.size() > 2
        || operands.size() == 2 && !(operands.get(1) instanceof SqlNodeList)) {
      return call;
    }
    SqlNode list = same(CollectingOperator.ARRAY_AGG, call, operands.getFirst());
    return operands.size() == 1
        ? list
        : SqlStdOperatorTable.WITHIN_GROUP.createCall(
            call.getParserPosition(), list, operands.get(1));
  }

  /** STRING_AGG with a separator, whose order comes behind the call. */
  private static SqlNode concatenation(SqlBasicCall call) {
    if (call.getOperator().equals(CollectingOperator.STRING_AGG)) {
      return call;
    }
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> arguments = new ArrayList<>();
    SqlNodeList order = null;
    for (SqlNode operand : call.getOperandList()) {
      if (operand instanceof SqlNodeList list) {
        order = list;
      } else if (operand.getKind() == SqlKind.SEPARATOR) {
        arguments.add(((SqlCall) operand).operand(0));
      } else {
        arguments.add(operand);
      }
    }
    if (arguments.size() == 1) {
      arguments.add(SqlLiteral.createCharString(",", position));
    }
    if (arguments.size() != 2) {
      return call;
    }
    SqlNode concatenation =
        same(CollectingOperator.STRING_AGG, call, arguments.toArray(SqlNode[]::new));
    return order == null
        ? concatenation
        : SqlStdOperatorTable.WITHIN_GROUP.createCall(position, concatenation, order);
  }

  /** Functions of the standard whose argument is what WITHIN GROUP orders by. */
  private static SqlNode ordered(SqlBasicCall call) {
    if (!(call.operand(0) instanceof SqlBasicCall function)
        || !(call.operand(1) instanceof SqlNodeList order)) {
      return call;
    }
    String name = function.getOperator().getName().toUpperCase(Locale.ROOT);
    if (UNORDERED.contains(name) && function.operandCount() <= 1) {
      return function;
    }
    if (name.equals("ANY_VALUE") && function.operandCount() == 1) {
      return firstKnown(call, function);
    }
    if (name.equals("FIRST_VALUE") && function.operandCount() == 1) {
      return inOrder(CollectingOperator.FIRST, function, order);
    }
    if (name.equals("LAST_VALUE") && function.operandCount() == 1) {
      return inOrder(CollectingOperator.LAST, function, order);
    }
    if (order.size() != 1) {
      return call;
    }
    SqlNode value = SortKeys.expression(order.get(0));
    SqlNode ofValue =
        switch (name) {
          case "PERCENTILE_CONT" ->
              function.operandCount() == 1
                  ? same(CollectingOperator.QUANTILE_CONT, function, value, function.operand(0))
                  : null;
          case "PERCENTILE_DISC" ->
              function.operandCount() == 1
                  ? same(CollectingOperator.QUANTILE_DISC, function, value, function.operand(0))
                  : null;
          case "MODE" ->
              function.operandCount() == 0 ? same(CollectingOperator.MODE, function, value) : null;
          default -> null;
        };
    return ofValue == null
        ? call
        : SqlStdOperatorTable.WITHIN_GROUP.createCall(call.getParserPosition(), ofValue, order);
  }

  /** The first or the last value of a group or a frame in an order of its own. */
  private static SqlNode inOrder(
      CollectingOperator operator, SqlBasicCall function, SqlNodeList order) {
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(
        function.getParserPosition(), same(operator, function, function.operand(0)), order);
  }

  /** The first value in an order that is not NULL. */
  private static SqlNode firstKnown(SqlBasicCall ordered, SqlBasicCall anyValue) {
    SqlParserPos position = ordered.getParserPosition();
    SqlNode value = anyValue.operand(0);
    SqlNode first =
        SqlStdOperatorTable.WITHIN_GROUP.createCall(
            position, same(CollectingOperator.FIRST, anyValue, value), ordered.operand(1));
    return SqlStdOperatorTable.FILTER.createCall(
        position, first, SqlStdOperatorTable.IS_NOT_NULL.createCall(position, value));
  }

  /** A window function whose argument has the order of the call. */
  private static SqlNode windowed(SqlBasicCall call) {
    SqlNode valueOfFrame = valueOfFrame(call.operand(0));
    if (valueOfFrame != null) {
      return SqlStdOperatorTable.OVER.createCall(
          call.getParserPosition(), valueOfFrame, call.operand(1));
    }
    SqlNode function = rewrite(call.operand(0));
    SqlCall filter =
        function instanceof SqlCall filtered && filtered.getKind() == SqlKind.FILTER
            ? filtered
            : null;
    SqlNode aggregate = filter == null ? function : rewrite(filter.operand(0));
    if (aggregate == null || aggregate.getKind() != SqlKind.WITHIN_GROUP) {
      return call;
    }
    SqlCall within = (SqlCall) aggregate;
    SqlNode named = rewrite(within.operand(0));
    CollectingOperator operator =
        named instanceof SqlBasicCall inner ? CollectingOperator.of(inner.getOperator()) : null;
    if (operator == null) {
      return call;
    }
    SqlBasicCall ordered = (SqlBasicCall) named;
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> value = new ArrayList<>();
    value.add(ordered.operand(0));
    value.addAll(within.<SqlNodeList>operand(1));
    List<SqlNode> arguments = new ArrayList<>(ordered.getOperandList());
    arguments.set(0, OrderedValueOperator.INSTANCE.createCall(position, value));
    SqlNode windowed = operator.createCall(ordered.getFunctionQuantifier(), position, arguments);
    return SqlStdOperatorTable.OVER.createCall(
        position,
        filter == null
            ? windowed
            : SqlStdOperatorTable.FILTER.createCall(
                filter.getParserPosition(), windowed, filter.operand(1)),
        call.operand(1));
  }

  /**
   * Returns FIRST_VALUE for FIRST, and LAST_VALUE for LAST, with IGNORE NULLS or RESPECT NULLS,
   * since Calcite accepts these words only after FIRST_VALUE and LAST_VALUE; null for others.
   */
  private static @Nullable SqlNode valueOfFrame(SqlNode function) {
    if (!(function instanceof SqlCall treated)
        || treated.getKind() != SqlKind.IGNORE_NULLS && treated.getKind() != SqlKind.RESPECT_NULLS
        || !(treated.operand(0) instanceof SqlBasicCall call)
        || call.operandCount() != 1) {
      return null;
    }
    @Nullable SqlAggFunction value =
        switch (call.getOperator().getName().toUpperCase(Locale.ROOT)) {
          case "FIRST" -> SqlStdOperatorTable.FIRST_VALUE;
          case "LAST" -> SqlStdOperatorTable.LAST_VALUE;
          default -> null;
        };
    if (value == null) {
      return null;
    }
    SqlNode valueOfFrame =
        value.createCall(
            call.getFunctionQuantifier(), call.getParserPosition(), call.getOperandList());
    return treated.getOperator().createCall(treated.getParserPosition(), valueOfFrame);
  }
}
