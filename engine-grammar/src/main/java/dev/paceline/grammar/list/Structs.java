package dev.paceline.grammar.list;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The calls that the parser makes of structs, maps and named arguments. */
public final class Structs {
  private Structs() {}

  /** Returns whether words begin the type of a struct with its fields. */
  public static boolean beginsType(String word, String parenthesis) {
    return word.equalsIgnoreCase("STRUCT") && parenthesis.equals("(");
  }

  /** Returns the name of a field, which is a string or a name, as a string. */
  public static SqlNode name(SqlNode written) {
    return written instanceof SqlIdentifier name
        ? SqlLiteral.createCharString(name.getSimple(), name.getParserPosition())
        : written;
  }

  /** Returns the call of a function. */
  public static SqlCall call(String function, List<SqlNode> arguments, SqlParserPos position) {
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
