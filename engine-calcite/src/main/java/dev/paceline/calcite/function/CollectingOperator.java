package dev.paceline.calcite.function;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.util.Optionality;

/** An aggregate function that needs all values of its group, as the validator knows it. */
public final class CollectingOperator extends SqlAggFunction {
  private static final SqlReturnTypeInference TEXT =
      ReturnTypes.explicit(SqlTypeName.VARCHAR).andThen(SqlTypeTransforms.FORCE_NULLABLE);
  private static final SqlReturnTypeInference NUMBER =
      ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE);
  private static final SqlReturnTypeInference VALUE =
      ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE);
  private static final SqlOperandTypeChecker TWO =
      OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.ANY);

  /** The strings of the group, with the separator between them. */
  public static final CollectingOperator STRING_AGG =
      new CollectingOperator(
          "STRING_AGG", TEXT, OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.CHARACTER));

  /** The number at a fraction of the sorted ones, interpolated between the two next to it. */
  public static final CollectingOperator QUANTILE_CONT =
      new CollectingOperator(
          "QUANTILE_CONT",
          NUMBER,
          OperandTypes.family(SqlTypeFamily.NUMERIC, SqlTypeFamily.NUMERIC));

  /** The first of the sorted values up to which there is a fraction of them. */
  public static final CollectingOperator QUANTILE_DISC =
      new CollectingOperator(
          "QUANTILE_DISC", VALUE, OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.NUMERIC));

  /** The most frequent value; of several the smallest. */
  public static final CollectingOperator MODE =
      new CollectingOperator("MODE", VALUE, OperandTypes.ANY);

  /** The first argument where the second one is smallest. */
  public static final CollectingOperator ARG_MIN = new CollectingOperator("ARG_MIN", VALUE, TWO);

  /** The first argument where the second one is largest. */
  public static final CollectingOperator ARG_MAX = new CollectingOperator("ARG_MAX", VALUE, TWO);

  /** The first value in the order of the call. */
  public static final CollectingOperator FIRST =
      new CollectingOperator("FIRST", VALUE, OperandTypes.ANY);

  /** The last value in the order of the call. */
  public static final CollectingOperator LAST =
      new CollectingOperator("LAST", VALUE, OperandTypes.ANY);

  /** The list of all values, NULLs included; NULL if there is none. */
  public static final CollectingOperator ARRAY_AGG =
      new CollectingOperator(
          "ARRAY_AGG",
          binding ->
              ListTypes.nullable(
                  binding,
                  ListTypes.listOf(binding.getTypeFactory(), List.of(binding.getOperandType(0))),
                  true),
          OperandTypes.ANY);

  static final List<CollectingOperator> ALL =
      List.of(
          STRING_AGG, QUANTILE_CONT, QUANTILE_DISC, MODE, ARG_MIN, ARG_MAX, FIRST, LAST, ARRAY_AGG);

  /** The window function that the engine computes for {@link #STRING_AGG}; not known to SQL. */
  public static final CollectingOperator CONCATENATION =
      new CollectingOperator(
          "CONCATENATION", TEXT, OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.CHARACTER));

  private CollectingOperator(
      String name, SqlReturnTypeInference result, SqlOperandTypeChecker operands) {
    super(
        name,
        null,
        SqlKind.OTHER_FUNCTION,
        result,
        null,
        operands,
        SqlFunctionCategory.SYSTEM,
        false,
        false,
        Optionality.OPTIONAL);
  }

  @Override
  public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
    if ((equals(QUANTILE_CONT) || equals(QUANTILE_DISC))
        && binding.isOperandLiteral(1, false)
        && binding.getOperandLiteralValue(1, BigDecimal.class) instanceof BigDecimal fraction
        && (fraction.signum() < 0 || fraction.compareTo(BigDecimal.ONE) > 0)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "a quantile is at a fraction from 0 to 1, not at " + fraction);
    }
    return super.checkOperandTypes(binding, throwOnFailure);
  }
}
