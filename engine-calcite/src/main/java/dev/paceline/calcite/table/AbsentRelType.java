package dev.paceline.calcite.table;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The type of the elements of a list, or the keys or values of a map, that is empty or has only
 * NULL: {@code []} and {@code [NULL]}. It is INTEGER where nothing else is known, and gives way to
 * any other type.
 */
public final class AbsentRelType extends BasicSqlType {
  private AbsentRelType(RelDataTypeSystem system, boolean nullable) {
    super(system, SqlTypeName.INTEGER, nullable);
  }

  /** Returns the type, not nullable. */
  public static AbsentRelType of(RelDataTypeSystem system) {
    return new AbsentRelType(system, false);
  }

  /** Returns whether a type is that of lists, structs or maps with such a type inside. */
  public static boolean isIn(RelDataType type) {
    return type instanceof AbsentRelType
        || type.getComponentType() != null && isIn(type.getComponentType())
        || type.getKeyType() != null && isIn(type.getKeyType())
        || type.getValueType() != null && isIn(type.getValueType())
        || type instanceof StructRelType
            && type.getFieldList().stream().anyMatch(field -> isIn(field.getType()));
  }

  @Override
  public BasicSqlType createWithNullability(boolean nullable) {
    return nullable == isNullable() ? this : new AbsentRelType(typeSystem, nullable);
  }

  @Override
  protected void generateTypeString(StringBuilder text, boolean withDetail) {
    text.append("NULL INTEGER");
  }
}
