package dev.paceline.calcite.function;

import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.expr.library.FunctionLibrary;
import dev.paceline.core.expr.library.LibraryFunction;
import dev.paceline.core.type.DataType;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.util.SqlOperatorTables;

/** A function of the registry, as the validator knows it. */
public final class LibraryOperator extends SqlFunction {
  /** All functions of the registry. */
  public static final SqlOperatorTable TABLE =
      SqlOperatorTables.of(FunctionLibrary.FUNCTIONS.stream().map(LibraryOperator::new).toList());

  private final LibraryFunction function;

  private LibraryOperator(LibraryFunction function) {
    super(
        function.name().toUpperCase(Locale.ROOT),
        SqlKind.OTHER_FUNCTION,
        binding -> resultType(function, binding),
        (binding, returnType, types) -> {
          for (int i = 0; i < types.length; i++) {
            types[i] = type(binding.getTypeFactory(), function.operands().get(i), true);
          }
        },
        OperandTypes.family(function.operands().stream().map(LibraryOperator::family).toList()),
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.function = function;
  }

  /** Returns the engine's function. */
  public LibraryFunction function() {
    return function;
  }

  private static RelDataType resultType(LibraryFunction function, SqlOperatorBinding binding) {
    List<RelDataType> operands = binding.collectOperandTypes();
    return type(
        binding.getTypeFactory(),
        function.result(),
        operands.stream().anyMatch(RelDataType::isNullable));
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
      case TIMESTAMP -> SqlTypeFamily.TIMESTAMP;
      case BOOLEAN -> SqlTypeFamily.BOOLEAN;
      default -> throw new IllegalArgumentException("no function takes " + type);
    };
  }
}
