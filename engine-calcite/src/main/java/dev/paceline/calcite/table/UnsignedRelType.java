package dev.paceline.calcite.table;

import dev.paceline.core.type.DataType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The type of whole numbers that are not negative. To Calcite's rules it is the next wider signed
 * type, since many of them do not know its unsigned types.
 */
public final class UnsignedRelType extends BasicSqlType {
  private static final int UBIGINT_DIGITS = 20;

  private UnsignedRelType(RelDataTypeSystem system, SqlTypeName signed, boolean nullable) {
    super(system, signed, nullable);
  }

  private UnsignedRelType(RelDataTypeSystem system, boolean nullable) {
    super(system, SqlTypeName.DECIMAL, nullable, UBIGINT_DIGITS);
  }

  /**
   * Returns a type, not nullable.
   *
   * @param unsigned one of {@link SqlTypeName#UNSIGNED_TYPES}
   */
  public static UnsignedRelType of(RelDataTypeSystem system, SqlTypeName unsigned) {
    return of(
        system,
        switch (unsigned) {
          case UTINYINT -> SqlTypeName.SMALLINT;
          case USMALLINT -> SqlTypeName.INTEGER;
          case UINTEGER -> SqlTypeName.BIGINT;
          case UBIGINT -> SqlTypeName.DECIMAL;
          default -> throw new IllegalArgumentException(unsigned.getName());
        },
        false);
  }

  private static UnsignedRelType of(
      RelDataTypeSystem system, SqlTypeName signed, boolean nullable) {
    return signed == SqlTypeName.DECIMAL
        ? new UnsignedRelType(system, nullable)
        : new UnsignedRelType(system, signed, nullable);
  }

  /** Returns the engine's type. */
  public DataType dataType() {
    return switch (unsignedName()) {
      case UTINYINT -> DataType.UINT8;
      case USMALLINT -> DataType.UINT16;
      case UINTEGER -> DataType.UINT32;
      default -> DataType.UINT64;
    };
  }

  /** Returns the name that Calcite has for the type. */
  public SqlTypeName unsignedName() {
    return switch (getSqlTypeName()) {
      case SMALLINT -> SqlTypeName.UTINYINT;
      case INTEGER -> SqlTypeName.USMALLINT;
      case BIGINT -> SqlTypeName.UINTEGER;
      default -> SqlTypeName.UBIGINT;
    };
  }

  /** Returns the signed type that holds all values. */
  public RelDataType signed(RelDataTypeFactory factory) {
    RelDataType signed =
        getSqlTypeName() == SqlTypeName.DECIMAL
            ? factory.createSqlType(SqlTypeName.DECIMAL, UBIGINT_DIGITS, 0)
            : factory.createSqlType(getSqlTypeName());
    return factory.createTypeWithNullability(signed, isNullable());
  }

  @Override
  public BasicSqlType createWithNullability(boolean nullable) {
    return nullable == isNullable() ? this : of(typeSystem, getSqlTypeName(), nullable);
  }

  @Override
  public int getScale() {
    return getSqlTypeName() == SqlTypeName.DECIMAL ? 0 : super.getScale();
  }

  @Override
  protected void generateTypeString(StringBuilder text, boolean withDetail) {
    text.append(unsignedName().getName());
  }
}
