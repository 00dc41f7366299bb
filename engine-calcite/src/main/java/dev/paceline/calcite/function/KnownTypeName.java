package dev.paceline.calcite.function;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/** A type in a statement that is known already, such as that of a cast nobody wrote. */
public final class KnownTypeName extends SqlTypeNameSpec {
  private final RelDataType type;

  private KnownTypeName(RelDataType type, SqlParserPos position) {
    super(new SqlIdentifier(type.getSqlTypeName().getName(), position), position);
    this.type = type;
  }

  /** Returns the type as a cast has it. */
  public static SqlDataTypeSpec of(RelDataType type, SqlParserPos position) {
    return new SqlDataTypeSpec(new KnownTypeName(type, position), position);
  }

  @Override
  public RelDataType deriveType(SqlValidator validator) {
    return type;
  }

  @Override
  public void unparse(SqlWriter writer, int left, int right) {
    writer.print(type.toString());
  }

  @Override
  public boolean equalsDeep(SqlTypeNameSpec other, Litmus litmus) {
    return other instanceof KnownTypeName known && type.equals(known.type)
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, other);
  }
}
