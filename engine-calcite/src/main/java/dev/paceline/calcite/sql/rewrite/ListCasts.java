package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.function.ListOperator;
import dev.paceline.calcite.function.NestedCastOperator;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;

/** Casts of nested values, which Calcite's validator does not know, or refuses. */
public final class ListCasts {
  private ListCasts() {}

  /**
   * Prepares a cast of a nested value, or to one. The operand of a cast to a string becomes its
   * text.
   *
   * @param from the type of the operand
   * @throws PacelineException TYPE_MISMATCH for the cast of a nested value to something else
   */
  public static void prepare(SqlBasicCall cast, RelDataType from, SqlValidator validator) {
    if (!(cast.operand(1) instanceof SqlDataTypeSpec target)) {
      return;
    }
    if (isNested(from.getSqlTypeName())) {
      RelDataType to = target.deriveType(validator, true);
      if (!isNested(to.getSqlTypeName())) {
        toText(cast, from, to.getSqlTypeName());
      } else {
        cast.setOperator(operator(cast));
      }
    } else if (!(cast.operand(0) instanceof SqlDynamicParam)
        && !SqlUtil.isNullLiteral(cast.operand(0), true)
        && isNested(target.deriveType(validator, true).getSqlTypeName())) {
      cast.setOperator(operator(cast));
    }
  }

  private static NestedCastOperator operator(SqlBasicCall cast) {
    return cast.getKind() == SqlKind.CAST ? NestedCastOperator.CAST : NestedCastOperator.SAFE;
  }

  private static boolean isNested(SqlTypeName type) {
    return type == SqlTypeName.ARRAY || type == SqlTypeName.ROW || type == SqlTypeName.MAP;
  }

  private static void toText(SqlBasicCall cast, RelDataType from, SqlTypeName to) {
    if (to != SqlTypeName.VARCHAR && to != SqlTypeName.CHAR) {
      String kind =
          from.getSqlTypeName() == SqlTypeName.ARRAY
              ? "list"
              : from.getSqlTypeName() == SqlTypeName.MAP ? "map" : "struct";
      throw new PacelineException(
          ErrorCode.TYPE_MISMATCH,
          "a %s cannot be cast to %s; cast it to VARCHAR"
              .formatted(kind, to.getName().toUpperCase(Locale.ROOT)));
    }
    SqlNode nested = cast.operand(0);
    cast.setOperand(0, ListOperator.TEXT.createCall(nested.getParserPosition(), nested));
  }
}
