package dev.paceline.grammar;

import java.math.BigInteger;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Makes errors of syntax that no unexpected token causes. */
final class SyntaxErrors {
  private static final int MAX_PARAMETERS = 65_535;

  private SyntaxErrors() {}

  /** Returns the index, from 0, of a parameter that is written as $ and a number, from 1. */
  static int parameterIndex(String image, SqlParserPos position) {
    BigInteger number = new BigInteger(image.substring(1));
    if (number.signum() == 0 || number.compareTo(BigInteger.valueOf(MAX_PARAMETERS)) > 0) {
      throw at(position, "parameters have numbers from 1 to " + MAX_PARAMETERS);
    }
    return number.intValue() - 1;
  }

  static CalciteContextException at(SqlParserPos position, String message) {
    return new CalciteContextException(
        message,
        new CalciteException(message, null),
        position.getLineNum(),
        position.getColumnNum(),
        position.getEndLineNum(),
        position.getEndColumnNum());
  }
}
