package dev.paceline.calcite.sql.column;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Tables of one FROM that have the same name, as in {@code FROM t, t}. The name means none of them
 * then, as in DuckDB, but stars and counts do not need it; Calcite refuses such tables.
 */
public final class RepeatedTables {
  private RepeatedTables() {}

  /** Gives such tables of a SELECT other names. */
  public static void rename(@Nullable SqlNode node) {
    if (node instanceof SqlSelect select && select.getFrom() instanceof SqlJoin join) {
      List<String> names = new ArrayList<>();
      addNames(join, names);
      List<String> distinct = withNumbers(names);
      if (!distinct.equals(names)) {
        select.setFrom(renamed(join, distinct.iterator()));
      }
    }
  }

  /** Adds a number to each name that is there several times, in any case. */
  private static List<String> withNumbers(List<String> names) {
    Map<String, Integer> counts = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    names.forEach(name -> counts.merge(name, 1, Integer::sum));
    List<String> numbered = new ArrayList<>();
    for (String name : names) {
      numbered.add(counts.get(name) == 1 ? name : name + " (" + (numbered.size() + 1) + ")");
    }
    return numbered;
  }

  private static void addNames(SqlNode from, List<String> names) {
    if (from instanceof SqlJoin join) {
      addNames(join.getLeft(), names);
      addNames(join.getRight(), names);
    } else {
      String name = name(from);
      if (name != null) {
        names.add(name);
      }
    }
  }

  private static SqlNode renamed(SqlNode from, Iterator<String> names) {
    if (from instanceof SqlJoin join) {
      join.setLeft(renamed(join.getLeft(), names));
      join.setRight(renamed(join.getRight(), names));
      return join;
    }
    String name = name(from);
    String other = name == null ? null : names.next();
    if (other == null || other.equals(name)) {
      return from;
    }
    SqlIdentifier alias = new SqlIdentifier(other, from.getParserPosition());
    if (from.getKind() == SqlKind.AS) {
      ((SqlCall) from).setOperand(1, alias);
      return from;
    }
    return SqlStdOperatorTable.AS.createCall(from.getParserPosition(), from, alias);
  }

  /** Returns the name of a table or its alias; null if it has none that is known here. */
  private static @Nullable String name(SqlNode from) {
    return switch (from.getKind()) {
      case AS -> ((SqlCall) from).operand(1).toString();
      case IDENTIFIER -> Util.last(((SqlIdentifier) from).names);
      case TABLE_REF -> name(((SqlCall) from).operand(0));
      default -> null;
    };
  }
}
