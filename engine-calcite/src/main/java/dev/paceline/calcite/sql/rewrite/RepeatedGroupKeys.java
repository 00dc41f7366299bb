package dev.paceline.calcite.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Writes GROUP BY as Calcite takes it. GROUPING SETS inside of GROUPING SETS become sets of the
 * outer one. ROLLUP and CUBE with a repeated key become the equivalent GROUPING SETS: {@code ROLLUP
 * (a, a)} has the sets (a, a), (a) and (), so that each group of {@code a} appears twice in the
 * result. Calcite removes duplicate sets of ROLLUP and CUBE, but keeps those of GROUPING SETS.
 */
public final class RepeatedGroupKeys {
  /** The most keys of a CUBE that is expanded: ten keys have 1,024 grouping sets. */
  private static final int MAX_CUBE_KEYS = 10;

  private RepeatedGroupKeys() {}

  /** Changes the GROUP BY of a query before its parts are visited. */
  public static void expand(@Nullable SqlNode node) {
    if (node instanceof SqlSelect select && select.getGroup() != null) {
      SqlNodeList group = select.getGroup();
      for (int i = 0; i < group.size(); i++) {
        if (group.get(i) instanceof SqlCall call) {
          group.set(i, hasRepeatedKey(call) ? sets(call) : flat(call));
        }
      }
    }
  }

  private static SqlCall flat(SqlCall call) {
    if (call.getKind() != SqlKind.GROUPING_SETS
        || call.getOperandList().stream().noneMatch(set -> set.getKind() == call.getKind())) {
      return call;
    }
    List<SqlNode> sets = new ArrayList<>();
    for (SqlNode set : call.getOperandList()) {
      if (set.getKind() == call.getKind()) {
        sets.addAll(flat((SqlCall) set).getOperandList());
      } else {
        sets.add(set);
      }
    }
    return call.getOperator().createCall(call.getParserPosition(), sets);
  }

  private static boolean hasRepeatedKey(SqlCall call) {
    if (call.getKind() != SqlKind.ROLLUP
        && (call.getKind() != SqlKind.CUBE || call.operandCount() > MAX_CUBE_KEYS)) {
      return false;
    }
    List<SqlNode> keys = call.getOperandList();
    for (int i = 0; i < keys.size(); i++) {
      for (SqlNode earlier : keys.subList(0, i)) {
        if (keys.get(i).equalsDeep(earlier, Litmus.IGNORE)) {
          return true;
        }
      }
    }
    return false;
  }

  private static SqlNode sets(SqlCall call) {
    List<SqlNode> keys = call.getOperandList();
    SqlParserPos position = call.getParserPosition();
    List<SqlNode> sets = new ArrayList<>();
    if (call.getKind() == SqlKind.ROLLUP) {
      for (int count = keys.size(); count >= 0; count--) {
        sets.add(set(keys.subList(0, count), position));
      }
    } else {
      for (int kept = (1 << keys.size()) - 1; kept >= 0; kept--) {
        List<SqlNode> subset = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
          if ((kept >>> (keys.size() - 1 - i) & 1) != 0) {
            subset.add(keys.get(i));
          }
        }
        sets.add(set(subset, position));
      }
    }
    return SqlStdOperatorTable.GROUPING_SETS.createCall(position, sets);
  }

  /** Returns a grouping set of copies of the keys. A key in parentheses may be several columns. */
  private static SqlNode set(List<SqlNode> keys, SqlParserPos position) {
    List<SqlNode> columns = new ArrayList<>();
    for (SqlNode key : keys) {
      List<SqlNode> all =
          key.getKind() == SqlKind.ROW ? ((SqlCall) key).getOperandList() : List.of(key);
      all.forEach(column -> columns.add(column.clone(column.getParserPosition())));
    }
    return switch (columns.size()) {
      case 0 -> SqlNodeList.EMPTY;
      case 1 -> columns.getFirst();
      default -> SqlStdOperatorTable.ROW.createCall(position, columns);
    };
  }
}
