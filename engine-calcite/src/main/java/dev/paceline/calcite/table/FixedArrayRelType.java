package dev.paceline.calcite.table;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.ArraySqlType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** The type of lists of a fixed length, of which functions take values as lists. */
public final class FixedArrayRelType extends ArraySqlType {
  private final int length;

  /**
   * @param element the type of the elements
   * @param length at least 1
   */
  public FixedArrayRelType(RelDataType element, boolean nullable, int length) {
    super(element, nullable);
    this.length = length;
    computeDigest(); // which now has the length
  }

  /** Returns the number of elements of each value. */
  public int length() {
    return length;
  }

  /** Returns the type with another nullability. */
  public FixedArrayRelType withNullability(boolean nullable) {
    return nullable == isNullable()
        ? this
        : new FixedArrayRelType(getComponentType(), nullable, length);
  }

  /** Returns the length that all types other than that of NULL have; 0 if there is none. */
  public static int commonLength(List<RelDataType> types) {
    int common = 0;
    for (RelDataType type : types) {
      if (type.getSqlTypeName() == SqlTypeName.NULL) {
        continue;
      }
      int length = type instanceof FixedArrayRelType array ? array.length : 0;
      if (length == 0 || common != 0 && common != length) {
        return 0;
      }
      common = length;
    }
    return common;
  }

  /**
   * Returns the type of lists of any length with the same elements, or the type if it is another.
   */
  public static RelDataType toList(RelDataTypeFactory factory, RelDataType type) {
    return type instanceof FixedArrayRelType array
        ? factory.createTypeWithNullability(
            factory.createArrayType(array.getComponentType(), -1), array.isNullable())
        : type;
  }

  @Override
  protected void generateTypeString(StringBuilder text, boolean withDetail) {
    super.generateTypeString(text, withDetail);
    text.append('[').append(length).append(']');
  }

  @Override
  public boolean deepEquals(@Nullable Object other) {
    return super.deepEquals(other) && ((FixedArrayRelType) other).length == length;
  }

  @Override
  public int deepHashCode() {
    return 31 * super.deepHashCode() + length;
  }
}
