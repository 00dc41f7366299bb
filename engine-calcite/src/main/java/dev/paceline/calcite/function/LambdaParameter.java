package dev.paceline.calcite.function;

import static java.util.Objects.requireNonNull;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of one lambda function; a call without operands is its value. So the body needs no
 * scope of its own: all other names in it mean what they mean around the function.
 */
public final class LambdaParameter extends SqlSpecialOperator {
  private @Nullable RelDataType type;

  /**
   * @param name for messages
   */
  public LambdaParameter(String name) {
    super(name, SqlKind.OTHER);
  }

  void setType(RelDataType type) {
    this.type = type;
  }

  /** Returns the type; null while the function that takes the lambda function has set none. */
  @Nullable RelDataType knownType() {
    return type;
  }

  /** Returns the type, which must be known. */
  public RelDataType type() {
    return requireNonNull(type, getName());
  }

  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    return type();
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int left, int right) {
    writer.identifier(getName(), false);
  }
}
