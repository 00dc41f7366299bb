package dev.paceline.calcite.sql.order;

import dev.paceline.calcite.function.OrderedValueOperator;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Adds NULLS FIRST or NULLS LAST to the keys in the ORDER BY of an aggregate, because Calcite does
 * not apply the session's setting there.
 */
public final class NullPlaces {
  private NullPlaces() {}

  /** Adds it to the keys of an aggregate that have neither, and leaves other nodes unchanged. */
  public static void write(@Nullable SqlNode node, NullCollation usual) {
    if (usual == NullCollation.HIGH || !(node instanceof SqlCall call)) {
      return; // the engine puts NULLs there anyway
    }
    if (call.getKind() == SqlKind.WITHIN_GROUP && call.operand(1) instanceof SqlNodeList keys) {
      keys.replaceAll(key -> written(key, usual));
    } else if (call.getOperator().equals(OrderedValueOperator.INSTANCE)) {
      for (int i = 1; i < call.operandCount(); i++) {
        call.setOperand(i, written(call.operand(i), usual));
      }
    }
  }

  private static SqlNode written(SqlNode key, NullCollation usual) {
    if (key.getKind() == SqlKind.NULLS_FIRST || key.getKind() == SqlKind.NULLS_LAST) {
      return key;
    }
    SqlOperator place =
        usual.last(key.getKind() == SqlKind.DESCENDING)
            ? SqlStdOperatorTable.NULLS_LAST
            : SqlStdOperatorTable.NULLS_FIRST;
    return place.createCall(key.getParserPosition(), key);
  }
}
