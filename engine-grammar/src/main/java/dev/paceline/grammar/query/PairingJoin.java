package dev.paceline.grammar.query;

import java.util.List;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * A join that gives each row one partner at most. Names in it mean what they mean in the plain join
 * that it looks like: one with USING, or a full join of everything.
 */
public final class PairingJoin extends SqlJoin {
  private static final int PRECEDENCE = 16;

  private final Kind kind;

  /** How a row finds its partner. */
  public enum Kind {
    /** ASOF with USING: by the last column the closest row that is not later; equal in others. */
    ASOF_USING,
    /** POSITIONAL: the row at the same place in the other input. */
    POSITIONAL;

    private final Operator operator = new Operator(this);
  }

  /** Makes the join again when its parts have changed. */
  private static final class Operator extends SqlSpecialOperator {
    private final Kind kind;

    Operator(Kind kind) {
      super("JOIN", SqlKind.JOIN, PRECEDENCE);
      this.kind = kind;
    }

    @Override
    public SqlCall createCall(
        @Nullable SqlLiteral quantifier, SqlParserPos position, @Nullable SqlNode... operands) {
      return new PairingJoin(kind, position, operands);
    }

    @Override
    public void unparse(SqlWriter writer, SqlCall call, int left, int right) {
      SqlJoin.OPERATOR.unparse(writer, call, left, right);
    }
  }

  private PairingJoin(Kind kind, SqlParserPos position, @Nullable SqlNode[] operands) {
    super(
        position,
        operands[0],
        (SqlLiteral) operands[1],
        (SqlLiteral) operands[2],
        operands[3],
        (SqlLiteral) operands[4],
        operands[5]);
    this.kind = kind;
  }

  /**
   * Returns an ASOF join.
   *
   * @param joinType ASOF or LEFT_ASOF
   * @param columns of USING
   */
  public static SqlJoin asof(
      SqlNode left, SqlLiteral joinType, SqlNode right, SqlNodeList columns) {
    boolean outer = joinType.getValueAs(JoinType.class) == JoinType.LEFT_ASOF;
    return of(
        Kind.ASOF_USING,
        left,
        outer ? JoinType.LEFT : JoinType.INNER,
        right,
        JoinConditionType.USING,
        columns,
        joinType.getParserPosition());
  }

  /** Returns a positional join, which has the rows of the longer input. */
  public static SqlJoin positional(SqlNode left, SqlNode right, SqlParserPos position) {
    return of(
        Kind.POSITIONAL,
        inOrder(left),
        JoinType.FULL,
        inOrder(right),
        JoinConditionType.ON,
        SqlLiteral.createBoolean(true, position),
        position);
  }

  /** Keeps the ORDER BY of a sub-query, which Calcite drops if all of its rows are wanted. */
  private static SqlNode inOrder(SqlNode input) {
    if (input.getKind() == SqlKind.AS) {
      SqlCall named = (SqlCall) input;
      named.setOperand(0, inOrder(named.operand(0)));
    }
    return input instanceof SqlOrderBy order && order.fetch == null
        ? new SqlOrderBy(
            order.getParserPosition(),
            order.query,
            order.orderList,
            order.offset,
            SqlLiteral.createExactNumeric(Long.toString(Long.MAX_VALUE), order.getParserPosition()))
        : input;
  }

  private static SqlJoin of(
      Kind kind,
      SqlNode left,
      JoinType type,
      SqlNode right,
      JoinConditionType conditionType,
      SqlNode condition,
      SqlParserPos position) {
    return new PairingJoin(
        kind,
        position,
        List.of(
                left,
                SqlLiteral.createBoolean(false, position),
                type.symbol(position),
                right,
                conditionType.symbol(position),
                condition)
            .toArray(SqlNode[]::new));
  }

  /** Returns how a row finds its partner. */
  public Kind pairing() {
    return kind;
  }

  @Override
  public SqlSpecialOperator getOperator() {
    return kind.operator;
  }
}
