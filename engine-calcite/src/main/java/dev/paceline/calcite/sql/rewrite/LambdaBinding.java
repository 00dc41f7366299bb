package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.function.LambdaFunction;
import dev.paceline.calcite.function.LambdaOperator;
import dev.paceline.calcite.function.LambdaParameter;
import dev.paceline.calcite.function.ListOperator;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.Lambdas;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLambda;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Puts parameters in the place of their names in the bodies of lambda functions. */
final class LambdaBinding {
  private LambdaBinding() {}

  /** The call of a function that takes a lambda function, with that; null for other calls. */
  static @Nullable SqlNode rewrite(SqlBasicCall call) {
    if (!(call.getOperator() instanceof SqlFunction function)) {
      return null;
    }
    Lambdas.Taker taker = Lambdas.taker(function.getName());
    if (taker == null || call.getOperator() instanceof LambdaOperator) {
      return null;
    }
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    check(taker, function.getName(), operands);
    for (int i = 1; i < operands.size(); i++) {
      if (operands.get(i) instanceof SqlLambda lambda) {
        operands.set(i, bound(lambda));
      }
    }
    return LambdaOperator.of(taker).createCall(call.getParserPosition(), operands);
  }

  private static void check(Lambdas.Taker taker, String name, List<SqlNode> operands) {
    boolean reduces = taker == Lambdas.Taker.REDUCE;
    boolean known =
        operands.size() >= 2
            && operands.size() <= (reduces || taker == Lambdas.Taker.COMPREHENSION ? 3 : 2)
            && operands.get(1) instanceof SqlLambda;
    if (!known) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          name.toLowerCase(Locale.ROOT)
              + " takes a list and a lambda function"
              + (reduces ? ", then an initial value if there is one" : ""));
    }
    int required = reduces ? 2 : 1;
    for (SqlNode operand : operands) {
      if (operand instanceof SqlLambda lambda) {
        int count = lambda.getParameters().size();
        if (count < required || count > required + 1) {
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "the lambda function has "
                  + count
                  + " parameters, not "
                  + required
                  + " or "
                  + (required + 1));
        }
      }
    }
  }

  private static SqlNode bound(SqlLambda lambda) {
    List<LambdaParameter> parameters = new ArrayList<>();
    Map<String, LambdaParameter> byName = new HashMap<>();
    for (SqlNode name : lambda.getParameters()) {
      LambdaParameter parameter = new LambdaParameter(((SqlIdentifier) name).getSimple());
      parameters.add(parameter);
      if (byName.put(key(parameter.getName()), parameter) != null) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "a lambda function cannot have two parameters " + parameter.getName());
      }
    }
    SqlNode body = lambda.getExpression().accept(new Names(byName));
    return new LambdaFunction(parameters).createCall(lambda.getParserPosition(), body);
  }

  private static String key(String name) {
    return name.toUpperCase(Locale.ROOT);
  }

  /** Replaces names, but those that are parameters of a lambda function further inside. */
  private static final class Names extends SqlShuttle {
    private final Map<String, LambdaParameter> parameters;

    Names(Map<String, LambdaParameter> parameters) {
      this.parameters = parameters;
    }

    @Override
    public SqlNode visit(SqlIdentifier name) {
      LambdaParameter parameter = parameters.get(key(name.names.getFirst()));
      if (parameter == null || name.isStar()) {
        return name;
      }
      SqlNode value = parameter.createCall(name.getParserPosition());
      for (String field : name.names.subList(1, name.names.size())) {
        value =
            ListOperator.FIELD.createCall(
                name.getParserPosition(),
                value,
                SqlLiteral.createCharString(field, name.getParserPosition()));
      }
      return value;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY)) {
        throw new PacelineException(
            ErrorCode.NOT_SUPPORTED,
            "sub-queries in lambda functions are not supported; join the query, and use its column"
                + " in the lambda function");
      }
      if (!(call instanceof SqlLambda lambda)) {
        return super.visit(call);
      }
      Map<String, LambdaParameter> outer = new HashMap<>(parameters);
      lambda.getParameters().forEach(name -> outer.remove(key(((SqlIdentifier) name).getSimple())));
      return new SqlLambda(
          lambda.getParserPosition(),
          lambda.getParameters(),
          lambda.getExpression().accept(new Names(outer)));
    }
  }
}
