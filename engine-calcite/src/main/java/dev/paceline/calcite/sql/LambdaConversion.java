package dev.paceline.calcite.sql;

import dev.paceline.calcite.function.LambdaCall;
import dev.paceline.calcite.function.LambdaFunction;
import dev.paceline.calcite.function.LambdaOperator;
import dev.paceline.calcite.function.LambdaParameter;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.list.LambdaColumns;
import dev.paceline.grammar.Lambdas;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.jspecify.annotations.Nullable;

/** How calls with lambda functions become expressions: their bodies are closed. */
final class LambdaConversion {
  private LambdaConversion() {}

  /** The value of a parameter, until the function around it is closed. */
  static RexNode parameter(SqlRexContext context, SqlCall call) {
    LambdaParameter parameter = (LambdaParameter) call.getOperator();
    return context.getRexBuilder().makeCall(parameter.type(), parameter, List.of());
  }

  static RexNode call(SqlRexContext context, SqlCall call) {
    Lambdas.Taker taker = ((LambdaOperator) call.getOperator()).taker();
    boolean reduces = taker == Lambdas.Taker.REDUCE;
    RexBuilder rexBuilder = context.getRexBuilder();
    RelDataType type = context.getValidator().getValidatedNodeType(call);
    List<RexNode> captured = new ArrayList<>();
    List<RexNode> operands = new ArrayList<>();
    operands.add(context.convertExpression(call.operand(0)));
    LambdaFunction function = LambdaFunction.of((SqlCall) call.operand(1));
    RelDataType element = function.parameters().get(reduces ? 1 : 0).type();
    RexNode body = closed(context, call, 1, reduces, captured);
    LambdaCall closed =
        switch (taker) {
          case TRANSFORM -> LambdaCall.transform(element, body, null);
          case FILTER ->
              LambdaCall.transform(
                  element, rexBuilder.makeInputRef(element, LambdaColumns.ELEMENT), body);
          case COMPREHENSION ->
              LambdaCall.transform(
                  element,
                  body,
                  call.operandCount() > 2 ? closed(context, call, 2, false, captured) : null);
          case REDUCE -> {
            boolean initial = call.operandCount() > 2;
            if (initial) {
              operands.add(context.convertExpression(call.operand(2)));
            }
            yield LambdaCall.reduce(element, body, initial);
          }
        };
    operands.addAll(captured);
    return rexBuilder.makeCall(type, closed, operands);
  }

  private static RexNode closed(
      SqlRexContext context, SqlCall call, int operand, boolean reduces, List<RexNode> captured) {
    SqlCall lambda = call.operand(operand);
    RexNode body = context.convertExpression(lambda.operand(0));
    return body.accept(
        new Closing(
            context.getRexBuilder(), LambdaFunction.of(lambda).parameters(), reduces, captured));
  }

  /** Puts columns in the place of parameters and of values from outside, which it collects. */
  private static final class Closing extends RexShuttle {
    private final RexBuilder rexBuilder;
    private final List<LambdaParameter> parameters;
    private final boolean reduces;
    private final List<RexNode> captured;

    Closing(
        RexBuilder rexBuilder,
        List<LambdaParameter> parameters,
        boolean reduces,
        List<RexNode> captured) {
      this.rexBuilder = rexBuilder;
      this.parameters = parameters;
      this.reduces = reduces;
      this.captured = captured;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // an inner lambda may have a parameter of the same name
    public RexNode visitCall(RexCall call) {
      if (!(call.getOperator() instanceof LambdaParameter parameter)) {
        return super.visitCall(call);
      }
      for (int i = 0; i < parameters.size(); i++) {
        if (parameters.get(i) == parameter) {
          return rexBuilder.makeInputRef(parameter.type(), column(i));
        }
      }
      return capture(call);
    }

    private int column(int parameter) {
      if (!reduces) {
        return parameter == 0 ? LambdaColumns.ELEMENT : LambdaColumns.INDEX;
      }
      return switch (parameter) {
        case 0 -> LambdaColumns.ACCUMULATOR;
        case 1 -> LambdaColumns.ELEMENT;
        default -> LambdaColumns.INDEX;
      };
    }

    private RexNode capture(RexNode value) {
      int index = captured.indexOf(value);
      if (index < 0) {
        index = captured.size();
        captured.add(value);
      }
      return rexBuilder.makeInputRef(value.getType(), LambdaColumns.CAPTURED + index);
    }

    @Override
    public RexNode visitInputRef(RexInputRef column) {
      return capture(column);
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess correlated) {
      return capture(correlated);
    }

    @Override
    public RexNode visitDynamicParam(RexDynamicParam parameter) {
      return capture(parameter);
    }

    @Override
    public RexNode visitOver(RexOver over) {
      return capture(withoutParameters(over));
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      return capture(withoutParameters(query));
    }

    private RexNode withoutParameters(RexNode node) {
      node.accept(
          new RexShuttle() {
            @Override
            public @Nullable RexNode visitCall(RexCall call) {
              if (call.getOperator() instanceof LambdaParameter parameter) {
                throw new PacelineException(
                    ErrorCode.NOT_SUPPORTED,
                    "window functions of the parameter "
                        + parameter.getName()
                        + " of a lambda function are not supported");
              }
              return super.visitCall(call);
            }
          });
      return node;
    }
  }
}
