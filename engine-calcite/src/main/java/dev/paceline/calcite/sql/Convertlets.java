package dev.paceline.calcite.sql;

import dev.paceline.calcite.adapter.InformationSchema;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.function.DaysOperator;
import dev.paceline.calcite.function.LambdaOperator;
import dev.paceline.calcite.function.LambdaParameter;
import dev.paceline.calcite.function.ListOperator;
import dev.paceline.calcite.function.NestedCastOperator;
import dev.paceline.calcite.function.OrderedValueOperator;
import dev.paceline.calcite.function.TypeOfOperator;
import dev.paceline.calcite.interval.IntervalConstant;
import dev.paceline.calcite.interval.IntervalPart;
import dev.paceline.calcite.sql.interval.MovedDates;
import dev.paceline.calcite.sql.interval.TruncatedTimes;
import dev.paceline.calcite.sql.rewrite.RecursiveSeed;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * How calls become expressions: as Calcite does it, with some exceptions. Averages and variances of
 * window functions stay what they are: Calcite makes sums of squares of them, which lose the digits
 * of large values and DISTINCT. CONCAT, which skips NULL, becomes a chain of {@code ||}.
 */
final class Convertlets {
  /** There are no users and one catalog, so that what names them is constant. */
  private static final Map<SqlOperator, String> NAMES =
      Map.of(
          SqlStdOperatorTable.CURRENT_CATALOG, InformationSchema.CATALOG,
          SqlStdOperatorTable.CURRENT_USER, InformationSchema.OWNER,
          SqlStdOperatorTable.SESSION_USER, InformationSchema.OWNER,
          SqlStdOperatorTable.USER, InformationSchema.OWNER);

  private Convertlets() {}

  static @Nullable SqlRexConvertlet of(SqlCall call) {
    return switch (call.getKind()) {
      case AVG, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP ->
          (context, aggregate) ->
              StandardConvertletTable.INSTANCE.convertAggregateFunction(
                  context, (SqlAggFunction) aggregate.getOperator(), aggregate);
      case CONCAT_WITH_NULL -> Convertlets::concatenation;
      case TIMESTAMP_DIFF -> Convertlets::difference;
      case TIMESTAMP_ADD -> Convertlets::moved;
      case PLUS, MINUS -> MovedDates::byInterval;
      case ROW -> Convertlets::row;
      case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> Convertlets::distinct;
      default -> ofOperator(call);
    };
  }

  private static @Nullable SqlRexConvertlet ofOperator(SqlCall call) {
    SqlOperator operator = call.getOperator();
    if (operator instanceof NestedCastOperator nested) {
      return (context, cast) -> {
        RelDataType type = context.getValidator().getValidatedNodeType(cast);
        RexNode value = context.convertExpression(cast.operand(0));
        return context
            .getRexBuilder()
            .makeAbstractCast(
                type,
                NestedCastOperator.operand(context.getRexBuilder(), value, type),
                nested.isSafe());
      };
    }
    if (operator.equals(TruncatedTimes.INSTANCE)) {
      return TruncatedTimes::convert;
    }
    if (operator.equals(OrderedValueOperator.INSTANCE)) {
      return OrderedValueOperator::convert;
    }
    if (operator.equals(IntervalConstant.INSTANCE)) {
      return (context, constant) -> IntervalConstant.convert(context.getRexBuilder(), constant);
    }
    if (operator.equals(IntervalPart.INSTANCE)) {
      return IntervalPart::convert;
    }
    if (operator instanceof DaysOperator) {
      return MovedDates::byDays;
    }
    if (operator.equals(TypeOfOperator.INSTANCE)) {
      return Convertlets::typeName;
    }
    if (operator instanceof LambdaOperator) {
      return LambdaConversion::call;
    }
    if (operator instanceof LambdaParameter) {
      return LambdaConversion::parameter;
    }
    if (operator.equals(SqlStdOperatorTable.CURRENT_SCHEMA)) {
      return Convertlets::currentSchema;
    }
    String name = NAMES.get(operator);
    if (name != null) {
      return (context, none) ->
          context
              .getRexBuilder()
              .makeLiteral(name, context.getValidator().getValidatedNodeType(none), true);
    }
    if (operator.equals(RecursiveSeed.OF_ANY_LENGTH)) {
      return Convertlets::ofAnyLength;
    }
    return operator.getName().equals("CONCAT_WS")
        ? Convertlets::joined
        : StandardConvertletTable.INSTANCE.get(call);
  }

  /**
   * The path of names without a schema begins with temporary tables, and goes on with the schema.
   */
  private static RexNode currentSchema(SqlRexContext context, SqlCall call) {
    List<List<String>> path = context.getValidator().getCatalogReader().getSchemaPaths();
    return context
        .getRexBuilder()
        .makeLiteral(
            path.get(path.getFirst().getFirst().equals(SessionCatalog.TEMPORARY) ? 1 : 0)
                .getFirst(),
            context.getValidator().getValidatedNodeType(call),
            true);
  }

  /**
   * IS [NOT] DISTINCT FROM stays one call. Calcite would compare the fields of structs, also of
   * those of NULL, and write the others as a CASE with a comparison that it takes for never
   * unknown; its simplification then loses the conditions that make it so.
   */
  private static RexNode distinct(SqlRexContext context, SqlCall call) {
    RexBuilder rexBuilder = context.getRexBuilder();
    boolean equal = call.getKind() == SqlKind.IS_NOT_DISTINCT_FROM;
    RexNode left = context.convertExpression(call.operand(0));
    RexNode right = context.convertExpression(call.operand(1));
    if (RexLiteral.isNullLiteral(left) || RexLiteral.isNullLiteral(right)) {
      return rexBuilder.makeCall(
          equal ? SqlStdOperatorTable.IS_NULL : SqlStdOperatorTable.IS_NOT_NULL,
          RexLiteral.isNullLiteral(right) ? left : right);
    }
    return left instanceof RexLiteral || right instanceof RexLiteral
        ? rexBuilder.makeCall(
            equal ? SqlStdOperatorTable.IS_TRUE : SqlStdOperatorTable.IS_NOT_TRUE,
            rexBuilder.makeCall(SqlStdOperatorTable.EQUALS, left, right))
        : rexBuilder.makeCall(call.getOperator(), left, right);
  }

  private static RexNode row(SqlRexContext context, SqlCall call) {
    List<RexNode> values = call.getOperandList().stream().map(context::convertExpression).toList();
    return context
        .getRexBuilder()
        .makeCall(context.getValidator().getValidatedNodeType(call), ListOperator.ROW, values);
  }

  private static RexNode typeName(SqlRexContext context, SqlCall call) {
    RelDataType type = context.getValidator().getValidatedNodeType(call.operand(0));
    return context
        .getRexBuilder()
        .makeLiteral(
            TypeOfOperator.name(type), context.getValidator().getValidatedNodeType(call), true);
  }

  /** TIMESTAMPADD stays one call: Calcite multiplies the milliseconds of an interval instead. */
  private static RexNode moved(SqlRexContext context, SqlCall call) {
    return withUnit(SqlStdOperatorTable.TIMESTAMP_ADD, context, call);
  }

  /** TIMESTAMPDIFF stays one call: Calcite divides the milliseconds of an interval instead. */
  private static RexNode difference(SqlRexContext context, SqlCall call) {
    return withUnit(SqlStdOperatorTable.TIMESTAMP_DIFF, context, call);
  }

  private static RexNode withUnit(SqlOperator operator, SqlRexContext context, SqlCall call) {
    SqlIntervalQualifier unit = call.operand(0);
    if (unit.timeFrameName != null) {
      return StandardConvertletTable.INSTANCE.convertCall(context, call);
    }
    RexBuilder rexBuilder = context.getRexBuilder();
    return rexBuilder.makeCall(
        context.getValidator().getValidatedNodeType(call),
        operator,
        List.of(
            rexBuilder.makeFlag(unit.getUnit()),
            context.convertExpression(call.operand(1)),
            context.convertExpression(call.operand(2))));
  }

  private static RexNode ofAnyLength(SqlRexContext context, SqlCall call) {
    RexBuilder rexBuilder = context.getRexBuilder();
    RexNode value = context.convertExpression(call.operand(0));
    RelDataType type = RecursiveSeed.type(rexBuilder.getTypeFactory(), value.getType());
    return value.getType().equals(type) ? value : rexBuilder.makeAbstractCast(type, value, false);
  }

  private static RexNode concatenation(SqlRexContext context, SqlCall call) {
    RexBuilder rexBuilder = context.getRexBuilder();
    RexNode all = null;
    for (SqlNode operand : call.getOperandList()) {
      RexNode text = textOrEmpty(rexBuilder, context.convertExpression(operand));
      all = all == null ? text : rexBuilder.makeCall(SqlStdOperatorTable.CONCAT, all, text);
    }
    RelDataType type = context.getValidator().getValidatedNodeType(call);
    return rexBuilder.ensureType(type, all, true);
  }

  /** CONCAT_WS: the arguments that are not NULL with the separator, which is the first, between. */
  private static RexNode joined(SqlRexContext context, SqlCall call) {
    RexBuilder rexBuilder = context.getRexBuilder();
    RexNode separator = context.convertExpression(call.operand(0));
    RexNode all = null;
    for (SqlNode operand : call.getOperandList().subList(1, call.operandCount())) {
      RexNode part =
          rexBuilder.makeCall(
              SqlStdOperatorTable.CONCAT,
              separator,
              asText(rexBuilder, context.convertExpression(operand)));
      RexNode known = textOrEmpty(rexBuilder, part);
      all = all == null ? known : rexBuilder.makeCall(SqlStdOperatorTable.CONCAT, all, known);
    }
    RexNode start =
        rexBuilder.makeCall(
            SqlStdOperatorTable.PLUS,
            rexBuilder.makeCall(SqlStdOperatorTable.CHAR_LENGTH, separator),
            rexBuilder.makeExactLiteral(java.math.BigDecimal.ONE));
    RexNode joined = rexBuilder.makeCall(SqlStdOperatorTable.SUBSTRING, all, start);
    RelDataType type = context.getValidator().getValidatedNodeType(call);
    return rexBuilder.ensureType(type, joined, true);
  }

  private static RexNode asText(RexBuilder rexBuilder, RexNode expression) {
    RelDataTypeFactory typeFactory = rexBuilder.getTypeFactory();
    RelDataType any = typeFactory.createSqlType(SqlTypeName.VARCHAR);
    return SqlTypeUtil.inCharFamily(expression.getType())
        ? expression
        : rexBuilder.makeCast(
            typeFactory.createTypeWithNullability(any, expression.getType().isNullable()),
            expression);
  }

  /** An expression as text, the empty one for NULL. */
  private static RexNode textOrEmpty(RexBuilder rexBuilder, RexNode expression) {
    RelDataTypeFactory typeFactory = rexBuilder.getTypeFactory();
    RelDataType any = typeFactory.createSqlType(SqlTypeName.VARCHAR);
    RexNode text = asText(rexBuilder, expression);
    return text.getType().isNullable()
        ? rexBuilder.makeCall(
            SqlStdOperatorTable.CASE,
            rexBuilder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, text),
            rexBuilder.makeNotNull(text),
            rexBuilder.makeLiteral("", any, true))
        : text;
  }
}
