package dev.paceline.calcite.function;

import dev.paceline.core.type.Micros;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlAvgAggFunction;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;

/** AVG of numbers, of intervals, and of dates and timestamps, whose mean is a timestamp. */
public final class AverageOperator extends SqlAvgAggFunction {
  public static final AverageOperator INSTANCE = new AverageOperator();

  private static final SqlOperandTypeChecker OPERANDS =
      OperandTypes.or(
          OperandTypes.NUMERIC,
          OperandTypes.family(SqlTypeFamily.DATE),
          OperandTypes.family(SqlTypeFamily.TIMESTAMP),
          OperandTypes.family(SqlTypeFamily.DATETIME_INTERVAL));

  private AverageOperator() {
    super(SqlKind.AVG);
  }

  /** Whether it is the mean of moments, which the planner expresses by their microseconds. */
  public static boolean isOfMoments(SqlKind aggregate, RelDataType argument) {
    return aggregate == SqlKind.AVG
        && (argument.getSqlTypeName() == SqlTypeName.DATE
            || argument.getSqlTypeName() == SqlTypeName.TIMESTAMP);
  }

  @Override
  public SqlOperandTypeChecker getOperandTypeChecker() {
    return OPERANDS;
  }

  @Override
  public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
    return OPERANDS.checkOperandTypes(binding, throwOnFailure);
  }

  @Override
  public RelDataType inferReturnType(SqlOperatorBinding binding) {
    RelDataType argument = binding.getOperandType(0);
    if (SqlTypeName.INTERVAL_TYPES.contains(argument.getSqlTypeName())) {
      return binding.getTypeFactory().createTypeWithNullability(argument, true);
    }
    if (!isOfMoments(getKind(), argument)) {
      return super.inferReturnType(binding);
    }
    return binding
        .getTypeFactory()
        .createTypeWithNullability(
            binding.getTypeFactory().createSqlType(SqlTypeName.TIMESTAMP, Micros.FRACTION_DIGITS),
            true);
  }
}
