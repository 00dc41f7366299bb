package dev.paceline.calcite.subquery;

import dev.paceline.calcite.function.LibraryOperator;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The value of a scalar sub-query that may have several rows, which is an error. If the sub-query
 * depends on outer rows, it is computed for values that no outer row has, too; then the rows are
 * counted, and the outer rows check the number.
 */
public final class SingleValue {
  private static final LibraryOperator VIOLATION = LibraryOperator.named("cardinality_violation");
  private static final String MESSAGE = "a scalar sub-query gave more than one row";

  private SingleValue() {}

  /** Whether rows of an expression are checked, which must be rows that an outer row asks for. */
  public static boolean isCheckedIn(RelNode rel) {
    boolean[] found = new boolean[1];
    RexShuttle finder =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            found[0] |= call.getOperator().equals(VIOLATION);
            return super.visitCall(call);
          }
        };
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        node.accept(finder);
        super.visit(node, ordinal, parent);
      }
    }.go(rel);
    return found[0];
  }

  /** Returns a row with the value; it fails if there are several. */
  static RelNode of(RelNode rows, RelBuilder builder) {
    return builder
        .push(rows)
        .aggregate(
            builder.groupKey(),
            builder.aggregateCall(SqlStdOperatorTable.SINGLE_VALUE, builder.field(0)))
        .build();
  }

  /** Returns a row with one of the values and the number of rows. */
  static RelNode counted(RelNode rows, RelBuilder builder) {
    return builder
        .push(rows)
        .aggregate(
            builder.groupKey(),
            builder.aggregateCall(SqlStdOperatorTable.ANY_VALUE, builder.field(0)),
            builder.countStar(null))
        .build();
  }

  /** Returns the value, or fails if there are several rows. */
  static RexNode checked(RexNode value, RexNode count, RexBuilder rexBuilder) {
    RexNode several =
        rexBuilder.makeCall(
            SqlStdOperatorTable.GREATER_THAN,
            count,
            rexBuilder.makeExactLiteral(BigDecimal.ONE, count.getType()));
    RexNode failure =
        rexBuilder.makeCall(
            SqlStdOperatorTable.NOT_EQUALS,
            rexBuilder.makeCall(VIOLATION, rexBuilder.makeLiteral(MESSAGE)),
            rexBuilder.makeLiteral(MESSAGE));
    RexNode violated =
        rexBuilder.makeCall(
            SqlStdOperatorTable.CASE, several, failure, rexBuilder.makeLiteral(false));
    return rexBuilder.makeCall(
        value.getType(),
        SqlStdOperatorTable.CASE,
        List.of(violated, rexBuilder.makeNullLiteral(value.getType()), value));
  }
}
