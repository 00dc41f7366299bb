package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.function.ListOperator;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;

/** Casts of lists to strings, which Calcite's validator does not know. */
public final class ListCasts {
  private ListCasts() {}

  /**
   * Makes the operand of a cast to a string its text if it is a list.
   *
   * @param from the type of the operand
   * @throws PacelineException TYPE_MISMATCH for the cast of a list to something else
   */
  public static void prepare(SqlBasicCall cast, RelDataType from) {
    if (from.getSqlTypeName() != SqlTypeName.ARRAY
        || !(cast.operand(1) instanceof SqlDataTypeSpec target)
        || target.getTypeNameSpec() instanceof SqlCollectionTypeNameSpec) {
      return;
    }
    String name = String.valueOf(target.getTypeName()).toUpperCase(Locale.ROOT);
    if (!name.equals(SqlTypeName.VARCHAR.getName()) && !name.equals(SqlTypeName.CHAR.getName())) {
      throw new PacelineException(
          ErrorCode.TYPE_MISMATCH, "a list cannot be cast to " + name + "; cast it to VARCHAR");
    }
    SqlNode list = cast.operand(0);
    cast.setOperand(0, ListOperator.TEXT.createCall(list.getParserPosition(), list));
  }
}
