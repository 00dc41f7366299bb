package dev.paceline.calcite.function;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.list.ListFunctions;
import dev.paceline.core.expr.list.ListRanks;
import dev.paceline.core.expr.list.StructFunctions;
import dev.paceline.core.expr.series.SeriesCall;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlOperandTypeInference;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** A function of nested values, or one that makes them, as the validator knows it. */
public final class ListOperator extends SqlFunction {
  /** Makes the engine's expression for a call. */
  @FunctionalInterface
  interface Body {
    Expression call(DataType result, List<Expression> operands);
  }

  private static final SqlOperandTypeChecker SERIES_OPERANDS =
      OperandTypes.or(
          OperandTypes.family(SqlTypeFamily.INTEGER),
          OperandTypes.family(SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER),
          OperandTypes.family(SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER),
          OperandTypes.family(
              SqlTypeFamily.DATE, SqlTypeFamily.DATE, SqlTypeFamily.DATETIME_INTERVAL),
          OperandTypes.family(
              SqlTypeFamily.TIMESTAMP, SqlTypeFamily.TIMESTAMP, SqlTypeFamily.DATETIME_INTERVAL),
          OperandTypes.family(
              SqlTypeFamily.DATE, SqlTypeFamily.TIMESTAMP, SqlTypeFamily.DATETIME_INTERVAL),
          OperandTypes.family(
              SqlTypeFamily.TIMESTAMP, SqlTypeFamily.DATE, SqlTypeFamily.DATETIME_INTERVAL));

  private static final ListOperator RANGE = series("RANGE", false);
  private static final ListOperator GENERATE_SERIES = series("GENERATE_SERIES", true);

  /** The functions whose lists count. */
  static final List<ListOperator> SERIES = List.of(RANGE, GENERATE_SERIES);

  /** The elements of a list, each in a row of its own; only in SELECT lists. */
  public static final ListOperator UNNEST =
      new ListOperator(
          "UNNEST",
          ListTypes.ELEMENT,
          null,
          ListTypes.operands(1, ListTypes.Operand.LIST),
          (result, operands) -> {
            throw new PacelineException(
                ErrorCode.NOT_SUPPORTED, "UNNEST is supported in FROM and in SELECT lists only");
          });

  /** A struct of values without names. */
  public static final ListOperator ROW =
      new ListOperator(
          "ROW_VALUE", StructCatalog::row, null, OperandTypes.VARIADIC, StructFunctions::pack);

  /** A field of a struct, whose name or position is a constant. */
  public static final ListOperator FIELD =
      new ListOperator(
          "STRUCT_EXTRACT", StructCatalog::field, null, OperandTypes.ANY_ANY, StructCatalog::field);

  /**
   * An element of a list, a value of a map or a field of a struct, which the validator makes of
   * Calcite's ITEM. Calcite takes {@code ITEM(l, 1) IS NULL} for {@code l IS NULL}, although an
   * element may be NULL, or missing.
   */
  public static final ListOperator ELEMENT =
      new ListOperator(
          "ITEM",
          SqlStdOperatorTable.ITEM::inferReturnType,
          null,
          OperandTypes.ANY_ANY,
          StructCatalog::field);

  /** A character of a string, which the validator makes of an element. */
  public static final ListOperator CHARACTER =
      new ListOperator(
          "STRING_ELEMENT",
          ListTypes.of(SqlTypeName.VARCHAR, false),
          null,
          ListTypes.operands(2, ListTypes.Operand.TEXT, ListTypes.Operand.WHOLE),
          (result, operands) ->
              ListFunctions.sliceOfText(operands.get(0), operands.get(1), operands.get(1)));

  /** The text of a nested value, which the validator makes of a cast. */
  public static final ListOperator TEXT =
      new ListOperator(
          "LIST_TEXT",
          ListTypes.of(SqlTypeName.VARCHAR, false),
          null,
          OperandTypes.ANY,
          (result, operands) -> Expressions.cast(operands.getFirst(), DataType.VARCHAR));

  /** The list, or the empty one for NULL; not known to SQL. */
  public static final ListOperator OR_EMPTY =
      new ListOperator(
          "LIST_OR_EMPTY",
          ReturnTypes.ARG0.andThen(SqlTypeTransforms.TO_NOT_NULLABLE),
          null,
          ListTypes.operands(1, ListTypes.Operand.LIST),
          (result, operands) -> ListFunctions.orEmpty(operands.getFirst()));

  /** The bytes of a value in a list; not known to SQL. */
  public static final ListOperator PIECE =
      new ListOperator(
          "LIST_PIECE",
          ReturnTypes.explicit(SqlTypeName.VARBINARY),
          null,
          OperandTypes.ANY,
          (result, operands) -> ListFunctions.piece(operands.getFirst()),
          true);

  /** The different elements of a list, and NULL behind them if it is one; not known to SQL. */
  public static final ListOperator DIFFERENT =
      new ListOperator(
          "LIST_DIFFERENT",
          ReturnTypes.ARG0,
          null,
          OperandTypes.ANY,
          (result, operands) -> ListFunctions.distinct(operands.getFirst(), true));

  /**
   * The last fields of the structs of a list in the order of the fields before, whose directions
   * are a constant string; not known to SQL.
   */
  public static final ListOperator ORDERED =
      new ListOperator(
          "LIST_IN_ORDER",
          binding ->
              ListTypes.nullable(
                  binding,
                  ListTypes.listOf(
                      binding.getTypeFactory(),
                      List.of(ListTypes.elementOf(binding, 0).getFieldList().getLast().getType())),
                  true),
          null,
          OperandTypes.ANY_ANY,
          (result, operands) ->
              ListRanks.inOrder(
                  operands.get(0), String.valueOf(((Literal) operands.get(1)).value())));

  /** The list of {@link #PIECE}s that are one behind the other; not known to SQL. */
  public static final ListOperator OF_PIECES =
      new ListOperator(
          "LIST_OF_PIECES",
          ReturnTypes.ARG0,
          null,
          OperandTypes.ANY,
          (result, operands) -> ListFunctions.ofPieces(result, operands.getFirst()));

  private final Body body;
  private final boolean takesEnums;

  /** Returns the function that SQL knows by a name, in upper case. */
  public static ListOperator named(String name) {
    return ListCatalog.OPERATORS.stream()
        .filter(operator -> operator.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  ListOperator(
      String name,
      SqlReturnTypeInference result,
      @Nullable SqlOperandTypeInference inference,
      SqlOperandTypeChecker operands,
      Body body) {
    this(name, result, inference, operands, body, false);
  }

  /**
   * @param takesEnums whether the values of an ENUM are operands as they are; their labels are
   *     otherwise
   */
  ListOperator(
      String name,
      SqlReturnTypeInference result,
      @Nullable SqlOperandTypeInference inference,
      SqlOperandTypeChecker operands,
      Body body,
      boolean takesEnums) {
    super(
        name,
        SqlKind.OTHER_FUNCTION,
        result,
        inference,
        operands,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.body = body;
    this.takesEnums = takesEnums;
  }

  private static ListOperator series(String name, boolean inclusive) {
    return new ListOperator(
        name.toLowerCase(Locale.ROOT),
        ListOperator::seriesType,
        ListTypes.BIGINTS,
        SERIES_OPERANDS,
        (result, operands) -> series(result.elementType(), inclusive, operands));
  }

  private static RelDataType seriesType(SqlOperatorBinding binding) {
    RelDataTypeFactory factory = binding.getTypeFactory();
    SqlTypeName element =
        SqlTypeUtil.isDatetime(binding.getOperandType(0))
            ? SqlTypeName.TIMESTAMP
            : SqlTypeName.BIGINT;
    return factory.createTypeWithNullability(
        factory.createArrayType(factory.createSqlType(element), -1),
        binding.collectOperandTypes().stream().anyMatch(RelDataType::isNullable));
  }

  private static Expression series(DataType element, boolean inclusive, List<Expression> operands) {
    List<Expression> all = new ArrayList<>();
    if (operands.size() == 1) {
      all.add(Expressions.literal(element, 0));
    }
    operands.stream().limit(2).map(end -> Expressions.cast(end, element)).forEach(all::add);
    if (operands.size() == 3) {
      Expression step = operands.getLast();
      all.add(element.equals(DataType.INT64) ? Expressions.cast(step, element) : step);
    } else {
      all.add(Expressions.literal(element, 1));
    }
    return new SeriesCall(element, inclusive, all);
  }

  /** Returns whether the values of an ENUM are operands as they are, without their labels. */
  public boolean takesEnums() {
    return takesEnums;
  }

  /** Returns whether the list that a call returns is a series: its values have one distance. */
  public boolean isSeries() {
    return equals(RANGE) || equals(GENERATE_SERIES);
  }

  /** Returns the engine's expression of a call, for which arrays of a fixed length are lists. */
  public Expression call(DataType result, List<Expression> operands) {
    return body.call(result, operands.stream().map(ListOperator::asList).toList());
  }

  private static Expression asList(Expression operand) {
    DataType type = operand.type();
    return type.isFixedArray()
        ? Expressions.cast(operand, DataType.list(type.elementType()))
        : operand;
  }
}
