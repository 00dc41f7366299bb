package dev.paceline.calcite.lower;

import dev.paceline.calcite.function.EnumOperator;
import dev.paceline.calcite.function.LambdaCall;
import dev.paceline.calcite.function.LibraryOperator;
import dev.paceline.calcite.function.ListOperator;
import dev.paceline.calcite.function.SequenceOperator;
import dev.paceline.calcite.function.UnsignedCastOperator;
import dev.paceline.calcite.function.VariableOperator;
import dev.paceline.calcite.rex.TermBundle;
import dev.paceline.calcite.table.CalciteTimes;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.list.ListFunctions;
import dev.paceline.core.expr.pattern.ComputedPattern;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.ScalarFunction;
import dev.paceline.core.expr.tree.TimeUnit;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/** Translates Rex into the engine's expressions. Whatever the engine lacks is NOT_SUPPORTED. */
final class ExpressionLowering {
  private final RexBuilder rexBuilder;
  private final ParameterValues parameters;
  private final IntUnaryOperator columns;

  /**
   * @param columns the batch's column for each input reference
   */
  ExpressionLowering(RexBuilder rexBuilder, ParameterValues parameters, IntUnaryOperator columns) {
    this.rexBuilder = rexBuilder;
    this.parameters = parameters;
    this.columns = columns;
  }

  Expression lower(RexNode node) {
    return switch (node) {
      case RexInputRef reference ->
          Expressions.column(
              columns.applyAsInt(reference.getIndex()), TypeMapping.toDataType(node.getType()));
      case RexLiteral literal ->
          Expressions.literal(
              TypeMapping.toDataType(literal.getType()),
              LiteralValues.of(literal, rexBuilder.getTypeFactory()));
      case RexDynamicParam parameter -> {
        DataType type = TypeMapping.toDataType(parameter.getType());
        yield Expressions.literal(type, LiteralValues.convert(parameters.get(parameter), type));
      }
      case RexCall call when call.getClass() == RexCall.class || call.getKind() == SqlKind.CAST ->
          lowerCall(call);
      default -> throw unsupported(node);
    };
  }

  private List<Expression> lower(List<RexNode> nodes) {
    List<Expression> expressions = new ArrayList<>(nodes.size());
    for (RexNode node : nodes) { // no stream: expressions nest, and each of its frames counts
      expressions.add(lower(node));
    }
    return expressions;
  }

  private Expression lowerCall(RexCall call) {
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      case AND -> Expressions.and(lower(operands));
      case OR -> Expressions.or(lower(operands));
      case NOT -> Expressions.not(lower(operands.getFirst()));
      case IS_NULL -> Expressions.isNull(lower(operands.getFirst()));
      case IS_NOT_NULL -> Expressions.isNotNull(lower(operands.getFirst()));
      case IS_TRUE -> Expressions.isTrue(lower(operands.getFirst()));
      case IS_FALSE -> Expressions.isFalse(lower(operands.getFirst()));
      case IS_NOT_TRUE -> Expressions.isNotTrue(lower(operands.getFirst()));
      case IS_NOT_FALSE -> Expressions.isNotFalse(lower(operands.getFirst()));
      case EQUALS -> compare(ComparisonOperator.EQUAL, call);
      case NOT_EQUALS -> compare(ComparisonOperator.NOT_EQUAL, call);
      case LESS_THAN -> compare(ComparisonOperator.LESS, call);
      case LESS_THAN_OR_EQUAL -> compare(ComparisonOperator.LESS_OR_EQUAL, call);
      case GREATER_THAN -> compare(ComparisonOperator.GREATER, call);
      case GREATER_THAN_OR_EQUAL -> compare(ComparisonOperator.GREATER_OR_EQUAL, call);
      case IS_DISTINCT_FROM -> {
        List<Expression> pair = comparable(operands);
        yield Expressions.isDistinctFrom(pair.get(0), pair.get(1));
      }
      case IS_NOT_DISTINCT_FROM -> {
        List<Expression> pair = comparable(operands);
        yield Expressions.isNotDistinctFrom(pair.get(0), pair.get(1));
      }
      case SEARCH -> search(call);
      case LIKE, SIMILAR -> like(call);
      case PLUS -> arithmetic(ArithmeticOperator.ADD, call);
      case MINUS -> arithmetic(ArithmeticOperator.SUBTRACT, call);
      case TIMES -> arithmetic(ArithmeticOperator.MULTIPLY, call);
      case DIVIDE -> arithmetic(ArithmeticOperator.DIVIDE, call);
      case MOD -> arithmetic(ArithmeticOperator.MODULO, call);
      case MINUS_PREFIX -> Expressions.negate(type(call), lower(operands.getFirst()));
      case PLUS_PREFIX -> lower(operands.getFirst());
      case CASE -> caseWhen(call);
      case ARRAY_VALUE_CONSTRUCTOR -> ListFunctions.listOf(type(call), lower(operands));
      case ITEM -> item(call);
      case SOME, ALL -> quantified(call);
      case COALESCE -> Expressions.coalesce(type(call), lower(operands));
      case NULLIF -> Expressions.nullIf(lower(operands.get(0)), lower(operands.get(1)));
      case CAST -> cast(call);
      case SAFE_CAST -> Expressions.safeCast(lower(operands.getFirst()), type(call));
      case EXTRACT ->
          Expressions.extract(unit(operands.get(0)), type(call), lower(operands.get(1)));
      case FLOOR -> rounded(call, ScalarFunction.FLOOR);
      case CEIL -> rounded(call, ScalarFunction.CEIL);
      case TIMESTAMP_ADD ->
          Expressions.timestampAdd(
              unit(operands.get(0)), type(call), lower(operands.get(1)), lower(operands.get(2)));
      case TIMESTAMP_DIFF ->
          Expressions.timestampDiff(
              unit(operands.get(0)), type(call), lower(operands.get(1)), lower(operands.get(2)));
      case TRIM -> trim(call);
      default -> {
        SqlKind bundle = TermBundle.kind(call);
        if (bundle != null) {
          yield bundle == SqlKind.AND
              ? Expressions.and(lower(operands))
              : Expressions.or(lower(operands));
        }
        if (call.getOperator() instanceof LibraryOperator operator) {
          yield operator
              .function(operands.stream().map(RexNode::getType).toList())
              .call(lower(operands));
        }
        if (call.getOperator() instanceof UnsignedCastOperator) {
          yield Expressions.cast(lower(operands.getFirst()), type(call));
        }
        if (call.getOperator() instanceof EnumOperator operator) {
          yield operator.call(type(call), lower(operands));
        }
        if (call.getOperator() instanceof SequenceOperator operator) {
          yield operator.expression();
        }
        if (call.getOperator() instanceof VariableOperator operator) {
          yield operator.expression();
        }
        if (call.getOperator() instanceof ListOperator operator) {
          yield operator.call(type(call), lower(operands));
        }
        if (call.getOperator() instanceof LambdaCall lambda) {
          ExpressionLowering body =
              new ExpressionLowering(rexBuilder, parameters, IntUnaryOperator.identity());
          yield lambda.call(type(call), lower(operands), body::lower);
        }
        if (call.getOperator().equals(SqlStdOperatorTable.CONCAT)
            && type(call).kind() == TypeKind.LIST) {
          yield ListFunctions.concat(type(call), lower(operands), true);
        }
        ScalarFunction function = Functions.of(call.getOperator());
        if (function == null) {
          throw unsupported(call);
        }
        yield Expressions.call(function, type(call), lower(operands));
      }
    };
  }

  private Expression item(RexCall call) {
    if (!TypeMapping.toDataType(call.getOperands().getFirst().getType()).isNested()) {
      throw unsupported(call);
    }
    return ListOperator.FIELD.call(type(call), lower(call.getOperands()));
  }

  /** Whether a value equals an element of a list, or differs from all of them. */
  private Expression quantified(RexCall call) {
    List<Expression> operands = lower(call.getOperands());
    boolean differs = call.getOperator().equals(SqlStdOperatorTable.ALL_NE);
    if (!differs && !call.getOperator().equals(SqlStdOperatorTable.SOME_EQ)
        || operands.get(1).type().kind() != TypeKind.LIST) {
      throw unsupported(call);
    }
    Expression equal = ListFunctions.isAny(operands.get(0), operands.get(1));
    return differs ? Expressions.not(equal) : equal;
  }

  private Expression compare(ComparisonOperator operator, RexCall call) {
    List<Expression> pair = comparable(call.getOperands());
    return Expressions.compare(operator, pair.get(0), pair.get(1));
  }

  /**
   * The operands of a comparison without widening casts, which would only cost time: the engine
   * compares exact numbers of different types. A double compares with doubles, as in other systems,
   * so that {@code x = 0.1} finds the double 0.1.
   */
  private List<Expression> comparable(List<RexNode> operands) {
    Expression left = lower(LosslessCasts.stripWidening(operands.get(0)));
    Expression right = lower(LosslessCasts.stripWidening(operands.get(1)));
    if (left.type().isNested() && right.type().isNested()) {
      RelDataType type =
          rexBuilder
              .getTypeFactory()
              .leastRestrictive(operands.stream().map(RexNode::getType).toList());
      DataType common =
          type == null
              ? ListFunctions.commonType(left.type(), right.type())
              : TypeMapping.toDataType(type);
      return List.of(Expressions.cast(left, common), Expressions.cast(right, common));
    }
    if (isMixed(left, right)) {
      right = Expressions.cast(right, DataType.FLOAT64);
    } else if (isMixed(right, left)) {
      left = Expressions.cast(left, DataType.FLOAT64);
    }
    return List.of(left, right);
  }

  private static boolean isMixed(Expression floating, Expression integral) {
    return floating.type().family() == TypeFamily.FLOATING
        && integral.type().family() == TypeFamily.INTEGRAL;
  }

  private Expression arithmetic(ArithmeticOperator operator, RexCall call) {
    boolean exact = type(call).family() == TypeFamily.INTEGRAL;
    List<RexNode> operands = call.getOperands();
    if (operands.size() != 2) {
      throw unsupported(call);
    }
    if (operands.stream().anyMatch(RexLiteral::isNullLiteral)) {
      return Expressions.literal(type(call), null);
    }
    RexNode left = operands.get(0);
    RexNode right = operands.get(1);
    if (CalciteTimes.isMonths(call.getType()) && SqlTypeUtil.isDatetime(left.getType())) {
      throw unsupported(call); // In a model of Calcite, the difference is to be in months.
    }
    return Expressions.arithmetic(
        operator,
        type(call),
        lower(exact ? LosslessCasts.stripWidening(left) : left),
        lower(exact ? LosslessCasts.stripWidening(right) : right));
  }

  private Expression caseWhen(RexCall call) {
    List<RexNode> operands = call.getOperands();
    List<Expression> conditions = new ArrayList<>();
    List<Expression> values = new ArrayList<>();
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      conditions.add(lower(operands.get(i)));
      values.add(value(operands.get(i + 1), type(call)));
    }
    Expression otherwise = value(operands.getLast(), type(call));
    return Expressions.caseWhen(conditions, values, otherwise, type(call));
  }

  /** A branch of a CASE; NULL and other literals get the type of the result at once. */
  private Expression value(RexNode node, DataType type) {
    return node instanceof RexLiteral literal && literal.isNull()
        ? Expressions.literal(type, null)
        : lower(node);
  }

  private Expression cast(RexCall call) {
    RexNode operand = call.getOperands().getFirst();
    if (operand instanceof RexLiteral literal && literal.isNull()) {
      return Expressions.literal(type(call), null);
    }
    return Expressions.cast(lower(operand), type(call));
  }

  private Expression search(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    Sarg<?> sarg = ((RexLiteral) call.getOperands().get(1)).getValueAs(Sarg.class);
    DataType type = TypeMapping.toDataType(operand.getType());
    ColumnPredicate predicate = sarg == null ? null : Ranges.toPredicate(sarg, type);
    if (predicate == null) {
      return lower(RexUtil.expandSearch(rexBuilder, null, call));
    }
    Expression value = lower(operand);
    Expression search = Expressions.search(value, predicate);
    return sarg.nullAs == RexUnknownAs.FALSE
        ? Expressions.and(Expressions.isNotNull(value), search)
        : search;
  }

  private Expression like(RexCall call) {
    SqlLikeOperator operator = (SqlLikeOperator) call.getOperator();
    if (operator.isNegated()) {
      throw unsupported(call);
    }
    boolean similar = call.getKind() == SqlKind.SIMILAR;
    boolean caseSensitive = similar || operator.isCaseSensitive();
    List<RexNode> operands = call.getOperands();
    if (!operands.stream().skip(1).allMatch(ExpressionLowering::isConstant)) {
      return likeComputed(operands, similar, caseSensitive);
    }
    String text = constantText(operands.get(1));
    String escapeText = operands.size() > 2 ? constantText(operands.get(2)) : "";
    if (text == null || escapeText == null) {
      return Expressions.literal(DataType.BOOLEAN, null);
    }
    Character escape = ComputedPattern.escape(escapeText);
    Expression operand = lower(operands.getFirst());
    if (similar) {
      return Expressions.similar(operand, text, escape);
    }
    return caseSensitive
        ? Expressions.like(operand, text, escape)
        : Expressions.like(
            inLowerCase(operand),
            text.toLowerCase(Locale.ROOT),
            escape == null ? null : Character.toLowerCase(escape));
  }

  private Expression likeComputed(List<RexNode> operands, boolean similar, boolean caseSensitive) {
    List<Expression> texts = new ArrayList<>(lower(operands));
    if (texts.size() == 2) {
      texts.add(Expressions.literal(DataType.VARCHAR, ""));
    }
    texts.replaceAll(text -> Expressions.cast(text, DataType.VARCHAR));
    if (!caseSensitive) {
      texts.replaceAll(ExpressionLowering::inLowerCase);
    }
    return ComputedPattern.matches(
        similar ? ComputedPattern.Syntax.SIMILAR : ComputedPattern.Syntax.LIKE,
        texts.get(0),
        texts.get(1),
        texts.get(2));
  }

  private static Expression inLowerCase(Expression text) {
    return Expressions.call(ScalarFunction.LOWER, text.type(), List.of(text));
  }

  private static boolean isConstant(RexNode node) {
    return node instanceof RexLiteral || node instanceof RexDynamicParam;
  }

  private @Nullable String constantText(RexNode node) {
    Object value =
        switch (node) {
          case RexLiteral literal -> LiteralValues.of(literal, rexBuilder.getTypeFactory());
          case RexDynamicParam parameter -> parameters.get(parameter);
          default -> null;
        };
    return value == null ? null : value.toString();
  }

  private Expression rounded(RexCall call, ScalarFunction function) {
    List<RexNode> operands = call.getOperands();
    if (operands.size() == 1) {
      return Expressions.call(function, type(call), lower(operands));
    }
    TimeUnit unit = unit(operands.get(1));
    Expression operand = lower(operands.get(0));
    return function == ScalarFunction.FLOOR
        ? Expressions.floorTo(unit, operand)
        : Expressions.ceilTo(unit, operand);
  }

  private Expression trim(RexCall call) {
    List<RexNode> operands = call.getOperands();
    if (operands.size() != 3 || !(operands.get(0) instanceof RexLiteral flag)) {
      throw unsupported(call);
    }
    ScalarFunction function =
        switch (flag.getValueAs(SqlTrimFunction.Flag.class)) {
          case BOTH -> ScalarFunction.TRIM;
          case LEADING -> ScalarFunction.LTRIM;
          case TRAILING -> ScalarFunction.RTRIM;
          case null -> throw unsupported(call);
        };
    return Expressions.call(
        function, type(call), List.of(lower(operands.get(2)), lower(operands.get(1))));
  }

  private static TimeUnit unit(RexNode node) {
    Object value = node instanceof RexLiteral literal ? literal.getValue() : null;
    String name =
        switch (value) {
          case TimeUnitRange range -> range.name();
          case org.apache.calcite.avatica.util.TimeUnit unit -> unit.name();
          case null, default -> throw unsupported(node);
        };
    for (TimeUnit unit : TimeUnit.values()) {
      if (unit.name().equals(name)) {
        return unit;
      }
    }
    throw unsupported(node);
  }

  private static DataType type(RexCall call) {
    return TypeMapping.toDataType(call.getType());
  }

  private static PacelineException unsupported(RexNode node) {
    return new PacelineException(ErrorCode.NOT_SUPPORTED, "the engine cannot compute " + node);
  }
}
