package dev.paceline.calcite.sql.rewrite;

import dev.paceline.core.type.Micros;
import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Casts that round the fractions of seconds. */
final class SecondFractions {
  private static final String ROUND = "ROUND_FRACTION";

  private SecondFractions() {}

  /**
   * A cast to TIMESTAMP or TIME with fewer digits than there are, which rounds; null for others.
   */
  static @Nullable SqlNode ofCast(SqlCall call) {
    if (call.getKind() != SqlKind.CAST && call.getKind() != SqlKind.SAFE_CAST
        || !(call.operand(1) instanceof SqlDataTypeSpec target)
        || !(target.getTypeNameSpec() instanceof SqlBasicTypeNameSpec type)
        || call.operand(0) instanceof SqlBasicCall operand
            && operand.getOperator().isName(ROUND, false)) {
      return null;
    }
    String name = type.getTypeName().getSimple();
    int digits = type.getPrecision();
    boolean timestamp = name.equals(SqlTypeName.TIMESTAMP.getName());
    if (digits < 0
        || digits >= Micros.FRACTION_DIGITS
        || !timestamp && !name.equals(SqlTypeName.TIME.getName())) {
      return null;
    }
    SqlParserPos position = call.getParserPosition();
    SqlTypeName all = timestamp ? SqlTypeName.TIMESTAMP : SqlTypeName.TIME;
    SqlNode exact =
        call.getOperator()
            .createCall(
                position,
                call.operand(0),
                new SqlDataTypeSpec(new SqlBasicTypeNameSpec(all, position), position));
    SqlNode rounded =
        FunctionAliases.called(
            ROUND,
            List.of(exact, SqlLiteral.createExactNumeric(Integer.toString(digits), position)),
            position);
    return call.getOperator().createCall(position, rounded, target);
  }
}
