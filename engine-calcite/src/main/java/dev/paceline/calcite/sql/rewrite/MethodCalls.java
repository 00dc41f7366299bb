package dev.paceline.calcite.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.jspecify.annotations.Nullable;

/** Calls that follow their first argument and a dot: {@code s.upper()}. */
public final class MethodCalls {
  /** Schemas that may stand before the name of a function. */
  private static final Set<String> SCHEMAS = Set.of("main", "temp", "pg_catalog", "system");

  private MethodCalls() {}

  /** Returns the call with its first argument in the parentheses; other nodes as they are. */
  public static @Nullable SqlNode rewrite(@Nullable SqlNode node) {
    if (!(node instanceof SqlCall call)) {
      return node;
    }
    if (call.getKind() == SqlKind.DOT
        && call.operand(1) instanceof SqlCall method
        && method.getOperator() instanceof SqlUnresolvedFunction) {
      return method
          .getOperator()
          .createCall(call.getParserPosition(), with(call.operand(0), method));
    }
    if (!(call.getOperator() instanceof SqlUnresolvedFunction function)
        || function.getNameAsId().isSimple()) {
      return node;
    }
    SqlIdentifier name = function.getNameAsId();
    SqlIdentifier last = name.getComponent(name.names.size() - 1);
    boolean inSchema =
        name.names.size() == 2 && SCHEMAS.contains(name.names.getFirst().toLowerCase(Locale.ROOT));
    return new SqlUnresolvedFunction(
            last, null, null, null, null, SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(
            call.getFunctionQuantifier(),
            call.getParserPosition(),
            (inSchema
                    ? call.getOperandList()
                    : with(name.getComponent(0, name.names.size() - 1), call))
                .toArray(SqlNode[]::new));
  }

  private static List<SqlNode> with(SqlNode first, SqlCall method) {
    List<SqlNode> arguments = new ArrayList<>();
    arguments.add(first);
    arguments.addAll(method.getOperandList());
    return arguments;
  }
}
