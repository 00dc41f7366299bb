package dev.paceline.calcite.plan;

import static dev.paceline.core.type.DataType.MAX_DECIMAL_PRECISION;

import dev.paceline.core.column.StringView;
import dev.paceline.core.type.Micros;
import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * The types that Paceline's SQL derives: decimals of up to 38 digits whose sums widen, and averages
 * and quotients with at least {@value #MIN_QUOTIENT_SCALE} fraction digits.
 */
public final class PacelineTypeSystem extends RelDataTypeSystemImpl {
  /** The one instance; Calcite also finds it by this name in connection properties. */
  public static final PacelineTypeSystem INSTANCE = new PacelineTypeSystem();

  private static final int MIN_QUOTIENT_SCALE = 12;

  @Override
  public int getMaxPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case DECIMAL -> MAX_DECIMAL_PRECISION;
      case CHAR, VARCHAR, BINARY, VARBINARY -> StringView.MAX_LENGTH;
      case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Micros.FRACTION_DIGITS;
      default -> super.getMaxPrecision(typeName);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName typeName) {
    return typeName == SqlTypeName.DECIMAL ? MAX_DECIMAL_PRECISION : super.getMaxScale(typeName);
  }

  @Override
  public int getDefaultPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case DECIMAL -> 18;
      case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Micros.FRACTION_DIGITS;
      default -> super.getDefaultPrecision(typeName);
    };
  }

  /** Decimals round half away from zero. */
  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  /** Texts of several lengths, as in VALUES and CASE, are not padded to the longest. */
  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType type =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER -> factory.createSqlType(SqlTypeName.BIGINT);
          case BIGINT -> factory.createSqlType(SqlTypeName.DECIMAL, MAX_DECIMAL_PRECISION, 0);
          case DECIMAL ->
              factory.createSqlType(
                  SqlTypeName.DECIMAL, MAX_DECIMAL_PRECISION, argument.getScale());
          case REAL, FLOAT -> factory.createSqlType(SqlTypeName.DOUBLE);
          default -> argument;
        };
    return factory.createTypeWithNullability(type, argument.isNullable());
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType type =
        switch (argument.getSqlTypeName()) {
          case DECIMAL ->
              factory.createSqlType(
                  SqlTypeName.DECIMAL,
                  MAX_DECIMAL_PRECISION,
                  Math.max(MIN_QUOTIENT_SCALE, argument.getScale()));
          case TINYINT, SMALLINT, INTEGER, BIGINT, REAL, FLOAT ->
              factory.createSqlType(SqlTypeName.DOUBLE);
          default -> argument;
        };
    return factory.createTypeWithNullability(type, argument.isNullable());
  }

  /**
   * The quotient keeps the dividend's fraction digits and at least twelve. Calcite's own rule grows
   * the scale with the divisor's precision, which leaves no integer digits when sums are divided.
   */
  @Override
  public RelDataType deriveDecimalDivideType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    if (!SqlTypeUtil.isExactNumeric(left)
        || !SqlTypeUtil.isExactNumeric(right)
        || !(SqlTypeUtil.isDecimal(left) || SqlTypeUtil.isDecimal(right))) {
      return null;
    }
    RelDataType dividend = factory.decimalOf(left);
    RelDataType divisor = factory.decimalOf(right);
    int scale = Math.max(MIN_QUOTIENT_SCALE, dividend.getScale());
    int integerDigits = dividend.getPrecision() - dividend.getScale() + divisor.getScale();
    int precision = Math.min(MAX_DECIMAL_PRECISION, integerDigits + scale);
    return factory.createTypeWithNullability(
        factory.createSqlType(SqlTypeName.DECIMAL, precision, scale),
        left.isNullable() || right.isNullable());
  }
}
