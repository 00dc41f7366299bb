package dev.paceline.calcite.aggregate;

import dev.paceline.calcite.rex.PlainCalls;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Expresses several sums of a whole number and different constants, such as SUM(x + 1) and SUM(x +
 * 2), by one sum and one number of values: SUM(x) + 1 × COUNT(x).
 */
public final class ShiftedSums extends RelHomogeneousShuttle {
  /** Fewer sums of a column are computed as they are. */
  private static final int FEW = 3;

  /** Larger constants could overflow when they are multiplied by a number of rows. */
  private static final BigDecimal LARGEST = BigDecimal.valueOf(1 << 20);

  private final RelBuilder builder;
  private final RexBuilder rexBuilder;

  /**
   * A sum of shifted numbers.
   *
   * @param shift the constant that is added to each
   * @param filter of the call; -1 for none
   */
  private record Shifted(RexNode number, BigDecimal shift, int filter) {
    Shifted withoutShift() {
      return new Shifted(number, BigDecimal.ZERO, filter);
    }
  }

  private ShiftedSums(RelBuilder builder) {
    this.builder = builder;
    this.rexBuilder = builder.getRexBuilder();
  }

  /** Returns an expression with the same rows; the expression itself if nothing is replaced. */
  public static RelNode in(RelNode rel, RelBuilder builder) {
    return rel.accept(new ShiftedSums(builder));
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    if (!(visited instanceof Aggregate aggregate)
        || !(aggregate.getInput() instanceof Project project)
        || project.containsOver()) {
      return visited;
    }
    List<@Nullable Shifted> sums =
        aggregate.getAggCallList().stream().map(call -> shifted(project, call)).toList();
    Map<Shifted, Integer> counts = new HashMap<>();
    for (Shifted sum : sums) {
      if (sum != null) {
        counts.merge(sum.withoutShift(), 1, Integer::sum);
      }
    }
    return counts.values().stream().allMatch(count -> count < FEW)
        ? visited
        : replaced(aggregate, project, sums, counts);
  }

  /** The sum that a call computes, if it is one of shifted numbers; else null. */
  private static @Nullable Shifted shifted(Project project, AggregateCall call) {
    if (call.getAggregation().getKind() != SqlKind.SUM || call.isDistinct()) {
      return null;
    }
    RexNode argument = project.getProjects().get(call.getArgList().getFirst());
    if (!SqlTypeName.INT_TYPES.contains(argument.getType().getSqlTypeName())) {
      return null;
    }
    return argument.getKind() == SqlKind.PLUS
            && argument instanceof RexCall plus
            && plus.getOperands().get(1) instanceof RexLiteral literal
            && literal.getValueAs(BigDecimal.class) instanceof BigDecimal shift
            && shift.abs().compareTo(LARGEST) <= 0
            && SqlTypeName.INT_TYPES.contains(plus.getOperands().get(0).getType().getSqlTypeName())
        ? new Shifted(plus.getOperands().get(0), shift, call.filterArg)
        : new Shifted(argument, BigDecimal.ZERO, call.filterArg);
  }

  private RelNode replaced(
      Aggregate aggregate,
      Project project,
      List<@Nullable Shifted> sums,
      Map<Shifted, Integer> counts) {
    List<RexNode> columns = new ArrayList<>(project.getProjects());
    List<AggregateCall> calls = new ArrayList<>();
    List<Supplier<RexNode>> results = new ArrayList<>();
    Map<Shifted, Integer> known = new HashMap<>();
    int keys = aggregate.getGroupCount();
    for (int i = 0; i < sums.size(); i++) {
      Shifted sum = sums.get(i);
      if (sum == null || counts.get(sum.withoutShift()) < FEW) {
        int column = keys + calls.size();
        calls.add(aggregate.getAggCallList().get(i));
        results.add(() -> builder.field(column));
        continue;
      }
      int column =
          known.computeIfAbsent(
              sum.withoutShift(),
              unused -> {
                int first = keys + calls.size();
                calls.add(call(SqlStdOperatorTable.SUM, sum, columns.size()));
                calls.add(call(SqlStdOperatorTable.COUNT, sum, columns.size()));
                columns.add(sum.number());
                return first;
              });
      RelDataType type = aggregate.getAggCallList().get(i).getType();
      results.add(() -> rexBuilder.ensureType(type, sum(sum, column), false));
    }
    builder.push(project.getInput()).project(columns);
    builder.push(
        LogicalAggregate.create(
            builder.build(), List.of(), aggregate.getGroupSet(), aggregate.getGroupSets(), calls));
    List<RexNode> output = new ArrayList<>(builder.fields().subList(0, keys));
    results.forEach(result -> output.add(result.get()));
    builder.project(output, aggregate.getRowType().getFieldNames(), true);
    return RelOptUtil.createCastRel(builder.build(), aggregate.getRowType(), true);
  }

  private AggregateCall call(SqlAggFunction function, Shifted sum, int column) {
    boolean counts = function.getKind() == SqlKind.COUNT;
    RelDataType type =
        counts
            ? rexBuilder.getTypeFactory().createSqlType(SqlTypeName.BIGINT)
            : rexBuilder
                .getTypeFactory()
                .createTypeWithNullability(
                    rexBuilder
                        .getTypeFactory()
                        .getTypeSystem()
                        .deriveSumType(rexBuilder.getTypeFactory(), sum.number().getType()),
                    true);
    return PlainCalls.of(function, List.of(column), type, null).withFilter(sum.filter());
  }

  /** The sum of all numbers, which is the field at a position, with the shift of each. */
  private RexNode sum(Shifted sum, int column) {
    if (sum.shift().signum() == 0) {
      return builder.field(column);
    }
    return rexBuilder.makeCall(
        SqlStdOperatorTable.PLUS,
        builder.field(column),
        rexBuilder.makeCall(
            SqlStdOperatorTable.MULTIPLY,
            rexBuilder.makeExactLiteral(sum.shift()),
            builder.field(column + 1)));
  }
}
