package dev.paceline.calcite.function;

import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * {@code getvariable('name')} with the value that the variable has while a statement is planned.
 */
public final class VariableOperator extends SqlFunction {
  private final DataType type;
  private final @Nullable Object value;

  /**
   * @param type of the value, as expressions have it
   * @param dataType of the value
   * @param value as {@link Expressions#literal} takes it; null for NULL
   */
  public VariableOperator(
      String name, RelDataType type, DataType dataType, @Nullable Object value) {
    super(
        "GETVARIABLE('" + name + "')",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.explicit(type),
        null,
        OperandTypes.NILADIC,
        SqlFunctionCategory.SYSTEM);
    this.type = dataType;
    this.value = value;
  }

  /** Returns the engine's expression. */
  public Expression expression() {
    return Expressions.literal(type, value);
  }

  /** No table of operators has it. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    RelDataType derived = validateOperands(validator, scope, call);
    validator.setValidatedNodeType(call, derived);
    return derived;
  }
}
