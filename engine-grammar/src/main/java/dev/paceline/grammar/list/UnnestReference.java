package dev.paceline.grammar.list;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnnestOperator;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Functions in FROM that make a row of each element of a list: UNNEST, and the functions whose
 * lists count. The table has the name of the function unless the statement gives another one, and
 * its column has the name of the table.
 */
public final class UnnestReference {
  private static final String UNNEST = "unnest";

  private static final Set<String> FUNCTIONS =
      Set.of(
          UNNEST,
          "range",
          "generate_series",
          "json_each",
          "json_tree",
          "generate_subscripts",
          "regexp_split_to_table");

  /** The columns of json_each and json_tree. */
  private static final List<String> JSON_COLUMNS =
      List.of("key", "value", "type", "atom", "id", "parent", "fullkey", "path");

  private UnnestReference() {}

  /** Returns whether words in FROM begin a call of such a function, possibly after LATERAL. */
  public static boolean starts(String first, String second, String third) {
    return first.equalsIgnoreCase("LATERAL") ? begins(second, third) : begins(first, second);
  }

  private static boolean begins(String name, String parenthesis) {
    return parenthesis.equals("(") && FUNCTIONS.contains(name.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the expansion of a list, or of the list that the call of a function is.
   *
   * @param function in lower case
   */
  public static SqlNode of(
      SqlParserPos position, String function, List<SqlNode> arguments, boolean ordinality) {
    SqlUnnestOperator operator =
        ordinality ? SqlStdOperatorTable.UNNEST_WITH_ORDINALITY : SqlStdOperatorTable.UNNEST;
    return operator.createCall(
        position,
        switch (function) {
          case UNNEST -> arguments;
          case "json_each", "json_tree" -> jsonColumns(position, function, arguments);
          case "generate_subscripts" ->
              List.of(
                  call(
                      position,
                      "generate_series",
                      List.of(
                          SqlLiteral.createExactNumeric("1", position),
                          call(position, "array_length", arguments))));
          case "regexp_split_to_table" ->
              List.of(call(position, "regexp_split_to_array", arguments));
          default -> List.of(call(position, function, withTypes(arguments)));
        });
  }

  /** A list for each column; a path may follow the JSON. */
  private static List<SqlNode> jsonColumns(
      SqlParserPos position, String function, List<SqlNode> arguments) {
    List<SqlNode> lists = new ArrayList<>();
    for (String column : JSON_COLUMNS) {
      boolean number = column.equals("id") || column.equals("parent");
      List<SqlNode> operands = new ArrayList<>(arguments);
      if (arguments.size() == 1) {
        operands.add(SqlLiteral.createCharString("$", position));
      }
      operands.add(SqlLiteral.createCharString(column, position));
      lists.add(call(position, function + (number ? "_numbers" : "_texts"), operands));
    }
    return lists;
  }

  private static boolean isInterval(SqlNode node) {
    return switch (node.getKind()) {
      case INTERVAL -> true;
      case CAST -> ((SqlCall) node).operand(1) instanceof SqlIntervalQualifier;
      case MINUS_PREFIX -> isInterval(((SqlCall) node).operand(0));
      default -> node instanceof SqlIntervalLiteral;
    };
  }

  /** The validator does not look for the types of parameters in FROM. */
  private static List<SqlNode> withTypes(List<SqlNode> arguments) {
    boolean times = arguments.size() == 3 && isInterval(arguments.get(2));
    List<SqlNode> typed = new ArrayList<>();
    for (SqlNode argument : arguments) {
      SqlParserPos position = argument.getParserPosition();
      SqlTypeName type = times ? SqlTypeName.TIMESTAMP : SqlTypeName.BIGINT;
      typed.add(
          argument.getKind() == SqlKind.DYNAMIC_PARAM
              ? SqlStdOperatorTable.CAST.createCall(
                  position,
                  argument,
                  new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, position), position))
              : argument);
    }
    return typed;
  }

  private static SqlNode call(SqlParserPos position, String function, List<SqlNode> arguments) {
    return new SqlUnresolvedFunction(
            new SqlIdentifier(function, position),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(position, arguments);
  }

  /**
   * Gives a table in FROM names for all columns.
   *
   * @param function that the table is a call of; null if it is another table
   */
  public static SqlNode named(SqlNode table, @Nullable String function, boolean ordinality) {
    if (function == null) {
      return table;
    }
    SqlParserPos position = table.getParserPosition();
    List<SqlNode> operands = new ArrayList<>();
    if (table.getKind() == SqlKind.AS) {
      operands.addAll(((SqlCall) table).getOperandList());
    } else {
      operands.add(table);
      operands.add(new SqlIdentifier(function, position));
    }
    boolean json = function.startsWith("json_");
    if (json) {
      JSON_COLUMNS.stream()
          .skip(operands.size() - 2L)
          .forEach(column -> operands.add(new SqlIdentifier(column, position)));
    } else if (operands.size() == 2) {
      operands.add(operands.get(1));
    }
    if (ordinality && operands.size() == (json ? 2 + JSON_COLUMNS.size() : 3)) {
      operands.add(new SqlIdentifier("ordinality", position));
    }
    return SqlStdOperatorTable.AS.createCall(position, operands);
  }
}
