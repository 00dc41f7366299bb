package dev.paceline.calcite.rule;

import com.google.common.collect.ImmutableList;
import dev.paceline.calcite.rex.SortKeys;
import dev.paceline.grammar.query.PairingJoin;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalAsofJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;

/** Joins that give each row one partner at most, made of the plain joins that they look like. */
public final class PairedRows {
  private PairedRows() {}

  /** Returns the rows of a join, with the columns of the plain join. */
  public static RelNode of(PairingJoin.Kind kind, Join plain, RelBuilder builder) {
    return switch (kind) {
      case ASOF_USING -> asof(plain, builder.getRexBuilder());
      case POSITIONAL -> positional(plain, builder);
    };
  }

  /** The equality of the last column becomes the match condition. */
  private static RelNode asof(Join plain, RexBuilder rex) {
    List<RexNode> equalities = new ArrayList<>(RelOptUtil.conjunctions(plain.getCondition()));
    RexCall last = (RexCall) equalities.removeLast();
    return LogicalAsofJoin.create(
        plain.getLeft(),
        plain.getRight(),
        plain.getHints(),
        RexUtil.composeConjunction(rex, equalities),
        rex.makeCall(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, last.getOperands()),
        plain.getJoinType() == JoinRelType.LEFT ? JoinRelType.LEFT_ASOF : JoinRelType.ASOF,
        ImmutableList.of());
  }

  /** Rows with the same number are partners. */
  private static RelNode positional(Join plain, RelBuilder builder) {
    int left = plain.getLeft().getRowType().getFieldCount();
    int right = plain.getRight().getRowType().getFieldCount();
    builder.push(numbered(plain.getLeft())).push(numbered(plain.getRight()));
    builder.join(
        JoinRelType.FULL, builder.equals(builder.field(2, 0, left), builder.field(2, 1, right)));
    List<RexNode> columns = new ArrayList<>(builder.fields().subList(0, left));
    columns.addAll(builder.fields().subList(left + 1, left + 1 + right));
    return builder.project(columns, plain.getRowType().getFieldNames(), true).build();
  }

  /**
   * Numbers rows in the order that they have, if they have one. The rows stay an input of their
   * own, by which the converter knows the columns of a table.
   */
  private static RelNode numbered(RelNode rows) {
    RexBuilder rex = rows.getCluster().getRexBuilder();
    List<RexFieldCollation> order = new ArrayList<>();
    List<RelCollation> known = rows.getCluster().getMetadataQuery().collations(rows);
    if (known != null && !known.isEmpty()) {
      for (RelFieldCollation key : known.getFirst().getFieldCollations()) {
        order.add(
            new RexFieldCollation(
                rex.makeInputRef(rows, key.getFieldIndex()), SortKeys.directions(key)));
      }
    }
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < rows.getRowType().getFieldCount(); i++) {
      columns.add(rex.makeInputRef(rows, i));
    }
    columns.add(
        rex.makeOver(
            rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT),
            SqlStdOperatorTable.ROW_NUMBER,
            List.of(),
            List.of(),
            ImmutableList.copyOf(order),
            RexWindowBounds.UNBOUNDED_PRECEDING,
            RexWindowBounds.CURRENT_ROW,
            true,
            true,
            false,
            false,
            false));
    return LogicalProject.create(rows, List.of(), columns, (List<String>) null, Set.of());
  }
}
