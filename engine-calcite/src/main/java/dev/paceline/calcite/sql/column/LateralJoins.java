package dev.paceline.calcite.sql.column;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Joins on the right of another join in which a table reads columns of the tables before it, as in
 * {@code FROM a, b CROSS JOIN UNNEST(b.l)}. Calcite would take columns of {@code a} for those of
 * {@code b}. So {@code a, (b, l)} becomes {@code (a, b), l}, which has the same rows.
 */
public final class LateralJoins {
  private LateralJoins() {}

  /**
   * Joins the tables of a SELECT from the left where one reads columns of another.
   *
   * @throws PacelineException NOT_SUPPORTED if that would give other rows
   */
  public static void rotate(@Nullable SqlNode node) {
    if (node instanceof SqlSelect select && select.getFrom() instanceof SqlJoin join) {
      select.setFrom(rotated(join));
    }
  }

  private static SqlNode rotated(SqlNode from) {
    if (!(from instanceof SqlJoin join)) {
      return from;
    }
    join.setLeft(rotated(join.getLeft()));
    join.setRight(rotated(join.getRight()));
    if (!(join.getRight() instanceof SqlJoin right) || !readsColumns(right)) {
      return join;
    }
    boolean conditional = join.getConditionType() == JoinConditionType.ON;
    boolean same =
        isInner(join)
            && (isInner(right) || !conditional && isPlain(right, JoinType.LEFT))
            && join.getClass() == SqlJoin.class
            && right.getClass() == SqlJoin.class;
    if (!same) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "LATERAL, or UNNEST of a column, in a join on the right of another join is not supported"
              + " unless both are inner joins without USING; write the join on the right as a"
              + " sub-query: (SELECT … FROM …) AS t");
    }
    SqlParserPos position = join.getParserPosition();
    SqlNode left =
        rotated(
            new SqlJoin(
                position,
                join.getLeft(),
                SqlLiteral.createBoolean(false, position),
                JoinType.CROSS.symbol(position),
                right.getLeft(),
                JoinConditionType.NONE.symbol(position),
                null));
    SqlNode condition = both(right.getCondition(), join.getCondition(), position);
    JoinType type = right.getJoinType() == JoinType.LEFT ? JoinType.LEFT : JoinType.INNER;
    return new SqlJoin(
        right.getParserPosition(),
        left,
        SqlLiteral.createBoolean(false, position),
        (condition == null ? JoinType.CROSS : type).symbol(position),
        right.getRight(),
        (condition == null ? JoinConditionType.NONE : JoinConditionType.ON).symbol(position),
        condition);
  }

  private static @Nullable SqlNode both(
      @Nullable SqlNode first, @Nullable SqlNode second, SqlParserPos position) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    return SqlStdOperatorTable.AND.createCall(position, first, second);
  }

  private static boolean isInner(SqlJoin join) {
    return isPlain(join, JoinType.INNER)
        || isPlain(join, JoinType.CROSS)
        || isPlain(join, JoinType.COMMA);
  }

  private static boolean isPlain(SqlJoin join, JoinType type) {
    return join.getJoinType() == type
        && !join.isNatural()
        && join.getConditionType() != JoinConditionType.USING;
  }

  /** Whether a table of a join, or of one in it, may read columns of the tables before it. */
  private static boolean readsColumns(SqlNode from) {
    if (from instanceof SqlJoin join) {
      return readsColumns(join.getLeft()) || readsColumns(join.getRight());
    }
    return switch (from.getKind()) {
      case AS -> readsColumns(((SqlCall) from).operand(0));
      case LATERAL, UNNEST, COLLECTION_TABLE -> hasNames(from);
      default -> false;
    };
  }

  private static boolean hasNames(SqlNode node) {
    AtomicBoolean found = new AtomicBoolean();
    node.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier name) {
            found.set(true);
            return null;
          }

          @Override
          public @Nullable Void visit(SqlCall call) {
            return call.getKind() == SqlKind.AS ? call.operand(0).accept(this) : super.visit(call);
          }
        });
    return found.get();
  }
}
