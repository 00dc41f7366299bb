package dev.paceline.calcite.sql.rewrite;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * {@code FORMAT} and {@code PRINTF} with any number of values: the engine's functions take one, so
 * that a call with several becomes a concatenation of calls.
 */
final class FormatCalls {
  private FormatCalls() {}

  /**
   * The calls with one value each; null for another function, and for a call that needs no change.
   *
   * @throws PacelineException NOT_SUPPORTED for several values and a format that is no literal,
   *     INVALID_ARGUMENT if the values are not as many as the places in the format
   */
  static @Nullable SqlNode rewrite(String name, SqlCall call) {
    boolean braces = name.equals("FORMAT");
    if (!braces && !name.equals("PRINTF") || call.operandCount() == 0) {
      return null;
    }
    SqlNode format = call.operand(0);
    if (!(format instanceof SqlLiteral literal) || literal.getTypeName() != SqlTypeName.CHAR) {
      if (call.operandCount() != 2) {
        throw new PacelineException(
            ErrorCode.NOT_SUPPORTED,
            name + " of several values with a format that is no literal is not supported");
      }
      return null;
    }
    String text = literal.getValueAs(String.class);
    List<FormatPlace> places = braces ? FormatPlace.ofBraces(text) : FormatPlace.ofPercent(text);
    if (call.operandCount() == 2 && places.size() == 1 && places.getFirst().value() == 0) {
      return null;
    }
    return concatenation(name, call, text, places, braces);
  }

  private static SqlNode concatenation(
      String name, SqlCall call, String text, List<FormatPlace> places, boolean braces) {
    SqlParserPos position = call.getParserPosition();
    if (places.isEmpty()) {
      return SqlLiteral.createCharString(
          braces ? text.replace("{{", "{").replace("}}", "}") : text.replace("%%", "%"), position);
    }
    List<SqlNode> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < places.size(); i++) {
      FormatPlace place = places.get(i);
      if (place.value() + 1 >= call.operandCount()) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            name + " has no value for place " + (place.value() + 1) + " of '" + text + "'");
      }
      int end = i + 1 < places.size() ? place.end() : text.length();
      String part = text.substring(start, place.start()) + place.format();
      parts.add(
          FunctionAliases.called(
              name,
              List.of(
                  SqlLiteral.createCharString(part + text.substring(place.end(), end), position),
                  call.<SqlNode>operand(place.value() + 1)),
              position));
      start = end;
    }
    SqlNode all = parts.getFirst();
    for (SqlNode part : parts.subList(1, parts.size())) {
      all = SqlStdOperatorTable.CONCAT.createCall(position, all, part);
    }
    return all;
  }
}
