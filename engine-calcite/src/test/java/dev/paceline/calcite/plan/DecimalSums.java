package dev.paceline.calcite.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Casts what SUM adds to decimals where its result is one: Calcite's generated code cannot add a
 * BIGINT to a decimal. The engine needs no such cast.
 */
final class DecimalSums extends RelHomogeneousShuttle {
  @Override
  public RelNode visit(LogicalAggregate aggregate) {
    RelNode input = aggregate.getInput().accept(this);
    RexBuilder rexBuilder = aggregate.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < input.getRowType().getFieldCount(); i++) {
      columns.add(RexInputRef.of(i, input.getRowType()));
    }
    int width = columns.size();
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      int argument = call.getArgList().size() == 1 ? call.getArgList().getFirst() : -1;
      if (argument >= 0
          && needsCast(call.getAggregation(), call.getType(), columns.get(argument).getType())) {
        columns.add(asDecimal(rexBuilder, columns.get(argument), call.getType()));
        calls.add(call.withArgList(List.of(columns.size() - 1)));
      } else {
        calls.add(call);
      }
    }
    if (columns.size() == width) {
      return aggregate.copy(aggregate.getTraitSet(), List.of(input));
    }
    RelNode project =
        LogicalProject.create(input, List.of(), columns, (List<String>) null, Set.of());
    return aggregate.copy(
        aggregate.getTraitSet(), project, aggregate.getGroupSet(), aggregate.getGroupSets(), calls);
  }

  private static boolean needsCast(
      SqlAggFunction function, RelDataType result, RelDataType argument) {
    return (function.getKind() == SqlKind.SUM || function.getKind() == SqlKind.SUM0)
        && SqlTypeUtil.isDecimal(result)
        && SqlTypeUtil.isIntType(argument);
  }

  private static RexNode asDecimal(RexBuilder rexBuilder, RexNode argument, RelDataType type) {
    return rexBuilder.makeCast(
        rexBuilder
            .getTypeFactory()
            .createTypeWithNullability(type, argument.getType().isNullable()),
        argument);
  }
}
