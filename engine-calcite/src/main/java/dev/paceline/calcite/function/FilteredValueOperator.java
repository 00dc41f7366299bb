package dev.paceline.calcite.function;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * Stands for the argument of a window function with a FILTER that counts NULLs: the condition, and
 * the value. The planner takes both apart.
 */
public final class FilteredValueOperator extends SqlFunction {
  public static final FilteredValueOperator INSTANCE = new FilteredValueOperator();

  private FilteredValueOperator() {
    super(
        "FILTERED_VALUE",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG1.andThen(SqlTypeTransforms.FORCE_NULLABLE),
        null,
        OperandTypes.family(SqlTypeFamily.BOOLEAN, SqlTypeFamily.ANY),
        SqlFunctionCategory.SYSTEM);
  }

  /** No table of operators has it. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    RelDataType type = validateOperands(validator, scope, call);
    validator.setValidatedNodeType(call, type);
    return type;
  }
}
