package dev.paceline.calcite.function;

import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.library.FunctionLibrary;
import dev.paceline.core.expr.library.LibraryFunction;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.jspecify.annotations.Nullable;

/** The functions of one name in the registry, as an operator of the validator. */
public final class LibraryOperator extends SqlFunction {
  private static final List<LibraryOperator> ALL =
      FunctionLibrary.FUNCTIONS.stream()
          .collect(
              Collectors.groupingBy(
                  LibraryFunction::name, LinkedHashMap::new, Collectors.toUnmodifiableList()))
          .values()
          .stream()
          .map(LibraryOperator::new)
          .toList();

  private static final Set<SqlTypeName> NESTED =
      EnumSet.of(SqlTypeName.ROW, SqlTypeName.ARRAY, SqlTypeName.MAP);

  private final List<LibraryFunction> overloads;

  private LibraryOperator(List<LibraryFunction> overloads) {
    super(
        overloads.getFirst().name().toUpperCase(Locale.ROOT),
        SqlKind.OTHER_FUNCTION,
        binding -> resultType(overloads, binding),
        (binding, returnType, types) -> {
          LibraryFunction function = withArity(overloads, types.length);
          for (int i = 0; i < types.length; i++) {
            types[i] = type(binding.getTypeFactory(), function.operands().get(i), true);
          }
        },
        operandTypes(overloads),
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.overloads = overloads;
  }

  /** Returns the operator of a function of the registry, which must be there. */
  public static LibraryOperator named(String name) {
    return ALL.stream()
        .filter(operator -> operator.getName().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the functions of the registry, and those of another table whose names the registry
   * lacks.
   */
  public static SqlOperatorTable before(SqlOperatorTable others) {
    List<SqlOperator> known = new ArrayList<>(ALL);
    known.addAll(LibraryAggregateOperator.ALL);
    known.addAll(CollectingOperator.ALL);
    known.add(AverageOperator.INSTANCE);
    known.add(TypeOfOperator.INSTANCE);
    known.add(CurrentMomentOperator.INSTANCE);
    known.add(RoundingOperator.ROUND);
    known.add(RoundingOperator.TRUNCATE);
    known.add(RoundingOperator.SIGN);
    known.addAll(ListOperator.SERIES);
    known.add(ListOperator.UNNEST);
    known.add(ListOperator.TEXT);
    known.add(ListOperator.CHARACTER);
    known.add(ListOperator.OR_EMPTY);
    known.addAll(ListCatalog.OPERATORS);
    known.addAll(EnumOperator.FUNCTIONS);
    known.add(DaysOperator.PLUS);
    known.add(DaysOperator.MINUS);
    SqlOperatorTable own = SqlOperatorTables.of(known);
    return new SqlOperatorTable() {
      @Override
      public void lookupOperatorOverloads(
          SqlIdentifier name,
          @Nullable SqlFunctionCategory category,
          SqlSyntax syntax,
          List<SqlOperator> operators,
          SqlNameMatcher matcher) {
        int before = operators.size();
        own.lookupOperatorOverloads(name, category, syntax, operators, matcher);
        if (operators.size() == before) {
          others.lookupOperatorOverloads(name, category, syntax, operators, matcher);
        }
      }

      @Override
      public List<SqlOperator> getOperatorList() {
        return Stream.concat(known.stream(), others.getOperatorList().stream()).toList();
      }
    };
  }

  @Override
  public boolean isDeterministic() {
    return overloads.getFirst().outcome() != LibraryFunction.Outcome.RANDOM;
  }

  /** Returns the engine's function for arguments of some types. */
  public LibraryFunction function(List<RelDataType> arguments) {
    return overload(overloads, arguments);
  }

  /** Converts a struct, list or map to JSON where it is the first argument of a JSON function. */
  @Override
  public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
    if (binding.getOperandCount() > 0
        && NESTED.contains(binding.getOperandType(0).getSqlTypeName())
        && getName().startsWith("JSON_")) {
      SqlNode nested = binding.operand(0);
      SqlCall json = JsonCatalog.TO_JSON.createCall(nested.getParserPosition(), nested);
      binding.getCall().setOperand(0, json);
      binding.getValidator().deriveType(binding.getScope(), json);
    }
    return super.checkOperandTypes(binding, throwOnFailure);
  }

  private static SqlOperandTypeChecker operandTypes(List<LibraryFunction> overloads) {
    return overloads.stream()
        .map(
            function ->
                (SqlOperandTypeChecker)
                    OperandTypes.family(
                        function.operands().stream().map(LibraryOperator::family).toList()))
        .reduce(OperandTypes::or)
        .orElseThrow();
  }

  private static RelDataType resultType(
      List<LibraryFunction> overloads, SqlOperatorBinding binding) {
    List<RelDataType> operands = binding.collectOperandTypes();
    LibraryFunction function = overload(overloads, operands);
    return type(
        binding.getTypeFactory(),
        function.result(),
        function.defined() != null || operands.stream().anyMatch(RelDataType::isNullable));
  }

  /**
   * Returns the first function that takes the types as they are, or otherwise the first one that
   * casts them.
   */
  private static LibraryFunction overload(
      List<LibraryFunction> overloads, List<RelDataType> arguments) {
    return overloads.stream()
        .sorted(Comparator.comparing(LibraryOperator::takesMoments).reversed())
        .filter(function -> takes(function, arguments))
        .findFirst()
        .orElseGet(() -> withArity(overloads, arguments.size()));
  }

  /**
   * Returns whether an argument must be a moment. Other overloads also take a moment, as the
   * timestamp that the session's clock shows.
   */
  private static boolean takesMoments(LibraryFunction function) {
    return function.operands().stream().anyMatch(type -> type.kind() == TypeKind.TIMESTAMP_LTZ);
  }

  private static LibraryFunction withArity(List<LibraryFunction> overloads, int arity) {
    return overloads.stream()
        .filter(function -> function.operands().size() == arity)
        .findFirst()
        .orElseThrow(
            () ->
                new PacelineException(
                    ErrorCode.INVALID_ARGUMENT,
                    overloads.getFirst().name()
                        + " takes "
                        + overloads.stream()
                            .map(function -> String.valueOf(function.operands().size()))
                            .distinct()
                            .collect(Collectors.joining(" or "))
                        + " arguments, not "
                        + arity));
  }

  private static boolean takes(LibraryFunction function, List<RelDataType> arguments) {
    List<DataType> operands = function.operands();
    if (operands.size() != arguments.size()) {
      return false;
    }
    for (int i = 0; i < operands.size(); i++) {
      SqlTypeName argument = arguments.get(i).getSqlTypeName();
      boolean fits =
          operands.get(i).kind() == TypeKind.TIMESTAMP_LTZ
              ? argument == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
              : family(operands.get(i)).getTypeNames().contains(argument);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static RelDataType type(RelDataTypeFactory factory, DataType type, boolean nullable) {
    return factory.createTypeWithNullability(TypeMapping.toRelType(factory, type), nullable);
  }

  private static SqlTypeFamily family(DataType type) {
    return switch (type.kind()) {
      case INT64 -> SqlTypeFamily.INTEGER;
      case FLOAT64 -> SqlTypeFamily.NUMERIC;
      case VARCHAR -> SqlTypeFamily.CHARACTER;
      case DATE -> SqlTypeFamily.DATE;
      case TIME -> SqlTypeFamily.TIME;
      case TIMESTAMP, TIMESTAMP_LTZ -> SqlTypeFamily.TIMESTAMP;
      case BOOLEAN -> SqlTypeFamily.BOOLEAN;
      case VARBINARY -> SqlTypeFamily.BINARY;
      case INTERVAL -> SqlTypeFamily.INTERVAL_DAY_TIME;
      case LIST -> SqlTypeFamily.ARRAY;
      default -> throw new IllegalArgumentException("no function takes " + type);
    };
  }
}
