package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.function.CollectingOperator;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.list.JsonTypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlJsonConstructorNullClause;
import org.apache.calcite.sql.SqlJsonQueryEmptyOrErrorBehavior;
import org.apache.calcite.sql.SqlJsonValueEmptyOrErrorBehavior;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlJsonArrayFunction;
import org.apache.calcite.sql.fun.SqlJsonObjectFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites calls of functions that create JSON. A string argument becomes a JSON string; if the
 * argument is itself a call of a function that returns JSON, or a cast to JSON, it is inserted
 * unchanged.
 */
public final class JsonAliases {
  private JsonAliases() {}

  /** The call of the engine's function; null if there is none. */
  static @Nullable SqlNode rewrite(String name, SqlCall call) {
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> arguments = call.getOperandList();
    return switch (name) {
      case "JSON_OBJECT" -> {
        List<SqlNode> entries = arguments;
        if (call.getOperator() instanceof SqlJsonObjectFunction) {
          if (call.operand(0) instanceof SqlLiteral clause
              && clause.getValue() == SqlJsonConstructorNullClause.ABSENT_ON_NULL) {
            yield null;
          }
          entries = arguments.subList(1, arguments.size());
        }
        if (entries.size() % 2 != 0) {
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT, "json_object needs a value for each name");
        }
        yield constructor("JSON_OBJECT_OF", entries, 2, position);
      }
      case "JSON_ARRAY" -> {
        boolean hasClause = call.getOperator() instanceof SqlJsonArrayFunction;
        // Without a clause, Calcite gives the call one at the position of the call.
        if (hasClause
            && call.operand(0) instanceof SqlLiteral clause
            && clause.getValue() == SqlJsonConstructorNullClause.ABSENT_ON_NULL
            && !clause.getParserPosition().equals(position)) {
          throw notSupported("JSON_ARRAY with ABSENT ON NULL");
        }
        yield constructor(
            "JSON_ARRAY_OF",
            hasClause ? arguments.subList(1, arguments.size()) : arguments,
            1,
            position);
      }
      case "JSON_VALUE" -> {
        for (SqlNode argument : arguments) {
          if (argument instanceof SqlLiteral option
              && option.getValue() instanceof SqlJsonValueEmptyOrErrorBehavior behaviour
              && behaviour != SqlJsonValueEmptyOrErrorBehavior.NULL) {
            throw notSupported("JSON_VALUE with " + behaviour.name());
          }
        }
        yield null;
      }
      case "JSON_QUERY" -> {
        for (SqlNode argument : arguments) {
          if (argument instanceof SqlLiteral option
              && option.getValue() instanceof SqlJsonQueryEmptyOrErrorBehavior behaviour
              && behaviour != SqlJsonQueryEmptyOrErrorBehavior.NULL) {
            throw notSupported("JSON_QUERY with " + behaviour.name().replace('_', ' '));
          }
        }
        yield null;
      }
      case "TO_JSON", "ROW_TO_JSON", "ARRAY_TO_JSON" ->
          arguments.size() == 1 && isJson(arguments.getFirst()) ? arguments.getFirst() : null;
      case "JSON_EXTRACT", "JSON_EXTRACT_STRING" -> extractAll(name, arguments, position);
      case "JSON_EXTRACT_PATH" -> FunctionAliases.called("JSON_EXTRACT", arguments, position);
      case "JSON_EXTRACT_PATH_TEXT" ->
          FunctionAliases.called("JSON_EXTRACT_STRING", arguments, position);
      default -> null;
    };
  }

  /** The call for an operator of JSON whose path has wildcards; null for others. */
  static @Nullable SqlNode ofOperator(SqlCall call) {
    String function =
        switch (call.getOperator().getName()) {
          case "->" -> "JSON_EXTRACT";
          case "->>" -> "JSON_EXTRACT_STRING";
          default -> null;
        };
    return function == null
        ? null
        : extractAll(function, call.getOperandList(), call.getParserPosition());
  }

  private static @Nullable SqlNode extractAll(
      String name, List<SqlNode> arguments, SqlParserPos position) {
    return arguments.size() == 2
            && arguments.get(1) instanceof SqlCharStringLiteral path
            && hasWildcard(path.toValue())
        ? FunctionAliases.called(name + "_ALL", arguments, position)
        : null;
  }

  /** Returns whether a path is one of several values. */
  private static boolean hasWildcard(String path) {
    return path.startsWith("$")
        && (path.contains("[*]")
            || path.contains("..")
            || path.matches("[^\"]*\\.\\*(?:[.\\[].*)?"));
  }

  private static PacelineException notSupported(String what) {
    return new PacelineException(ErrorCode.NOT_SUPPORTED, what + " is not supported");
  }

  /** A cast to JSON, or of JSON to another type than a string; null for other calls. */
  static @Nullable SqlNode ofCast(SqlBasicCall call) {
    SqlParserPos position = call.getParserPosition();
    if (!isCast(call)) {
      return isAnyCast(call) && isJson(call.operand(0)) && !isText(call.operand(1))
          ? value(call.operand(0), call.operand(1), call.getKind() == SqlKind.SAFE_CAST, position)
          : null;
    }
    SqlNode value = call.operand(0);
    SqlNode cast = FunctionAliases.called("CAST_TO_JSON", List.of(value), position);
    return call.getKind() == SqlKind.CAST
        ? cast
        : FunctionAliases.choice(
            FunctionAliases.called("JSON_VALID", List.of(value), position),
            cast,
            SqlLiteral.createNull(position),
            position);
  }

  /** An aggregate of JSON, whose first argument may have a name before it. */
  static SqlNode aggregate(SqlBasicCall call, boolean object) {
    if (call.operandCount() != (object ? 2 : 1)) {
      return call;
    }
    SqlNode value = call.operand(object ? 1 : 0);
    SqlNode argument =
        object
            ? SqlStdOperatorTable.ROW.createCall(
                call.getParserPosition(), call.<SqlNode>operand(0), value)
            : value;
    CollectingOperator function =
        isJson(value)
            ? object ? CollectingOperator.OBJECT_OF_JSON : CollectingOperator.ARRAY_OF_JSON
            : object ? CollectingOperator.JSON_GROUP_OBJECT : CollectingOperator.JSON_GROUP_ARRAY;
    return function.createCall(call.getFunctionQuantifier(), call.getParserPosition(), argument);
  }

  /** The call of a constructor, whose first argument tells which values are JSON. */
  private static SqlNode constructor(
      String name, List<SqlNode> operands, int step, SqlParserPos position) {
    StringBuilder marks = new StringBuilder();
    for (int i = step - 1; i < operands.size(); i += step) {
      marks.append(isJson(operands.get(i)) ? 'j' : 'v');
    }
    List<SqlNode> arguments = new ArrayList<>();
    arguments.add(SqlLiteral.createCharString(marks.toString(), position));
    arguments.addAll(operands);
    return FunctionAliases.called(name, arguments, position);
  }

  /**
   * Returns the value of a type that JSON stands for.
   *
   * @param lenient whether what does not fit is NULL
   */
  public static SqlNode value(SqlNode json, SqlNode type, boolean lenient, SqlParserPos position) {
    SqlNode typed =
        SqlStdOperatorTable.CAST.createCall(position, SqlLiteral.createNull(position), type);
    return FunctionAliases.called(
        lenient ? "TRY_JSON_VALUE_OF" : "JSON_VALUE_OF", List.of(json, typed), position);
  }

  /** Returns whether a type is written as one of strings. */
  private static boolean isText(SqlNode type) {
    return type instanceof SqlDataTypeSpec spec
        && spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
        && basic.getTypeName().isSimple()
        && List.of("VARCHAR", "CHAR").contains(basic.getTypeName().getSimple());
  }

  private static boolean isAnyCast(SqlCall call) {
    return call.getKind() == SqlKind.CAST || call.getKind() == SqlKind.SAFE_CAST;
  }

  private static boolean isCast(SqlCall call) {
    return isAnyCast(call)
        && call.operand(1) instanceof SqlDataTypeSpec type
        && type.getTypeNameSpec() instanceof JsonTypeName;
  }

  private static boolean isJson(SqlNode node) {
    if (!(node instanceof SqlCall call)) {
      return false;
    }
    return switch (call.getOperator().getName().toUpperCase(Locale.ROOT)) {
      case "CAST", "TRY_CAST", "SAFE_CAST", "::" -> isCast(call);
      case "CAST_TO_JSON",
          "->",
          "JSON_ARRAY",
          "JSON_OBJECT",
          "JSON_ARRAY_OF",
          "JSON_OBJECT_OF",
          "TO_JSON",
          "ROW_TO_JSON",
          "ARRAY_TO_JSON",
          "JSON_QUOTE",
          "JSON",
          "JSON_EXTRACT",
          "JSON_MERGE_PATCH",
          "JSON_GROUP_ARRAY",
          "ARRAY_OF_JSON",
          "OBJECT_OF_VALUES",
          "OBJECT_OF_JSON" ->
          true;
      default -> false;
    };
  }
}
