package dev.paceline.calcite.sql;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.jspecify.annotations.Nullable;

/**
 * Writes names of common table expressions in one way wherever a statement has them: Calcite's
 * validator finds them in the case of their definition only. A stored table is found in any case,
 * so that its name may be written like that, too. For one statement.
 */
final class CommonTableNames {
  private final Map<String, String> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /** Changes a node, before its parts are visited. */
  void unify(@Nullable SqlNode node) {
    if (node instanceof SqlWith with) {
      for (SqlNode item : with.withList) {
        SqlWithItem definition = (SqlWithItem) item;
        names.putIfAbsent(definition.name.getSimple(), definition.name.getSimple());
        definition.name = unified(definition.name);
      }
    } else if (node instanceof SqlSelect select && select.getFrom() != null && !names.isEmpty()) {
      select.setFrom(inFrom(select.getFrom()));
    }
  }

  /** Returns whether a common table expression has the name, in any case. */
  boolean contains(String name) {
    return names.containsKey(name);
  }

  private SqlNode inFrom(SqlNode node) {
    if (node instanceof SqlIdentifier name) {
      return name.isSimple() ? unified(name) : name;
    }
    if (node instanceof SqlJoin join) {
      join.setLeft(inFrom(join.getLeft()));
      join.setRight(inFrom(join.getRight()));
    } else if (node instanceof SqlCall call
        && (call.getKind() == SqlKind.AS || call.getKind() == SqlKind.TABLE_REF)) {
      SqlNode table = call.operand(0);
      call.setOperand(0, inFrom(table));
    }
    return node;
  }

  private SqlIdentifier unified(SqlIdentifier name) {
    String known = names.get(name.getSimple());
    return known == null || known.equals(name.getSimple())
        ? name
        : new SqlIdentifier(List.of(known), name.getParserPosition());
  }
}
