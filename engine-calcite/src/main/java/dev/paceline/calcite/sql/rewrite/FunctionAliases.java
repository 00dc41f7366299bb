package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.adapter.ProductVersion;
import dev.paceline.calcite.function.CurrentMomentOperator;
import dev.paceline.calcite.function.LibraryOperator;
import dev.paceline.calcite.function.RoundingOperator;
import dev.paceline.calcite.sql.choice.ContainsOperator;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJsonQueryEmptyOrErrorBehavior;
import org.apache.calcite.sql.SqlJsonQueryWrapperBehavior;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlPosixRegexOperator;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/** Replaces functions of PostgreSQL and DuckDB by functions of the engine that have other names. */
public final class FunctionAliases {
  private FunctionAliases() {}

  /** Refuses a call without arguments of a function that Calcite takes for one that has some. */
  private static void checkArguments(String function) {
    switch (function.toUpperCase(Locale.ROOT)) {
      case "COALESCE", "GREATEST", "LEAST" ->
          throw new PacelineException(
              ErrorCode.INVALID_STATEMENT, function + " needs at least one argument");
      default -> {
        // may have none, or Calcite refuses it
      }
    }
  }

  private static SqlNode literal(SqlNode node) {
    SqlNode typed = TypedLiterals.of(node);
    return typed == null ? inOneCharacterSet(node) : typed;
  }

  /**
   * Returns a literal in the one character set of the engine, UTF-8. The parser gives other
   * character sets to literals such as {@code e'a\n'}, {@code n'a'} and {@code u&'\0061'}.
   */
  private static SqlNode inOneCharacterSet(SqlNode node) {
    return node instanceof SqlCharStringLiteral literal
            && literal.getValue() instanceof NlsString string
            && string.getCharsetName() != null
        ? SqlLiteral.createCharString(string.getValue(), node.getParserPosition())
        : node;
  }

  /** Returns the call of the engine's function; the node itself if it is no such call. */
  public static @Nullable SqlNode rewrite(@Nullable SqlNode node) {
    if (!(node instanceof SqlBasicCall call) || call.getFunctionQuantifier() != null) {
      return node == null ? null : literal(node);
    }
    if (call.operandCount() == 0 && call.getOperator() instanceof SqlFunction function) {
      checkArguments(function.getName());
    }
    SqlNode rounded = SecondFractions.ofCast(call);
    if (rounded != null) {
      return rounded;
    }
    SqlNode json = JsonAliases.ofCast(call);
    if (json != null) {
      return json;
    }
    if (call.getOperator() instanceof SqlPosixRegexOperator regex) {
      return matched(regex, call);
    }
    if (call.getOperator() instanceof SqlQuantifyOperator
        && call.operand(1) instanceof SqlNodeList list
        && list.size() == 1
        && list.get(0) instanceof SqlCall array
        && array.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR
        && array.operandCount() > 0) {
      call.setOperand(1, new SqlNodeList(array.getOperandList(), list.getParserPosition()));
      return call;
    }
    if (call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
      return called("LIST_VALUE", call.getOperandList(), call.getParserPosition());
    }
    if (call.getKind() == SqlKind.MAP_VALUE_CONSTRUCTOR) {
      return called("MAP_OF", call.getOperandList(), call.getParserPosition());
    }
    if (call.getKind() == SqlKind.DOT || call.getKind() == SqlKind.ITEM) {
      return StructAliases.field(call);
    }
    if (call.getKind() == SqlKind.ARRAY_QUERY_CONSTRUCTOR) {
      return ListAliases.ofQuery(call);
    }
    SqlNode lambda = LambdaBinding.rewrite(call);
    if (lambda != null) {
      return lambda;
    }
    if (!(call.getOperator() instanceof SqlFunction function)) {
      SqlNode all = JsonAliases.ofOperator(call);
      return all == null ? JsonPredicates.rewrite(call) : all;
    }
    if (function instanceof LibraryOperator || function instanceof ContainsOperator) {
      return call; // a rewritten call
    }
    String name = function.getName().toUpperCase(Locale.ROOT);
    SqlNode other = StructAliases.rewrite(name, call);
    if (other == null) {
      other = TemporalAliases.rewrite(name, call);
    }
    if (other == null) {
      other = FormatCalls.rewrite(name, call);
    }
    if (other == null) {
      other = JsonAliases.rewrite(name, call);
    }
    if (other == null) {
      other = ListAliases.rewrite(name, call);
    }
    if (other == null) {
      other = rewrite(name, call);
    }
    return other == null ? node : other;
  }

  private static @Nullable SqlNode rewrite(String name, SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> arguments = call.getOperandList();
    return switch (arguments.size()) {
      case 0 -> ofNone(name, position);
      case 1 -> ofOne(name, arguments.getFirst(), position);
      case 2 -> ofTwo(name, arguments.get(0), arguments.get(1), position);
      case 3 -> ofThree(name, arguments, position);
      case 5 ->
          name.equals("JSON_QUERY") && hasNoOptions(arguments)
              ? called(name, arguments.subList(0, 2), position)
              : null;
      default -> null;
    };
  }

  /** Returns whether a JSON_QUERY has the usual options, which Calcite's parser adds. */
  private static boolean hasNoOptions(List<SqlNode> arguments) {
    return isSymbol(arguments.get(2), SqlJsonQueryWrapperBehavior.WITHOUT_ARRAY)
        && isSymbol(arguments.get(3), SqlJsonQueryEmptyOrErrorBehavior.NULL)
        && isSymbol(arguments.get(4), SqlJsonQueryEmptyOrErrorBehavior.NULL);
  }

  private static boolean isSymbol(SqlNode node, Enum<?> symbol) {
    return node instanceof SqlLiteral literal && symbol.equals(literal.getValue());
  }

  private static @Nullable SqlNode ofNone(String name, SqlParserPos position) {
    return switch (name) {
      case "NOW", "GET_CURRENT_TIMESTAMP", "TRANSACTION_TIMESTAMP" ->
          CurrentMomentOperator.INSTANCE.createCall(position);
      case "GET_CURRENT_TIME" -> SqlStdOperatorTable.CURRENT_TIME.createCall(position);
      case "CURRENT_LOCALTIME" -> SqlStdOperatorTable.LOCALTIME.createCall(position);
      case "CURRENT_LOCALTIMESTAMP" -> SqlStdOperatorTable.LOCALTIMESTAMP.createCall(position);
      case "GEN_RANDOM_UUID", "UUIDV4" -> called("UUID", List.of(), position);
      case "VERSION" -> text("Paceline " + ProductVersion.number(), position);
      case "TODAY" -> SqlStdOperatorTable.CURRENT_DATE.createCall(position);
      case "CURRENT_DATABASE" -> SqlStdOperatorTable.CURRENT_CATALOG.createCall(position);
      default -> null;
    };
  }

  private static @Nullable SqlNode ofThree(
      String name, List<SqlNode> arguments, SqlParserPos position) {
    return switch (name) {
      case "IF", "IIF" -> choice(arguments.get(0), arguments.get(1), arguments.get(2), position);
      case "DATEDIFF" -> called("DATE_DIFF", arguments, position);
      case "LIKE_ESCAPE" -> SqlStdOperatorTable.LIKE.createCall(position, arguments);
      case "NOT_LIKE_ESCAPE" -> SqlStdOperatorTable.NOT_LIKE.createCall(position, arguments);
      case "ILIKE_ESCAPE" -> SqlLibraryOperators.ILIKE.createCall(position, arguments);
      case "NOT_ILIKE_ESCAPE" -> SqlLibraryOperators.NOT_ILIKE.createCall(position, arguments);
      case "DATESUB" -> called("DATE_SUB", arguments, position);
      case "TRANSLATE3" -> called("TRANSLATE", arguments, position);
      case "SUBSTR" -> part(arguments, position);
      case "REGEXP_EXTRACT" -> namedGroups(arguments, position);
      default -> null;
    };
  }

  /**
   * Returns a struct of the groups of a pattern, in their order; null if no list gives them names.
   */
  private static @Nullable SqlNode namedGroups(List<SqlNode> arguments, SqlParserPos position) {
    List<SqlNode> names = TemporalAliases.elements(arguments.get(2));
    if (names == null || !names.stream().allMatch(SqlCharStringLiteral.class::isInstance)) {
      return null;
    }
    List<SqlNode> fields = new ArrayList<>();
    for (SqlNode name : names) {
      SqlNode group =
          SqlLiteral.createExactNumeric(Integer.toString(fields.size() / 2 + 1), position);
      fields.add(name);
      fields.add(
          called("REGEXP_EXTRACT", List.of(arguments.get(0), arguments.get(1), group), position));
    }
    return unlessNull(arguments.getFirst(), called("STRUCT_PACK", fields, position), position);
  }

  /** Returns a value that is NULL where another one is. */
  static SqlNode unlessNull(SqlNode tested, SqlNode value, SqlParserPos position) {
    return choice(
        SqlStdOperatorTable.IS_NULL.createCall(position, tested),
        SqlLiteral.createNull(position),
        value,
        position);
  }

  private static @Nullable SqlNode ofOne(String name, SqlNode argument, SqlParserPos position) {
    if (name.equals("BTRIM")) {
      return trimmed(
          SqlTrimFunction.Flag.BOTH,
          argument,
          SqlLiteral.createCharString(" ", position),
          position);
    }
    if (name.equals("HASH")) {
      return LibraryOperator.named("hash")
          .createCall(position, cast(argument, SqlTypeName.VARCHAR, position));
    }
    if (name.equals("COUNT_IF") || name.equals("COUNTIF")) {
      SqlNode one = SqlLiteral.createExactNumeric("1", position);
      SqlNode counted = choice(argument, one, SqlLiteral.createNull(position), position);
      return SqlStdOperatorTable.COUNT.createCall(position, counted);
    }
    SqlOperator same =
        switch (name) {
          case "LCASE" -> SqlStdOperatorTable.LOWER;
          case "UCASE" -> SqlStdOperatorTable.UPPER;
          case "CEILING" -> SqlStdOperatorTable.CEIL;
          case "DAY" -> SqlStdOperatorTable.DAYOFMONTH;
          case "TRUNC" -> RoundingOperator.TRUNCATE;
          case "LOG" -> SqlStdOperatorTable.LOG10;
          case "MEAN" -> SqlStdOperatorTable.AVG;
          default -> null;
        };
    if (same != null) {
      return same.createCall(position, argument);
    }
    return switch (name) {
      case "STRLEN" ->
          SqlStdOperatorTable.OCTET_LENGTH.createCall(
              position, called("ENCODE", List.of(argument), position));
      case "UNICODE", "ORD" ->
          choice(
              SqlStdOperatorTable.EQUALS.createCall(
                  position, argument, SqlLiteral.createCharString("", position)),
              SqlLiteral.createExactNumeric("-1", position),
              SqlStdOperatorTable.ASCII.createCall(position, argument),
              position);
      case "PG_TYPEOF" ->
          SqlStdOperatorTable.LOWER.createCall(
              position, called("TYPEOF", List.of(argument), position));
      case "DATE" -> cast(argument, SqlTypeName.DATE, position);
      case "TO_BINARY" -> called("BIN", List.of(argument), position);
      case "FROM_BINARY" -> called("UNBIN", List.of(argument), position);
      case "FROM_HEX" -> called("UNHEX", List.of(argument), position);
      case "BASE64" -> called("TO_BASE64", List.of(argument), position);
      case "FORMATREADABLESIZE" -> called("FORMAT_BYTES", List.of(argument), position);
      case "LOCALTIMESTAMP", "CURRENT_TIMESTAMP" -> {
        SqlNode local = SqlStdOperatorTable.LOCALTIMESTAMP.createCall(position);
        SqlNode rounded = called("ROUND_FRACTION", List.of(local, argument), position);
        yield name.equals("LOCALTIMESTAMP")
            ? rounded
            : cast(rounded, SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, position);
      }
      case "AGE" ->
          called(
              "AGE",
              List.of(SqlStdOperatorTable.CURRENT_DATE.createCall(position), argument),
              position);
      default -> null;
    };
  }

  /** Turns a minus sign before a number of digits into a negative literal, which is a constant. */
  private static SqlNode digits(SqlNode node) {
    return node.getKind() == SqlKind.MINUS_PREFIX
            && node instanceof SqlCall call
            && call.operand(0) instanceof SqlNumericLiteral literal
            && literal.isInteger()
        ? SqlLiteral.createExactNumeric("-" + literal.toValue(), node.getParserPosition())
        : node;
  }

  /** Bytes as a string in an encoding, and back; null for an encoding that is not known. */
  private static @Nullable SqlNode ofEncoding(
      String function, SqlNode value, SqlNode encoding, SqlParserPos position) {
    if (!(encoding instanceof SqlCharStringLiteral literal)) {
      return null;
    }
    boolean decodes = function.equals("DECODE");
    return switch (literal.getValueAs(String.class).toLowerCase(Locale.ROOT)) {
      case "utf-8", "utf8" -> called(function, List.of(value), position);
      case "base64" -> called(decodes ? "FROM_BASE64" : "TO_BASE64", List.of(value), position);
      case "hex" ->
          decodes
              ? called("UNHEX", List.of(value), position)
              : SqlStdOperatorTable.LOWER.createCall(
                  position, called("HEX", List.of(value), position));
      default -> null;
    };
  }

  private static @Nullable SqlNode ofTwo(
      String name, SqlNode first, SqlNode second, SqlParserPos position) {
    return switch (name) {
      case "CONSTANT_OR_NULL" -> unlessNull(second, first, position);
      case "IFNULL", "NVL" -> SqlStdOperatorTable.COALESCE.createCall(position, first, second);
      case "BTRIM" -> trimmed(SqlTrimFunction.Flag.BOTH, first, second, position);
      case "LTRIM" -> trimmed(SqlTrimFunction.Flag.LEADING, first, second, position);
      case "RTRIM" -> trimmed(SqlTrimFunction.Flag.TRAILING, first, second, position);
      case "ROUND" -> RoundingOperator.ROUND.createCall(position, first, digits(second));
      case "TRUNC", "TRUNCATE" ->
          RoundingOperator.TRUNCATE.createCall(position, first, digits(second));
      case "POW" -> SqlStdOperatorTable.POWER.createCall(position, first, second);
      case "STRPOS", "INSTR" -> SqlStdOperatorTable.POSITION.createCall(position, second, first);
      case "PREFIX" -> SqlLibraryOperators.STARTS_WITH.createCall(position, first, second);
      case "SUFFIX" -> SqlLibraryOperators.ENDS_WITH.createCall(position, first, second);
      case "CONTAINS" -> ContainsOperator.INSTANCE.createCall(position, first, second);
      case "REGEXP_SPLIT_TO_TABLE" ->
          called(
              "UNNEST",
              List.of(called("REGEXP_SPLIT_TO_ARRAY", List.of(first, second), position)),
              position);
      case "GENERATE_SUBSCRIPTS" ->
          called(
              "UNNEST",
              List.of(
                  called(
                      "GENERATE_SERIES",
                      List.of(
                          SqlLiteral.createExactNumeric("1", position),
                          called("ARRAY_LENGTH", List.of(first, second), position)),
                      position)),
              position);
      case "ENCODE", "DECODE" -> ofEncoding(name, first, second, position);
      case "EDITDIST3" -> called("LEVENSHTEIN", List.of(first, second), position);
      case "MISMATCHES" -> called("HAMMING", List.of(first, second), position);
      case "GREATEST_COMMON_DIVISOR" -> called("GCD", List.of(first, second), position);
      case "LEAST_COMMON_MULTIPLE" -> called("LCM", List.of(first, second), position);
      case "ROUNDBANKERS" -> called("ROUND_EVEN", List.of(first, second), position);
      case "ADD" -> SqlStdOperatorTable.PLUS.createCall(position, first, second);
      case "SUBTRACT" -> SqlStdOperatorTable.MINUS.createCall(position, first, second);
      case "MULTIPLY" -> SqlStdOperatorTable.MULTIPLY.createCall(position, first, second);
      case "DATE_ADD" -> SqlStdOperatorTable.PLUS.createCall(position, first, second);
      case "DATE_SUB" -> SqlStdOperatorTable.MINUS.createCall(position, first, second);
      case "SUBSTR" -> part(List.of(first, second), position);
      case "JSON_EXISTS" -> called("JSON_EXISTS", List.of(first, second), position);
      case "JSON_VALUE" -> called("JSON_VALUE", List.of(first, second), position);
      default -> null;
    };
  }

  /**
   * Returns SUBSTR as DuckDB and SQLite have it, where negative numbers count from the end. With
   * other numbers it is SUBSTRING, which copies nothing.
   */
  private static SqlNode part(List<SqlNode> arguments, SqlParserPos position) {
    boolean plain =
        arguments.stream()
            .skip(1)
            .allMatch(
                number ->
                    number instanceof SqlNumericLiteral literal
                        && literal.isInteger()
                        && literal.bigDecimalValue().signum() > 0);
    return plain
        ? SqlStdOperatorTable.SUBSTRING.createCall(position, arguments)
        : called("SUBSTR", arguments, position);
  }

  /** Returns the call of the function that an operator with a regular expression stands for. */
  private static SqlNode matched(SqlPosixRegexOperator operator, SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> arguments = new ArrayList<>(call.getOperandList());
    if (!operator.isCaseSensitive()) {
      arguments.add(SqlLiteral.createCharString("i", position));
    }
    SqlNode matches = called("REGEXP_LIKE", arguments, position);
    return operator.isNegated() ? SqlStdOperatorTable.NOT.createCall(position, matches) : matches;
  }

  private static SqlNode text(String text, SqlParserPos position) {
    return cast(SqlLiteral.createCharString(text, position), SqlTypeName.VARCHAR, position);
  }

  static SqlNode cast(SqlNode value, SqlTypeName type, SqlParserPos position) {
    return SqlStdOperatorTable.CAST.createCall(
        position, value, new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, position), position));
  }

  /** Returns the call of a function of the registry. */
  static SqlNode called(String name, List<SqlNode> arguments, SqlParserPos position) {
    return new SqlUnresolvedFunction(
            new SqlIdentifier(name, position),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(position, arguments);
  }

  private static SqlNode trimmed(
      SqlTrimFunction.Flag side, SqlNode text, SqlNode characters, SqlParserPos position) {
    return SqlStdOperatorTable.TRIM.createCall(position, side.symbol(position), characters, text);
  }

  static SqlNode choice(SqlNode condition, SqlNode then, SqlNode otherwise, SqlParserPos position) {
    return new SqlCase(position, null, SqlNodeList.of(condition), SqlNodeList.of(then), otherwise);
  }
}
