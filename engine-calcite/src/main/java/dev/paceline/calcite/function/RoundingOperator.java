package dev.paceline.calcite.function;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/**
 * {@code ROUND(x, n)}, {@code TRUNCATE(x, n)} and {@code SIGN(x)}. If a decimal number is rounded
 * to a constant number of digits behind the point, its type has no more digits, as in PostgreSQL
 * and DuckDB; Calcite's functions keep the type of the argument.
 */
public final class RoundingOperator extends SqlFunction {
  public static final RoundingOperator ROUND =
      new RoundingOperator("ROUND", 1, SqlStdOperatorTable.ROUND);

  public static final RoundingOperator TRUNCATE =
      new RoundingOperator("TRUNCATE", 0, SqlStdOperatorTable.TRUNCATE);

  public static final RoundingOperator SIGN =
      new RoundingOperator("SIGN", 0, SqlStdOperatorTable.SIGN);

  /**
   * @param carriedDigits the digits that a result can have more before the point
   * @param like has the same arguments
   */
  private RoundingOperator(String name, int carriedDigits, SqlFunction like) {
    super(
        name,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.cascade(
            binding -> result(binding, carriedDigits), SqlTypeTransforms.TO_NULLABLE),
        null,
        like.getOperandTypeChecker(),
        SqlFunctionCategory.NUMERIC);
  }

  private static RelDataType result(SqlOperatorBinding binding, int carriedDigits) {
    RelDataType type = binding.getOperandType(0);
    if (type.getSqlTypeName() != SqlTypeName.DECIMAL || type.getScale() <= 0) {
      return type;
    }
    int digits = 0;
    if (binding.getOperandCount() > 1) {
      Integer constant =
          binding.isOperandLiteral(1, false)
              ? binding.getOperandLiteralValue(1, Integer.class)
              : null;
      if (constant == null || constant >= type.getScale()) {
        return type;
      }
      digits = Math.max(constant, 0);
    }
    int most = binding.getTypeFactory().getTypeSystem().getMaxPrecision(SqlTypeName.DECIMAL);
    int precision = type.getPrecision() - type.getScale() + digits + carriedDigits;
    return binding
        .getTypeFactory()
        .createSqlType(SqlTypeName.DECIMAL, Math.clamp(precision, 1, most), digits);
  }
}
