package dev.paceline.calcite.interval;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Optionality;

/** SUM of intervals, which the planner expresses by sums of their fields. */
public final class IntervalSum extends SqlAggFunction {
  public static final IntervalSum INSTANCE = new IntervalSum();

  private IntervalSum() {
    super(
        "SUM",
        null,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0_FORCE_NULLABLE,
        null,
        OperandTypes.family(SqlTypeFamily.DATETIME_INTERVAL),
        SqlFunctionCategory.NUMERIC,
        false,
        false,
        Optionality.FORBIDDEN);
  }

  /** No table of operators has it. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    RelDataType type = validateOperands(validator, scope, call);
    validator.setValidatedNodeType(call, type);
    return type;
  }

  /** Whether an aggregate is the sum or the mean of intervals. */
  public static boolean isSumOrMean(SqlAggFunction aggregate, RelDataType argument) {
    return aggregate.equals(INSTANCE)
        || aggregate.getKind() == SqlKind.AVG
            && SqlTypeName.INTERVAL_TYPES.contains(argument.getSqlTypeName());
  }
}
