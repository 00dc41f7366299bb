package dev.paceline.calcite.rex;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/**
 * Reads the keys of an ORDER BY. In parsed SQL, DESC, NULLS FIRST and NULLS LAST are calls around
 * the expression of a key; in expressions, they are a set of kinds beside it.
 */
public final class SortKeys {
  private SortKeys() {}

  private static boolean isDirection(SqlNode key) {
    return switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> true;
      default -> false;
    };
  }

  /** Returns the expression of a key, without its directions. */
  public static SqlNode expression(SqlNode key) {
    return isDirection(key) ? expression(((SqlCall) key).operand(0)) : key;
  }

  /** Returns a key with the directions of another one, and an expression made of that one's. */
  public static SqlNode replaceExpression(SqlNode key, UnaryOperator<SqlNode> change) {
    if (!isDirection(key)) {
      return change.apply(key);
    }
    SqlCall call = (SqlCall) key;
    return call.getOperator()
        .createCall(call.getParserPosition(), replaceExpression(call.operand(0), change));
  }

  /** Returns the directions that are written around the expression of a key. */
  public static Set<SqlKind> directions(SqlNode key) {
    Set<SqlKind> directions = EnumSet.noneOf(SqlKind.class);
    for (SqlNode node = key; isDirection(node); node = ((SqlCall) node).operand(0)) {
      directions.add(node.getKind());
    }
    return directions;
  }

  /** Returns the directions of a key, with the place of NULL in any case. */
  public static Set<SqlKind> directions(RelFieldCollation key) {
    boolean descending = key.direction.isDescending();
    SqlKind nulls =
        switch (key.nullDirection) {
          case FIRST -> SqlKind.NULLS_FIRST;
          case LAST -> SqlKind.NULLS_LAST;
          case UNSPECIFIED -> descending ? SqlKind.NULLS_FIRST : SqlKind.NULLS_LAST;
        };
    return descending ? EnumSet.of(SqlKind.DESCENDING, nulls) : EnumSet.of(nulls);
  }
}
