package dev.paceline.grammar.list;

import static java.util.Objects.requireNonNull;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/** The type of lists of a fixed length: INTEGER[3]. */
public final class FixedArrayTypeName extends SqlCollectionTypeNameSpec {
  /** The largest length, which is DuckDB's. */
  private static final int MAX_LENGTH = 100_000;

  private final int length;

  private FixedArrayTypeName(SqlTypeNameSpec element, int length, SqlParserPos position) {
    super(element, SqlTypeName.ARRAY, position);
    this.length = length;
  }

  /**
   * Returns the type of lists of a length.
   *
   * @param length digits
   * @throws IllegalArgumentException if the length is 0 or larger than 100,000
   */
  public static FixedArrayTypeName of(
      SqlTypeNameSpec element, String length, SqlParserPos position) {
    int number = length.length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(length);
    if (number < 1 || number > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "an array of a fixed length has 1 to " + MAX_LENGTH + " elements, not " + length);
    }
    return new FixedArrayTypeName(element, number, position);
  }

  @Override
  public RelDataType deriveType(SqlValidator validator) {
    RelDataTypeFactory factory = validator.getTypeFactory();
    RelDataType element = requireNonNull(super.deriveType(validator).getComponentType());
    return factory.createArrayType(factory.createTypeWithNullability(element, true), length);
  }

  @Override
  public void unparse(SqlWriter writer, int left, int right) {
    getElementTypeName().unparse(writer, left, right);
    writer.print("[" + length + "]");
  }

  @Override
  public boolean equalsDeep(SqlTypeNameSpec other, Litmus litmus) {
    return other instanceof FixedArrayTypeName array && array.length == length
        ? super.equalsDeep(other, litmus)
        : litmus.fail("{} != {}", this, other);
  }
}
