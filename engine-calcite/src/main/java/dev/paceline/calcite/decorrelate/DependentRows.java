package dev.paceline.calcite.decorrelate;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an expression for all values of some outer columns.
 *
 * @param rel the columns of the expression, then the values
 * @param missing the row that the expression has for values without a row in {@code rel}, because
 *     an aggregate without keys gives a row for an empty input; these expressions may refer to the
 *     outer columns. Null if the expression has no row for such values.
 * @param neverNull whether no value in {@code rel} is NULL
 */
record DependentRows(RelNode rel, @Nullable List<RexNode> missing, boolean neverNull) {
  /** All rows are there. */
  static DependentRows complete(RelNode rel, boolean neverNull) {
    return new DependentRows(rel, null, neverNull);
  }

  /**
   * Returns the condition that outer columns equal the values, where NULL equals NULL.
   *
   * @param joinType of the join with that condition; only a mark join distinguishes an unknown
   *     condition from a false one
   */
  RexNode sameValues(
      JoinRelType joinType, List<? extends RexNode> outer, List<? extends RexNode> values) {
    RexBuilder rexBuilder = rel.getCluster().getRexBuilder();
    List<RexNode> conditions = new ArrayList<>();
    for (int i = 0; i < outer.size(); i++) {
      boolean outerNull = outer.get(i).getType().isNullable();
      boolean valueNull = values.get(i).getType().isNullable();
      boolean plain =
          joinType == JoinRelType.LEFT_MARK
              ? !outerNull && !valueNull
              : neverNull || !outerNull || !valueNull;
      conditions.add(
          rexBuilder.makeCall(
              plain ? SqlStdOperatorTable.EQUALS : SqlStdOperatorTable.IS_NOT_DISTINCT_FROM,
              outer.get(i),
              values.get(i)));
    }
    return RexUtil.composeConjunction(rexBuilder, conditions);
  }

  /**
   * Joins outer rows with the rows of the expression for their values. An outer row for whose
   * values {@code rel} has no row is joined with the missing row.
   *
   * @param outer has the outer columns
   * @param columns of {@code outer}, in the order of the values
   * @param missingRow the missing row, which refers to columns of {@code outer}
   */
  RelNode withMissing(RelNode outer, List<Integer> columns, List<RexNode> missingRow) {
    RexBuilder rexBuilder = rel.getCluster().getRexBuilder();
    RelNode marked = neverNull ? rel : marked();
    int outerWidth = outer.getRowType().getFieldCount();
    int width = rel.getRowType().getFieldCount();
    int own = width - columns.size();
    List<RelDataTypeField> inner = marked.getRowType().getFieldList();
    List<RexNode> outerValues = new ArrayList<>();
    List<RexNode> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      outerValues.add(rexBuilder.makeInputRef(outer, columns.get(i)));
      values.add(new RexInputRef(outerWidth + own + i, inner.get(own + i).getType()));
    }
    RelNode joined =
        LogicalJoin.create(
            outer,
            marked,
            List.of(),
            sameValues(JoinRelType.LEFT, outerValues, values),
            Set.of(),
            JoinRelType.LEFT);
    RexNode present =
        rexBuilder.makeCall(
            SqlStdOperatorTable.IS_NOT_NULL,
            rexBuilder.makeInputRef(joined, outerWidth + (neverNull ? own : width)));
    List<RexNode> projects = new ArrayList<>();
    for (int i = 0; i < outerWidth + width; i++) {
      RexNode column = rexBuilder.makeInputRef(joined, i);
      if (i >= outerWidth && i < outerWidth + own) {
        column = presentOrMissing(present, column, i - outerWidth, missingRow.get(i - outerWidth));
      }
      projects.add(column);
    }
    return LogicalProject.create(
        joined,
        List.of(),
        projects,
        joined.getRowType().getFieldNames().subList(0, projects.size()),
        Set.of());
  }

  /** A column of the expression; NULL only where it, or the missing row, may have NULL. */
  private RexNode presentOrMissing(
      RexNode present, RexNode column, int index, RexNode missingValue) {
    if (RexLiteral.isNullLiteral(missingValue)) {
      return column;
    }
    RexBuilder rexBuilder = rel.getCluster().getRexBuilder();
    boolean nullable =
        missingValue.getType().isNullable()
            || rel.getRowType().getFieldList().get(index).getType().isNullable();
    return rexBuilder.makeCall(
        rexBuilder.getTypeFactory().createTypeWithNullability(column.getType(), nullable),
        SqlStdOperatorTable.CASE,
        List.of(present, column, missingValue));
  }

  /** The rows with a further column that is TRUE. */
  private RelNode marked() {
    RexBuilder rexBuilder = rel.getCluster().getRexBuilder();
    List<RexNode> projects = new ArrayList<>(rexBuilder.identityProjects(rel.getRowType()));
    projects.add(rexBuilder.makeLiteral(true));
    return LogicalProject.create(rel, List.of(), projects, (List<String>) null, Set.of());
  }
}
