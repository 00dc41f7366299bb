package dev.paceline.calcite.subquery;

import java.util.function.IntUnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/**
 * Makes an expression over the columns of rows one over other rows, which have these columns at
 * other places. Sub-queries, which refer to the rows by a variable, are changed, too.
 */
final class MovedColumns extends RexShuttle {
  private final OuterRows outer;
  private final RelDataType rowType;
  private final IntUnaryOperator places;
  private final RexBuilder rexBuilder;

  /**
   * @param outer the variables of the rows
   * @param rowType of the other rows
   * @param places where a column is in the other rows
   */
  MovedColumns(
      OuterRows outer, RelDataType rowType, IntUnaryOperator places, RexBuilder rexBuilder) {
    this.outer = outer;
    this.rowType = rowType;
    this.places = places;
    this.rexBuilder = rexBuilder;
  }

  @Override
  public RexNode visitInputRef(RexInputRef reference) {
    return new RexInputRef(places.applyAsInt(reference.getIndex()), reference.getType());
  }

  @Override
  public RexNode visitSubQuery(RexSubQuery subQuery) {
    RexSubQuery moved = (RexSubQuery) super.visitSubQuery(subQuery);
    return moved.clone(OuterRows.changed(subQuery.rel, new Inside()));
  }

  /** Changes what a sub-query says of the rows. */
  private final class Inside extends RexShuttle {
    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      return outer.isColumn(access)
          ? rexBuilder.makeFieldAccess(
              rexBuilder.makeCorrel(rowType, ((RexCorrelVariable) access.getReferenceExpr()).id),
              places.applyAsInt(access.getField().getIndex()))
          : super.visitFieldAccess(access);
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subQuery);
      return visited.clone(OuterRows.changed(subQuery.rel, this));
    }
  }
}
