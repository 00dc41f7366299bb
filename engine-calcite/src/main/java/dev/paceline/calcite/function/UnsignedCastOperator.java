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
 * A cast to an unsigned type, which fails for negative numbers. It is no CAST, so that Calcite does
 * not leave it out between two casts: it takes a cast to a type for one to the wider signed type.
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
