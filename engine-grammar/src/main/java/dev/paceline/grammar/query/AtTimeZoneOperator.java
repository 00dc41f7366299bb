package dev.paceline.grammar.query;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;

/** {@code t AT TIME ZONE 'Europe/Paris'}: another way to write {@code timezone(zone, t)}. */
public final class AtTimeZoneOperator extends SqlBinaryOperator {
  /** It binds more tightly than arithmetic, as in PostgreSQL. */
  public static final AtTimeZoneOperator INSTANCE = new AtTimeZoneOperator();

  private AtTimeZoneOperator() {
    super("AT TIME ZONE", SqlKind.OTHER, 90, true, null, null, null);
  }

  @Override
  public SqlNode rewriteCall(SqlValidator validator, SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    return new SqlUnresolvedFunction(
            new SqlIdentifier("TIMEZONE", position),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(position, call.operand(1), call.operand(0));
  }
}
