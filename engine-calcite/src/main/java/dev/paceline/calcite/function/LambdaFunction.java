package dev.paceline.calcite.function;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** A lambda function with its parameters; the operand of its only call is the body. */
public final class LambdaFunction extends SqlSpecialOperator {
  private final List<LambdaParameter> parameters;

  public LambdaFunction(List<LambdaParameter> parameters) {
    super("LAMBDA", SqlKind.OTHER);
    this.parameters = List.copyOf(parameters);
  }

  /** Returns the parameters in their order. */
  public List<LambdaParameter> parameters() {
    return parameters;
  }

  /** Returns the function that an argument is. */
  public static LambdaFunction of(SqlCall argument) {
    return (LambdaFunction) argument.getOperator();
  }

  /** The type of the value of the function. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    return validator.deriveType(scope, call.operand(0));
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int left, int right) {
    writer.keyword("lambda");
    for (int i = 0; i < parameters.size(); i++) {
      writer.sep(i == 0 ? "" : ",");
      writer.identifier(parameters.get(i).getName(), false);
    }
    writer.print(":");
    call.operand(0).unparse(writer, 0, 0);
  }
}
