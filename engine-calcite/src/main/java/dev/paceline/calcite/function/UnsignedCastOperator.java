package dev.paceline.calcite.function;

import java.util.Map;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/**
 * Casts to an unsigned type, and fails for negative numbers. This is an operator of its own rather
 * than Calcite's CAST, because Calcite only sees the wider signed type, so that it would remove a
 * cast between two others.
 */
public final class UnsignedCastOperator extends SqlFunction {
  private static final Map<SqlTypeName, UnsignedCastOperator> BY_TYPE =
      SqlTypeName.UNSIGNED_TYPES.stream()
          .collect(Collectors.toMap(type -> type, UnsignedCastOperator::new));

  private UnsignedCastOperator(SqlTypeName type) {
    super(
        "CAST_TO_" + type.getName(),
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.explicit(type).andThen(SqlTypeTransforms.TO_NULLABLE),
        null,
        OperandTypes.ANY,
        SqlFunctionCategory.SYSTEM);
  }

  /** Returns the operator of a type, one of {@link SqlTypeName#UNSIGNED_TYPES}. */
  public static UnsignedCastOperator to(SqlTypeName type) {
    return BY_TYPE.get(type);
  }
}
