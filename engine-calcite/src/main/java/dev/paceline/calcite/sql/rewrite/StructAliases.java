package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.function.ListOperator;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Structs and maps as DuckDB writes them. */
final class StructAliases {
  private StructAliases() {}

  /** The field of a struct that is written with a dot, or with its name in brackets. */
  static SqlNode field(SqlCall call) {
    if (call.getKind() == SqlKind.DOT && call.operand(1) instanceof SqlIdentifier name) {
      SqlNode value = call.operand(0);
      for (String field : name.names) {
        SqlParserPos position = name.getParserPosition();
        value =
            ListOperator.FIELD.createCall(
                call.getParserPosition(), value, SqlLiteral.createCharString(field, position));
      }
      return value;
    }
    return call.operand(1) instanceof SqlLiteral key
            && key.getTypeName() == org.apache.calcite.sql.type.SqlTypeName.CHAR
        ? ListOperator.FIELD.createCall(call.getParserPosition(), call.getOperandList())
        : call;
  }

  /** The call of the engine's function; null if it is no such call. */
  static @Nullable SqlNode rewrite(String name, SqlCall call) {
    return switch (name) {
      case "STRUCT_PACK" -> named(name, call, 0);
      case "STRUCT_INSERT", "STRUCT_UPDATE" -> named(name, call, 1);
      case "MAP_CONTAINS_ENTRY" ->
          call.operandCount() == 3
              ? entry(call.operand(0), call.operand(1), call.operand(2), call.getParserPosition())
              : null;
      default -> null;
    };
  }

  /** Puts the names of arguments in front of them, as strings. */
  private static @Nullable SqlNode named(String function, SqlCall call, int first) {
    List<SqlNode> arguments = new ArrayList<>();
    boolean any = false;
    for (int i = 0; i < call.operandCount(); i++) {
      SqlNode argument = call.operand(i);
      if (i >= first && argument.getKind() == SqlKind.ARGUMENT_ASSIGNMENT) {
        SqlIdentifier name = ((SqlCall) argument).operand(1);
        arguments.add(SqlLiteral.createCharString(name.getSimple(), name.getParserPosition()));
        arguments.add(((SqlCall) argument).operand(0));
        any = true;
      } else {
        arguments.add(argument);
      }
    }
    return any ? FunctionAliases.called(function, arguments, call.getParserPosition()) : null;
  }

  /** Whether the value of a key is another value. */
  private static SqlNode entry(SqlNode map, SqlNode key, SqlNode value, SqlParserPos position) {
    SqlNode known = FunctionAliases.called("MAP_EXTRACT_VALUE", List.of(map, key), position);
    return SqlStdOperatorTable.AND.createCall(
        position,
        FunctionAliases.called("MAP_CONTAINS", List.of(map, key), position),
        SqlStdOperatorTable.IS_NOT_DISTINCT_FROM.createCall(position, known, value));
  }
}
