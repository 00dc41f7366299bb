package dev.paceline.calcite.sql.rewrite;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** {@code IS JSON}, which is a call of the engine's functions of JSON. */
final class JsonPredicates {
  private JsonPredicates() {}

  /** The calls that tell the same; the call itself if it is no such predicate. */
  static SqlNode rewrite(SqlCall call) {
    SqlOperator operator = call.getOperator();
    if (operator.equals(SqlStdOperatorTable.IS_JSON_VALUE)) {
      return valid(call);
    }
    if (operator.equals(SqlStdOperatorTable.IS_NOT_JSON_VALUE)) {
      return not(valid(call));
    }
    if (operator.equals(SqlStdOperatorTable.IS_JSON_OBJECT)) {
      return hasType(call, "OBJECT");
    }
    if (operator.equals(SqlStdOperatorTable.IS_NOT_JSON_OBJECT)) {
      return not(hasType(call, "OBJECT"));
    }
    if (operator.equals(SqlStdOperatorTable.IS_JSON_ARRAY)) {
      return hasType(call, "ARRAY");
    }
    if (operator.equals(SqlStdOperatorTable.IS_NOT_JSON_ARRAY)) {
      return not(hasType(call, "ARRAY"));
    }
    if (operator.equals(SqlStdOperatorTable.IS_JSON_SCALAR)) {
      return isScalar(call);
    }
    return operator.equals(SqlStdOperatorTable.IS_NOT_JSON_SCALAR) ? not(isScalar(call)) : call;
  }

  private static SqlNode not(SqlNode condition) {
    return SqlStdOperatorTable.NOT.createCall(condition.getParserPosition(), condition);
  }

  private static SqlNode valid(SqlCall call) {
    return FunctionAliases.called(
        "JSON_VALID", List.of(call.<SqlNode>operand(0)), call.getParserPosition());
  }

  private static SqlNode hasType(SqlCall call, String type) {
    return ofType(call, SqlStdOperatorTable.IN, type);
  }

  private static SqlNode isScalar(SqlCall call) {
    return ofType(call, SqlStdOperatorTable.NOT_IN, "OBJECT", "ARRAY");
  }

  /** The type is asked of what is JSON only. */
  private static SqlNode ofType(SqlCall call, SqlOperator search, String... types) {
    SqlParserPos position = call.getParserPosition();
    SqlNodeList names = new SqlNodeList(position);
    for (String type : types) {
      names.add(SqlLiteral.createCharString(type, position));
    }
    SqlNode type = FunctionAliases.called("JSON_TYPE", List.of(call.<SqlNode>operand(0)), position);
    return FunctionAliases.choice(
        SqlStdOperatorTable.IS_NOT_FALSE.createCall(position, valid(call)),
        search.createCall(position, type, names),
        SqlLiteral.createBoolean(false, position),
        position);
  }
}
