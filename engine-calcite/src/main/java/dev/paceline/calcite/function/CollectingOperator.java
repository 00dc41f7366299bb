package dev.paceline.calcite.function;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.Micros;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.ExplicitOperatorBinding;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/** An aggregate function that needs all values of its group, as the validator knows it. */
public final class CollectingOperator extends SqlAggFunction {
  private static final SqlReturnTypeInference TEXT =
      ReturnTypes.explicit(SqlTypeName.VARCHAR).andThen(SqlTypeTransforms.FORCE_NULLABLE);
  private static final SqlReturnTypeInference NUMBER =
      ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE);
  private static final SqlReturnTypeInference TIMESTAMP =
      ReturnTypes.explicit(SqlTypeName.TIMESTAMP, Micros.FRACTION_DIGITS)
          .andThen(SqlTypeTransforms.FORCE_NULLABLE);
  private static final SqlReturnTypeInference VALUE =
      ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE);
  private static final SqlReturnTypeInference SECOND =
      ReturnTypes.ARG1.andThen(SqlTypeTransforms.FORCE_NULLABLE);
  private static final SqlOperandTypeChecker TWO =
      OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.ANY);

  private static final SqlOperandTypeChecker WITH_COUNT =
      OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.INTEGER);
  private static final SqlOperandTypeChecker WITH_FRACTIONS =
      OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.ARRAY);

  /** The strings of the group, with the separator between them. */
  public static final CollectingOperator STRING_AGG =
      new CollectingOperator(
          "STRING_AGG", TEXT, OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.CHARACTER));

  /**
   * The number at a fraction of the sorted ones, interpolated between the two next to it; of dates
   * and timestamps the moment there.
   */
  public static final CollectingOperator QUANTILE_CONT =
      new CollectingOperator(
          "QUANTILE_CONT",
          binding ->
              SqlTypeUtil.isDatetime(binding.getOperandType(0))
                  ? TIMESTAMP.inferReturnType(binding)
                  : NUMBER.inferReturnType(binding),
          OperandTypes.or(
              OperandTypes.family(SqlTypeFamily.NUMERIC, SqlTypeFamily.NUMERIC),
              OperandTypes.family(SqlTypeFamily.DATE, SqlTypeFamily.NUMERIC),
              OperandTypes.family(SqlTypeFamily.TIMESTAMP, SqlTypeFamily.NUMERIC)));

  /** Is one of both quantiles, which the type of its first argument decides. */
  public static final CollectingOperator MEDIAN =
      new CollectingOperator("MEDIAN", VALUE, OperandTypes.ANY_ANY);

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

  /** The list of the n largest values, in descending order. */
  public static final CollectingOperator LARGEST =
      new CollectingOperator("LARGEST", CollectedLists.LARGEST, WITH_COUNT);

  /** The list of the n smallest values, in ascending order. */
  public static final CollectingOperator SMALLEST =
      new CollectingOperator("SMALLEST", CollectedLists.SMALLEST, WITH_COUNT);

  /** The list of the second fields of the n structs with the largest first fields. */
  public static final CollectingOperator AT_LARGEST =
      new CollectingOperator("AT_LARGEST", CollectedLists.AT_LARGEST, WITH_COUNT);

  /** The list of the second fields of the n structs with the smallest first fields. */
  public static final CollectingOperator AT_SMALLEST =
      new CollectingOperator("AT_SMALLEST", CollectedLists.AT_SMALLEST, WITH_COUNT);

  /** The list of the numbers at some fractions. */
  public static final CollectingOperator QUANTILES_CONT =
      new CollectingOperator("QUANTILES_CONT", CollectedLists.QUANTILES_CONT, WITH_FRACTIONS);

  /** The list of the first values up to which there are some fractions of them. */
  public static final CollectingOperator QUANTILES_DISC =
      new CollectingOperator("QUANTILES_DISC", CollectedLists.QUANTILES_DISC, WITH_FRACTIONS);

  /** The JSON array of the values. */
  public static final CollectingOperator JSON_GROUP_ARRAY =
      new CollectingOperator("JSON_GROUP_ARRAY", JsonCatalog.ARRAY, OperandTypes.ANY);

  /** The JSON array of values that are JSON. */
  public static final CollectingOperator ARRAY_OF_JSON =
      new CollectingOperator("ARRAY_OF_JSON", JsonCatalog.ARRAY_OF_JSON, OperandTypes.ANY);

  /** The JSON object of structs of a name and a value. */
  public static final CollectingOperator JSON_GROUP_OBJECT =
      new CollectingOperator("OBJECT_OF_VALUES", JsonCatalog.OBJECT, OperandTypes.ANY);

  /** The JSON object of structs of a name and a value that is JSON. */
  public static final CollectingOperator OBJECT_OF_JSON =
      new CollectingOperator("OBJECT_OF_JSON", JsonCatalog.OBJECT_OF_JSON, OperandTypes.ANY);

  static final List<CollectingOperator> ALL =
      List.of(
          STRING_AGG,
          QUANTILE_CONT,
          QUANTILE_DISC,
          MODE,
          ARG_MIN,
          ARG_MAX,
          FIRST,
          LAST,
          ARRAY_AGG,
          new CollectingOperator("HISTOGRAM", CollectedLists.HISTOGRAM, OperandTypes.ANY),
          new CollectingOperator("ENTROPY", CollectedLists.ENTROPY, OperandTypes.ANY),
          new CollectingOperator("MAD", CollectedLists.MAD, OperandTypes.NUMERIC),
          new CollectingOperator("APPROX_TOP_K", CollectedLists.MOST_FREQUENT, WITH_COUNT),
          JSON_GROUP_ARRAY,
          JSON_GROUP_OBJECT,
          ARRAY_OF_JSON,
          OBJECT_OF_JSON,
          LARGEST,
          SMALLEST,
          AT_LARGEST,
          AT_SMALLEST,
          QUANTILES_CONT,
          QUANTILES_DISC);

  /** The window function that the engine computes for {@link #STRING_AGG}; not known to SQL. */
  public static final CollectingOperator CONCATENATION =
      new CollectingOperator(
          "CONCATENATION", TEXT, OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.CHARACTER));

  /** The window function with the n-th smallest value of a frame; not known to SQL. */
  public static final CollectingOperator NTH_SMALLEST =
      new CollectingOperator(
          "NTH_SMALLEST", VALUE, OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.INTEGER));

  /** The window function with the second argument where the first is smallest; not known to SQL. */
  public static final CollectingOperator FRAME_ARG_MIN =
      new CollectingOperator("FRAME_ARG_MIN", SECOND, TWO);

  /** The window function with the second argument where the first is largest; not known to SQL. */
  public static final CollectingOperator FRAME_ARG_MAX =
      new CollectingOperator("FRAME_ARG_MAX", SECOND, TWO);

  private final @Nullable ListOperator listFunction;

  private CollectingOperator(
      String name, SqlReturnTypeInference result, SqlOperandTypeChecker operands) {
    this(name, null, result, operands);
  }

  /** An aggregate that is a function of the list of all values. */
  private CollectingOperator(
      String name, ListOperator listFunction, SqlOperandTypeChecker operands) {
    this(name, listFunction, binding -> ofList(listFunction, binding), operands);
  }

  private CollectingOperator(
      String name,
      @Nullable ListOperator listFunction,
      SqlReturnTypeInference result,
      SqlOperandTypeChecker operands) {
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
    this.listFunction = listFunction;
  }

  /** Returns the aggregate that an operator is or that has its name; null if there is none. */
  public static @Nullable CollectingOperator of(SqlOperator operator) {
    return operator instanceof CollectingOperator known
        ? known
        : ALL.stream()
            .filter(function -> function.getName().equalsIgnoreCase(operator.getName()))
            .findFirst()
            .orElse(null);
  }

  /** The type of a function of the list of the first operands, and of the other operands. */
  private static RelDataType ofList(ListOperator function, SqlOperatorBinding binding) {
    List<RelDataType> types = new ArrayList<>(binding.collectOperandTypes());
    types.set(0, ListTypes.listOf(binding.getTypeFactory(), List.of(types.getFirst())));
    return ListTypes.nullable(
        binding, function.inferReturnType(new ExplicitOperatorBinding(binding, types)), true);
  }

  /**
   * Returns the function that gives the result for the list of all values, and for the arguments
   * behind the first one; null for functions that do without a list.
   */
  public @Nullable ListOperator listFunction() {
    return listFunction;
  }

  /** Whether the engine computes the window function of this name itself. */
  public boolean isComputed() {
    return equals(CONCATENATION)
        || equals(NTH_SMALLEST)
        || equals(FRAME_ARG_MIN)
        || equals(FRAME_ARG_MAX);
  }

  /** Whether a row with NULL may count. */
  public boolean countsNulls() {
    return listFunction != null || equals(ARRAY_AGG) || equals(FIRST) || equals(LAST);
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
