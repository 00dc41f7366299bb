package dev.paceline.calcite.function;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.Lambdas;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * A function of a list and a {@link LambdaFunction}, as the validator knows it. The type of the
 * list decides about the types of the parameters, and these about the type of the result.
 */
public final class LambdaOperator extends SqlFunction {
  private final Lambdas.Taker taker;

  private LambdaOperator(Lambdas.Taker taker) {
    super(
        "LIST_" + taker,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0,
        (call, returnType, types) ->
            prepare(taker, call.getValidator(), call.getScope(), call.getCall()),
        OperandTypes.VARIADIC,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.taker = taker;
  }

  /** Returns the operator of a function. */
  public static LambdaOperator of(Lambdas.Taker taker) {
    return new LambdaOperator(taker);
  }

  /** Returns what the function does with the lambda function. */
  public Lambdas.Taker taker() {
    return taker;
  }

  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    prepare(taker, validator, scope, call);
    RelDataTypeFactory factory = validator.getTypeFactory();
    RelDataType list = validator.deriveType(scope, call.operand(0));
    RelDataType body = validator.deriveType(scope, call.operand(1));
    if (taker == Lambdas.Taker.COMPREHENSION && call.operandCount() > 2) {
      validator.deriveType(scope, call.operand(2));
    }
    return switch (taker) {
      case TRANSFORM, COMPREHENSION ->
          factory.createTypeWithNullability(
              ListTypes.listOf(factory, List.of(ListTypes.anyLength(factory, body))),
              list.isNullable());
      case FILTER ->
          factory.createTypeWithNullability(
              ListTypes.listOf(factory, List.of(element(factory, call, list))), list.isNullable());
      case REDUCE -> reduced(validator, scope, call, body);
    };
  }

  /**
   * The type of the accumulator, which is widened once to that of the body: a sum of numbers could
   * get another digit with each element.
   */
  private static RelDataType reduced(
      SqlValidator validator, SqlValidatorScope scope, SqlCall call, RelDataType body) {
    LambdaParameter accumulator = function(call, 1).parameters().getFirst();
    RelDataTypeFactory factory = validator.getTypeFactory();
    RelDataType common = factory.leastRestrictive(List.of(accumulator.type(), body));
    if (common == null) {
      throw new PacelineException(
          ErrorCode.TYPE_MISMATCH,
          "list_reduce of " + accumulator.type() + " needs a function of that type, not " + body);
    }
    RelDataType wide =
        factory.createTypeWithNullability(ListTypes.anyLength(factory, common), true);
    if (!wide.equals(accumulator.type())) {
      accumulator.setType(wide);
      call.operand(1).accept(forgetting(validator));
      validator.deriveType(scope, call.operand(1));
    }
    return wide;
  }

  /** Lets a validator forget the types of expressions. */
  private static SqlBasicVisitor<@Nullable Void> forgetting(SqlValidator validator) {
    return new SqlBasicVisitor<@Nullable Void>() {
      @Override
      public @Nullable Void visit(SqlCall call) {
        validator.removeValidatedNodeType(call);
        return super.visit(call);
      }
    };
  }

  /** Sets the types of the parameters. */
  private static void prepare(
      Lambdas.Taker taker, SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    RelDataTypeFactory factory = validator.getTypeFactory();
    RelDataType element = element(factory, call, validator.deriveType(scope, call.operand(0)));
    RelDataType index = factory.createSqlType(SqlTypeName.BIGINT);
    if (taker == Lambdas.Taker.REDUCE) {
      List<LambdaParameter> parameters = function(call, 1).parameters();
      if (parameters.getFirst().knownType() == null) {
        parameters.getFirst().setType(accumulator(validator, scope, call, element));
      }
      setTypes(parameters.subList(1, parameters.size()), element, index);
      return;
    }
    for (int i = 1; i < call.operandCount(); i++) {
      setTypes(function(call, i).parameters(), element, index);
    }
  }

  private static RelDataType accumulator(
      SqlValidator validator, SqlValidatorScope scope, SqlCall call, RelDataType element) {
    if (call.operandCount() < 3) {
      return element;
    }
    RelDataTypeFactory factory = validator.getTypeFactory();
    RelDataType initial = validator.deriveType(scope, call.operand(2));
    RelDataType common = factory.leastRestrictive(List.of(element, initial));
    if (common == null) {
      throw new PacelineException(
          ErrorCode.TYPE_MISMATCH,
          "list_reduce of " + element + " cannot begin with a value of " + initial);
    }
    return factory.createTypeWithNullability(ListTypes.anyLength(factory, common), true);
  }

  private static void setTypes(
      List<LambdaParameter> parameters, RelDataType element, RelDataType index) {
    parameters.getFirst().setType(element);
    if (parameters.size() > 1) {
      parameters.get(1).setType(index);
    }
  }

  private static LambdaFunction function(SqlCall call, int operand) {
    return LambdaFunction.of((SqlCall) call.operand(operand));
  }

  /** The type of the elements of a list, which may be NULL; BIGINT for those of NULL. */
  private static RelDataType element(RelDataTypeFactory factory, SqlCall call, RelDataType list) {
    RelDataType element = list.getComponentType();
    if (list.getSqlTypeName() != SqlTypeName.ARRAY || element == null) {
      boolean unknown =
          list.getSqlTypeName() == SqlTypeName.NULL || list.getSqlTypeName() == SqlTypeName.UNKNOWN;
      if (!unknown) {
        throw new PacelineException(
            ErrorCode.TYPE_MISMATCH,
            call.getOperator().getName().toLowerCase(Locale.ROOT)
                + " needs a list, not a value of the type "
                + list);
      }
      element = factory.createSqlType(SqlTypeName.BIGINT);
    }
    return factory.createTypeWithNullability(ListTypes.anyLength(factory, element), true);
  }
}
