package dev.paceline.calcite.rule;

import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlSumAggFunction;
import org.apache.calcite.sql.fun.SqlSumEmptyIsZeroAggFunction;
import org.apache.calcite.sql.type.ReturnTypes;
import org.jspecify.annotations.Nullable;

/** Tells how aggregates of parts of the rows become aggregates of all rows. */
public final class MergingFunction {
  /** The sum of sums, which has the type of these sums and not a wider one. */
  private static final SqlAggFunction SUM_OF_SUMS =
      new SqlSumAggFunction(null) {
        @Override
        public RelDataType inferReturnType(SqlOperatorBinding binding) {
          return ReturnTypes.ARG0_NULLABLE_IF_EMPTY.inferReturnType(binding);
        }
      };

  /** The sum of counts, and of sums that are 0 for no rows. */
  private static final SqlAggFunction SUM_OF_COUNTS =
      new SqlSumEmptyIsZeroAggFunction() {
        @Override
        public RelDataType inferReturnType(SqlOperatorBinding binding) {
          return binding.getOperandType(0);
        }
      };

  private MergingFunction() {}

  /** The function that makes one result of those of parts; null if there is none. */
  public static @Nullable SqlAggFunction of(AggregateCall call) {
    if (call.isDistinct()) {
      return null;
    }
    return switch (call.getAggregation().getKind()) {
      case COUNT, SUM0 -> SUM_OF_COUNTS;
      case SUM -> SUM_OF_SUMS;
      case MIN, MAX, ANY_VALUE, BIT_AND, BIT_OR, BIT_XOR -> call.getAggregation();
      default -> null;
    };
  }
}
