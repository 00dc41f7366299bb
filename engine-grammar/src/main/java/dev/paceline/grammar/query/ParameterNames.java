package dev.paceline.grammar.query;

import dev.paceline.grammar.SyntaxErrors;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Numbers the parameters of one statement: those that are question marks in the order of the text,
 * and those with names in the order in which the names occur first.
 */
public final class ParameterNames {
  private static final int MAX_PARAMETERS = 65_535;

  private final Map<String, Integer> indexes = new LinkedHashMap<>();
  private int questionMarks;
  private boolean numbered;

  /** Returns the parameter of a question mark. */
  public SqlDynamicParam next(SqlParserPos position) {
    checkNotMixed(!indexes.isEmpty(), position);
    return new SqlDynamicParam(questionMarks++, position);
  }

  /** Returns the parameter that is written as $ and a number, from 1. */
  public SqlDynamicParam numbered(String image, SqlParserPos position) {
    checkNotMixed(!indexes.isEmpty(), position);
    numbered = true;
    BigInteger number = new BigInteger(image.substring(1));
    if (number.signum() == 0 || number.compareTo(BigInteger.valueOf(MAX_PARAMETERS)) > 0) {
      throw SyntaxErrors.at(position, "parameters have numbers from 1 to " + MAX_PARAMETERS);
    }
    return new SqlDynamicParam(number.intValue() - 1, position);
  }

  /** Returns the parameter that is written as $ and a name, in any case. */
  public SqlDynamicParam named(String image, SqlParserPos position) {
    checkNotMixed(numbered || questionMarks > 0, position);
    String name = image.substring(1);
    int index = indexes.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> indexes.size());
    return new NamedParameter(name, index, position);
  }

  private static void checkNotMixed(boolean mixed, SqlParserPos position) {
    if (mixed) {
      throw SyntaxErrors.at(
          position, "a statement cannot have both parameters with names and others, ? or $1");
    }
  }
}
