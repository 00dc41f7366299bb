package dev.paceline.calcite.sql;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Collection;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Translates Calcite's errors to Paceline's: short messages with a code, a position and the line of
 * the statement.
 */
public final class SqlErrorTranslation {
  /** Begins Calcite's message for a correlated join of a type that cannot be one. */
  private static final String JOIN_OF_LATERAL = "Unknown join type ";

  /** The message of Calcite for a function in FROM that returns no rows. */
  private static final String NO_TABLE_FUNCTION = "Argument must be a table function: ";

  private static final Pattern ENCOUNTERED = Pattern.compile("Encountered \"(.*?)\" at line");
  private static final Pattern KEYWORD =
      Pattern.compile("Incorrect syntax near the keyword '(.*?)' at line");
  private static final Pattern LEXICAL =
      Pattern.compile("Lexical error at line (\\d+), column (\\d+)");
  private static final Pattern ILLEGAL_MOMENT =
      Pattern.compile("Illegal (?:DATE|TIME|TIMESTAMP).* literal");
  private static final Pattern UNKNOWN_OBJECT =
      Pattern.compile("(?:Object|Table) '(.*?)' not found.*");
  private static final Pattern UNKNOWN_COLUMN = Pattern.compile("Column '(.*?)' not found.*");
  private static final Pattern UNKNOWN_FUNCTION =
      Pattern.compile("No match found for function signature (\\S+?)\\(.*");

  private SqlErrorTranslation() {}

  /** The names that the user may have meant. They are collected only if a name was not found. */
  public interface Names {
    Collection<String> tables();

    Collection<String> columns();

    Collection<String> functions();
  }

  /** Translates an error of the parser. */
  static PacelineException ofSyntax(SqlParseException error, String sql) {
    if (error.getCause() instanceof UnsupportedOperationException unsupported) {
      return new PacelineException(
          ErrorCode.NOT_SUPPORTED, String.valueOf(unsupported.getMessage()), error);
    }
    String message = String.valueOf(error.getMessage());
    SqlParserPos position = error.getPos();
    int line = position == null ? 0 : position.getLineNum();
    int column = position == null ? 0 : position.getColumnNum();
    Matcher lexical = LEXICAL.matcher(message);
    if (lexical.find()) {
      line = Integer.parseInt(lexical.group(1));
      column = Integer.parseInt(lexical.group(2));
    }
    ErrorCode code =
        ILLEGAL_MOMENT.matcher(message).find()
            ? ErrorCode.INVALID_DATETIME
            : ErrorCode.SYNTAX_ERROR;
    return positioned(code, syntaxProblem(message), sql, line, column, error);
  }

  private static String syntaxProblem(String message) {
    Matcher keyword = KEYWORD.matcher(message);
    if (keyword.find()) {
      return "unexpected " + keyword.group(1) + quotingAdvice(keyword.group(1));
    }
    Matcher encountered = ENCOUNTERED.matcher(message);
    if (encountered.find()) {
      String token = encountered.group(1).strip();
      return switch (token.endsWith("<EOF>") ? "<EOF>" : token) {
        case "<EOF>" -> "unexpected end of the statement";
        case "'", "\\'" -> "the text that begins here has no end";
        case "\"", "\\\"" -> "the quoted name that begins here has no end";
        default -> "unexpected " + token + quotingAdvice(token);
      };
    }
    return message.startsWith("Lexical error")
        ? "unexpected character"
        : message.lines().findFirst().orElse("syntax error");
  }

  private static String quotingAdvice(String token) {
    return SqlFrontEnd.isReserved(token.toUpperCase(Locale.ROOT))
        ? " (a keyword: as a name it must be quoted, \"" + token + "\")"
        : "";
  }

  /** Translates an error that was thrown while a statement was validated, planned or executed. */
  public static PacelineException of(Throwable error, String sql, @Nullable Names names) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof PacelineException known) {
        return known;
      }
    }
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof CalciteContextException context) {
        return ofContext(context, sql, names);
      }
    }
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      PacelineException translated = ofRuntime(cause);
      if (translated != null) {
        return translated;
      }
    }
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof StackOverflowError) {
        return StatementShape.tooDeep(error);
      }
    }
    return PacelineException.internal(
        "cannot run the statement: " + firstLine(String.valueOf(error)), error);
  }

  private static PacelineException ofContext(
      CalciteContextException error, String sql, @Nullable Names names) {
    Throwable cause = error.getCause();
    String message = firstLine(cause == null ? error.getMessage() : cause.getMessage());
    ErrorCode code = ErrorCode.INVALID_STATEMENT;
    String text = message;
    Matcher object = UNKNOWN_OBJECT.matcher(message);
    Matcher column = UNKNOWN_COLUMN.matcher(message);
    Matcher function = UNKNOWN_FUNCTION.matcher(message);
    if (object.matches()) {
      code = ErrorCode.UNKNOWN_TABLE;
      String name = object.group(1);
      // Calcite writes "Table" for what stands before a column, and "Object" for what a FROM names.
      boolean known =
          message.startsWith("Table ")
              && names != null
              && names.tables().stream().anyMatch(table -> table.equalsIgnoreCase(name));
      text =
          known
              ? "the name " + name + " means no table, or several, in this FROM; use their aliases"
              : missing("table", name, names == null ? null : names::tables);
    } else if (column.matches()) {
      code = ErrorCode.UNKNOWN_COLUMN;
      text = missing("column", column.group(1), names == null ? null : names::columns);
    } else if (function.matches()) {
      text =
          missing("function", function.group(1), names == null ? null : names::functions)
              + " (for arguments of these types)";
    } else if (isAboutTypes(message)) {
      code = ErrorCode.TYPE_MISMATCH;
    }
    return positioned(code, text, sql, error.getPosLine(), error.getPosColumn(), error);
  }

  private static boolean isAboutTypes(String message) {
    return message.startsWith("Cannot apply")
        || message.startsWith("Values passed to")
        || message.contains("type mismatch")
        || message.startsWith("Type mismatch")
        || message.contains("must be a condition")
        || message.startsWith("Cast function cannot convert")
        || message.contains("Cannot assign");
  }

  private static String missing(
      String what, String name, @Nullable Supplier<Collection<String>> candidates) {
    return "there is no "
        + what
        + " "
        + name
        + (candidates == null ? "" : NameSuggestion.of(name, candidates.get()));
  }

  /** Translates errors that Calcite's generated code and its library throw at run time. */
  private static @Nullable PacelineException ofRuntime(Throwable error) {
    String message = String.valueOf(error.getMessage());
    if (message.startsWith(NO_TABLE_FUNCTION)) {
      return new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "the function "
              + message.substring(NO_TABLE_FUNCTION.length()).toLowerCase(Locale.ROOT)
              + " gives a value and no rows, so it cannot stand in FROM; write it behind SELECT",
          error);
    }
    if (message.startsWith(JOIN_OF_LATERAL) || message.startsWith("Correlate has invalid join")) {
      return new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "a RIGHT or FULL JOIN whose right side uses columns of the left one is not supported",
          error);
    }
    if (error instanceof UnsupportedCharsetException) {
      return new PacelineException(
          ErrorCode.NOT_SUPPORTED, "the character set " + message + " is not supported", error);
    }
    if (error instanceof ClassCastException && message.contains(".SqlOperandMetadata ")) {
      return new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "names of arguments stand in the call of a function that has none; write the arguments"
              + " in their order",
          error);
    }
    String lower = message.toLowerCase(Locale.ROOT);
    ErrorCode code =
        switch (error) {
          case IllegalArgumentException _
              when message.startsWith("Cannot convert ") && message.endsWith(" due to overflow") ->
              ErrorCode.NUMERIC_OVERFLOW;
          case ArithmeticException _ ->
              lower.contains("zero") ? ErrorCode.DIVISION_BY_ZERO : ErrorCode.NUMERIC_OVERFLOW;
          case NumberFormatException _ -> ErrorCode.INVALID_CAST;
          case java.time.DateTimeException _ -> ErrorCode.INVALID_DATETIME;
          case CalciteException _ ->
              lower.contains("more than one value")
                  ? ErrorCode.CARDINALITY_VIOLATION
                  : lower.contains("invalid date") || lower.contains("invalid time")
                      ? ErrorCode.INVALID_DATETIME
                      : ErrorCode.INVALID_STATEMENT;
          case IllegalStateException _ when lower.contains("more than one value") ->
              ErrorCode.CARDINALITY_VIOLATION;
          case UnsupportedOperationException _ -> ErrorCode.NOT_SUPPORTED;
          // Expressions for which Calcite generates no code, or none that compiles.
          case RuntimeException _
              when message.startsWith("Unable to implement")
                  || message.startsWith("Error while compiling generated Java code") ->
              ErrorCode.NOT_SUPPORTED;
          case java.util.regex.PatternSyntaxException _ -> ErrorCode.INVALID_ARGUMENT;
          // Calcite's LIKE and SIMILAR TO throw no type of their own.
          case RuntimeException _
              when message.startsWith("Invalid escape")
                  || message.startsWith("Invalid regular expression") ->
              ErrorCode.INVALID_ARGUMENT;
          case org.apache.calcite.plan.RelOptPlanner.CannotPlanException _ ->
              ErrorCode.NOT_SUPPORTED;
          default -> null;
        };
    if (code == ErrorCode.NOT_SUPPORTED && !(error instanceof UnsupportedOperationException)) {
      return new PacelineException(
          code, "an expression or operator of the statement is not supported", error);
    }
    return code == null ? null : new PacelineException(code, firstLine(message), error);
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "" : message.lines().findFirst().orElse("");
  }

  /**
   * Returns an error with the message "PROBLEM at line 2, column 5:", followed by that line and a
   * mark under the column.
   */
  public static PacelineException positioned(
      ErrorCode code, String problem, String sql, int line, int column, @Nullable Throwable cause) {
    if (line < 1) {
      return new PacelineException(code, problem, cause);
    }
    StringBuilder text = new StringBuilder(problem);
    text.append(" at line ").append(line).append(", column ").append(column);
    String source = sql.lines().skip(line - 1L).findFirst().orElse("").replace('\t', ' ');
    if (!source.isBlank() && column >= 1) {
      int from = Math.max(0, Math.min(column - 41, source.length() - 80));
      String excerpt = source.substring(from, Math.min(source.length(), from + 80));
      text.append("\n  ").append(excerpt);
      text.append("\n  ")
          .append(" ".repeat(Math.min(column - 1 - from, excerpt.length())))
          .append('^');
    }
    return new PacelineException(code, text.toString(), cause);
  }
}
