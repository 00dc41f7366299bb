package dev.paceline.calcite.sql.variable;

import dev.paceline.calcite.adapter.SessionVariables;
import dev.paceline.calcite.adapter.SessionVariables.Variable;
import dev.paceline.calcite.function.VariableOperator;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * Calls of {@code getvariable}, whose argument is the name of a variable. They become the value of
 * the variable; the plan cache tells plans for different values apart.
 */
public final class VariableCalls {
  private VariableCalls() {}

  /**
   * Returns a call with the value that it stands for, which is NULL if there is no such variable.
   *
   * @param variables of the session; null if there is no session
   */
  public static @Nullable SqlNode resolve(
      @Nullable SqlNode node, @Nullable SessionVariables variables, RelDataTypeFactory types) {
    if (!(node instanceof SqlCall call)
        || !(call.getOperator() instanceof SqlFunction function)
        || !function.getName().equalsIgnoreCase("getvariable")
        || call.operandCount() != 1) {
      return node;
    }
    if (!(call.operand(0) instanceof SqlLiteral literal)
        || literal.getValue() != null && !(literal.getValue() instanceof NlsString)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "getvariable of anything but the name of a variable is not supported; write"
              + " getvariable('name')");
    }
    Variable variable =
        variables == null || literal.getValue() == null
            ? null
            : variables.find(literal.getValueAs(String.class));
    return variable == null
        ? SqlLiteral.createNull(call.getParserPosition())
        : new VariableOperator(
                variable.name(),
                types.createTypeWithNullability(
                    TypeMapping.toRelType(types, variable.type()), variable.value() == null),
                variable.type(),
                variable.value())
            .createCall(call.getParserPosition());
  }
}
