package dev.paceline.calcite.sql.rewrite;

import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** Casts of parameters to strings of limited length, which cut longer values. */
public final class ParameterCasts {
  private ParameterCasts() {}

  /**
   * Makes a parameter below a cast to a string of limited length a string of any length. Otherwise
   * the parameter itself would have the type of the cast, and nothing would cut its value.
   */
  public static void prepare(SqlBasicCall cast) {
    if (!(cast.operand(0) instanceof SqlDynamicParam parameter)
        || !(cast.operand(1) instanceof SqlDataTypeSpec target)
        || !(target.getTypeNameSpec() instanceof SqlBasicTypeNameSpec type)) {
      return;
    }
    SqlTypeName whole =
        switch (type.getTypeName().getSimple()) {
          case "CHAR", "VARCHAR" -> SqlTypeName.VARCHAR;
          case "BINARY", "VARBINARY" -> SqlTypeName.VARBINARY;
          default -> null;
        };
    if (whole == null
        || whole.getName().equals(type.getTypeName().getSimple()) && type.getPrecision() < 0) {
      return;
    }
    SqlParserPos position = parameter.getParserPosition();
    SqlNode unlimited = new SqlDataTypeSpec(new SqlBasicTypeNameSpec(whole, position), position);
    cast.setOperand(0, SqlStdOperatorTable.CAST.createCall(position, parameter, unlimited));
  }
}
