package dev.paceline.grammar.query;

import java.util.Locale;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;

/** {@code x GLOB 'pattern'}: the pattern has the wildcards of file names. */
public final class GlobOperator extends SqlBinaryOperator {
  /** It binds as LIKE does. */
  public static final GlobOperator INSTANCE = new GlobOperator();

  private GlobOperator() {
    super("GLOB", SqlKind.OTHER, 32, true, null, null, null);
  }

  @Override
  public SqlNode rewriteCall(SqlValidator validator, SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    if (!(call.operand(1) instanceof SqlLiteral pattern)
        || pattern.getTypeName() != SqlTypeName.CHAR) {
      String message = "the pattern of GLOB is a string literal";
      throw new CalciteContextException(
          message,
          new CalciteException(message, null),
          position.getLineNum(),
          position.getColumnNum(),
          position.getEndLineNum(),
          position.getEndColumnNum());
    }
    return new SqlUnresolvedFunction(
            new SqlIdentifier("REGEXP_FULL_MATCH", position),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(
            position,
            call.operand(0),
            SqlLiteral.createCharString(expression(pattern.getValueAs(String.class)), position));
  }

  /** Returns the regular expression of the same meaning. */
  private static String expression(String glob) {
    StringBuilder expression = new StringBuilder("(?s)");
    for (int i = 0; i < glob.length(); i++) {
      char next = glob.charAt(i);
      int end = next == '[' ? glob.indexOf(']', i + 2) : -1;
      if (next == '*') {
        expression.append(".*");
      } else if (next == '?') {
        expression.append('.');
      } else if (end > 0) {
        boolean negated = glob.charAt(i + 1) == '!';
        expression.append(negated ? "[^" : "[");
        for (char member : glob.substring(i + (negated ? 2 : 1), end).toCharArray()) {
          append(expression, member, "-");
        }
        expression.append(']');
        i = end;
      } else if (next == '\\' && i + 1 < glob.length()) {
        i++;
        append(expression, glob.charAt(i), "");
      } else {
        append(expression, next, "");
      }
    }
    return expression.toString();
  }

  private static void append(StringBuilder expression, char literal, String plain) {
    if (literal < 128 && !Character.isLetterOrDigit(literal) && plain.indexOf(literal) < 0) {
      expression.append(String.format(Locale.ROOT, "\\x%02x", (int) literal));
    } else {
      expression.append(literal);
    }
  }
}
