package dev.paceline.calcite.function;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.function.EnumCasts;
import dev.paceline.core.expr.list.ListFunctions;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import dev.paceline.grammar.definition.EnumRelType;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/**
 * A function of the values of an ENUM. The casts between values and labels are such functions, too,
 * because Calcite takes an ENUM for a VARCHAR, and would remove its own casts.
 */
public final class EnumOperator extends SqlFunction {
  private static final SqlReturnTypeInference STRINGS =
      binding -> {
        RelDataTypeFactory factory = binding.getTypeFactory();
        RelDataType string = factory.createSqlType(SqlTypeName.VARCHAR);
        return factory.createArrayType(factory.createTypeWithNullability(string, true), -1);
      };

  private static final EnumOperator LABEL =
      new EnumOperator(
          "ENUM_LABEL",
          ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.TO_NULLABLE),
          OperandTypes.ANY,
          (result, operands) -> Expressions.cast(operands.getFirst(), DataType.VARCHAR));

  private static final EnumOperator VALUE =
      new EnumOperator(
          "ENUM_VALUE",
          ReturnTypes.ARG0, // each call has a type of its own
          OperandTypes.ANY,
          (result, operands) -> Expressions.cast(operands.getFirst(), result));

  private static final EnumOperator VALUE_OR_NULL =
      new EnumOperator(
          "TRY_ENUM_VALUE",
          ReturnTypes.ARG0, // each call has a type of its own
          OperandTypes.ANY,
          (result, operands) -> Expressions.safeCast(operands.getFirst(), result));

  private static final EnumOperator CODE =
      new EnumOperator(
          "ENUM_CODE",
          ReturnTypes.INTEGER.andThen(SqlTypeTransforms.TO_NULLABLE),
          OperandTypes.CHARACTER,
          (result, operands) -> EnumCasts.code(enumeration(operands)));

  private static final EnumOperator RANGE =
      new EnumOperator(
          "ENUM_RANGE",
          STRINGS,
          OperandTypes.CHARACTER,
          (result, operands) -> labels(enumeration(operands).type()));

  private static final EnumOperator FIRST = end("ENUM_FIRST", true);
  private static final EnumOperator LAST = end("ENUM_LAST", false);

  private static final EnumOperator BOUNDARY =
      new EnumOperator(
          "ENUM_RANGE_BOUNDARY",
          STRINGS,
          OperandTypes.ANY_ANY,
          (result, operands) -> {
            DataType type = enumeration(operands).type();
            return ListFunctions.slice(
                labels(type),
                place(operands.get(0), 1),
                place(operands.get(1), type.enumLabels().size()),
                Expressions.literal(DataType.INT64, 1L));
          });

  /** The functions that statements may call. */
  public static final List<EnumOperator> FUNCTIONS = List.of(CODE, RANGE, FIRST, LAST, BOUNDARY);

  private final BiFunction<DataType, List<Expression>, Expression> body;

  private EnumOperator(
      String name,
      SqlReturnTypeInference result,
      SqlOperandTypeChecker operands,
      BiFunction<DataType, List<Expression>, Expression> body) {
    super(
        name,
        SqlKind.OTHER_FUNCTION,
        result,
        null,
        operands,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.body = body;
  }

  /** Returns the label of a value. */
  public static RexNode label(RexBuilder builder, RexNode value) {
    return builder.makeCall(LABEL, value);
  }

  /** Returns the value whose label an expression is, or the expression if it is none. */
  public static RexNode labelled(RexNode expression) {
    return expression instanceof RexCall call && call.getOperator().equals(LABEL)
        ? call.getOperands().getFirst()
        : expression;
  }

  /** Returns the value that has a label, which must be one of the type. */
  public static RexNode value(RexBuilder builder, EnumRelType type, RexNode label) {
    RelDataType result =
        builder.getTypeFactory().createTypeWithNullability(type, label.getType().isNullable());
    return builder.makeCall(result, VALUE, List.of(label));
  }

  /** Returns the value that has a label, or NULL if there is none. */
  public static RexNode valueOrNull(RexBuilder builder, EnumRelType type, RexNode label) {
    RelDataType result = builder.getTypeFactory().createTypeWithNullability(type, true);
    return builder.makeCall(result, VALUE_OR_NULL, List.of(label));
  }

  /** Whether a call of an operator has the labels of its arguments, and not their values. */
  public static boolean takesLabels(SqlOperator operator) {
    return operator instanceof SqlFunction function
            && function.getFunctionType() == SqlFunctionCategory.STRING
        || operator instanceof LibraryOperator;
  }

  /** Returns the engine's expression of a call. */
  public Expression call(DataType result, List<Expression> operands) {
    return body.apply(result, operands);
  }

  private static EnumOperator end(String name, boolean first) {
    return new EnumOperator(
        name,
        ReturnTypes.VARCHAR_NULLABLE,
        OperandTypes.CHARACTER,
        (result, operands) -> {
          List<String> labels = enumeration(operands).type().enumLabels();
          String label = labels.isEmpty() ? null : first ? labels.getFirst() : labels.getLast();
          return Expressions.literal(result, label);
        });
  }

  private static Expression enumeration(List<Expression> operands) {
    return operands.stream()
        .filter(operand -> operand.type().isEnum())
        .findFirst()
        .orElseThrow(
            () ->
                new PacelineException(
                    ErrorCode.TYPE_MISMATCH,
                    "the function needs a value of an ENUM, such as NULL::mood"));
  }

  private static Expression labels(DataType type) {
    return ListFunctions.listOf(
        DataType.list(DataType.VARCHAR),
        type.enumLabels().stream()
            .map(label -> Expressions.literal(DataType.VARCHAR, label))
            .toList());
  }

  /** The position of a value in the list of all labels, or another one for NULL. */
  private static Expression place(Expression value, long otherwise) {
    Expression other = Expressions.literal(DataType.INT64, otherwise);
    if (!value.type().isEnum()) {
      return other;
    }
    Expression place =
        Expressions.arithmetic(
            ArithmeticOperator.ADD,
            DataType.INT64,
            EnumCasts.code(value),
            Expressions.literal(DataType.INT64, 1L));
    return Expressions.coalesce(DataType.INT64, List.of(place, other));
  }
}
