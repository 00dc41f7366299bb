package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.parser.SqlParserPos;

/** What the parser makes of structs, maps and arguments with names. */
final class Structs {
  private Structs() {}

  /** Whether tokens begin the type of a struct with its fields. */
  static boolean beginsType(Token word, Token parenthesis) {
    return word.image.equalsIgnoreCase("STRUCT")
        && parenthesis.kind == PacelineParserConstants.LPAREN;
  }

  /** Whether tokens behind a name say that it is the name of an argument. */
  static boolean beginsNamed(Token next, Token afterNext) {
    return next.kind == PacelineParserConstants.NAMED_ARGUMENT_ASSIGNMENT
        || next.kind == PacelineParserConstants.COLON
            && afterNext.kind == PacelineParserConstants.EQ;
  }

  /** Returns the name of a field, which is a string or a name, as a string. */
  static SqlNode name(SqlNode written) {
    return written instanceof SqlIdentifier name
        ? SqlLiteral.createCharString(name.getSimple(), name.getParserPosition())
        : written;
  }

  /** Returns the call of a function. */
  static SqlCall call(String function, List<SqlNode> arguments, SqlParserPos position) {
    return new SqlUnresolvedFunction(
            new SqlIdentifier(function, position),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(position, arguments);
  }
}
