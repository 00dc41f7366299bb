package dev.paceline.calcite.function;

import dev.paceline.calcite.table.AbsentRelType;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.Expressions;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlCastFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** A cast to a list, a struct or a map, of which the engine knows more than Calcite. */
public final class NestedCastOperator extends SqlCastFunction {
  /** Fails where a value cannot be cast. */
  public static final NestedCastOperator CAST = new NestedCastOperator(SqlKind.CAST);

  /** Gives NULL where a value cannot be cast. */
  public static final NestedCastOperator SAFE = new NestedCastOperator(SqlKind.SAFE_CAST);

  private NestedCastOperator(SqlKind kind) {
    super(kind.name(), kind);
  }

  /** Returns the cast of a value to a type. */
  public static SqlNode to(RelDataType type, SqlNode value) {
    SqlParserPos position = value.getParserPosition();
    return CAST.createCall(position, value, KnownTypeName.of(type, position));
  }

  /**
   * Returns the value to cast: the text of a value in which the type of some elements, of which
   * there are none but NULL, is no type that can be cast to the target.
   */
  public static RexNode operand(RexBuilder builder, RexNode value, RelDataType to) {
    if (AbsentRelType.isIn(value.getType())) {
      try {
        check(value.getType(), to);
      } catch (PacelineException e) {
        return builder.makeCall(ListOperator.TEXT, value);
      }
    }
    return value;
  }

  /** Fails if there is no cast from one type to another. */
  private static void check(RelDataType from, RelDataType to) {
    Expressions.cast(
        Expressions.column(0, TypeMapping.toDataType(from)), TypeMapping.toDataType(to));
  }

  /** Whether it gives NULL where a value cannot be cast. */
  public boolean isSafe() {
    return getKind() == SqlKind.SAFE_CAST;
  }

  /**
   * @throws PacelineException TYPE_MISMATCH or NOT_SUPPORTED if there is no such cast
   */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    RelDataType from = validator.deriveType(scope, call.operand(0));
    SqlDataTypeSpec target = call.operand(1);
    RelDataType to = target.deriveType(validator, true);
    if (from.getSqlTypeName() == SqlTypeName.NULL) {
      return validator.getTypeFactory().createTypeWithNullability(to, true);
    }
    if (!AbsentRelType.isIn(from)) {
      check(from, to);
    }
    return validator.getTypeFactory().createTypeWithNullability(to, isSafe() || from.isNullable());
  }
}
