package dev.paceline.calcite.aggregate;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.function.CollectingOperator;
import dev.paceline.calcite.rex.Determinism;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Splits an aggregation whose calls collect distinct values, such as {@code LIST(DISTINCT x)}. For
 * each argument, a first aggregation groups by the keys and the argument, so that each distinct
 * value is left once, and a second one collects the values. The results are joined by the keys with
 * those of the other calls.
 */
final class DistinctCollections {
  private final RelBuilder builder;
  private final Aggregate aggregate;
  private final ImmutableBitSet set;

  /** The calls of each aggregation of the split one, by the columns of the input that it reads. */
  private final Map<ImmutableBitSet, List<AggregateCall>> split = new LinkedHashMap<>();

  private DistinctCollections(RelBuilder builder, Aggregate aggregate, ImmutableBitSet set) {
    this.builder = builder;
    this.aggregate = aggregate;
    this.set = set;
  }

  /**
   * Returns an aggregation by some of the keys.
   *
   * @param wanted the calls of the aggregation that are computed
   */
  static RelNode replaced(
      RelBuilder builder, Aggregate aggregate, ImmutableBitSet set, List<AggregateCall> wanted) {
    DistinctCollections parts = new DistinctCollections(builder, aggregate, set);
    List<AggregateCall> others = new ArrayList<>();
    for (AggregateCall call : wanted) {
      if (parts.canSplitOff(call)) {
        parts.split.computeIfAbsent(parts.columns(call), key -> new ArrayList<>()).add(call);
      } else {
        others.add(call);
      }
    }
    boolean once = parts.split.size() == 1 && others.isEmpty();
    return parts.split.isEmpty() || !once && !isRepeatable(aggregate.getInput())
        ? CollectedCalls.replaced(builder, aggregate, set, wanted)
        : parts.join(wanted, others);
  }

  /** Whether an input has the same rows when it is computed again. */
  private static boolean isRepeatable(RelNode input) {
    return Determinism.isDeterministic(input) && RelOptUtil.getVariablesUsed(input).isEmpty();
  }

  /**
   * Returns whether a call has the same result if each distinct value reaches it once: its other
   * arguments are constants, and it sorts by nothing but the value and the keys.
   */
  private boolean canSplitOff(AggregateCall call) {
    if (!call.isDistinct()
        || !(call.getAggregation() instanceof CollectingOperator function)
        || !function.equals(CollectingOperator.ARRAY_AGG)
            && !function.equals(CollectingOperator.STRING_AGG)
            && function.listFunction() == null) {
      return false;
    }
    int value = call.getArgList().getFirst();
    for (int further : call.getArgList().subList(1, call.getArgList().size())) {
      if (!isConstant(further)) {
        return false;
      }
    }
    for (RelFieldCollation key : call.getCollation().getFieldCollations()) {
      if (key.getFieldIndex() != value && !set.get(key.getFieldIndex())) {
        return false;
      }
    }
    return true;
  }

  private boolean isConstant(int column) {
    return aggregate.getInput() instanceof Project project
        && project.getProjects().get(column) instanceof RexLiteral;
  }

  /** Returns the columns by which the rows of a call are made distinct. */
  private ImmutableBitSet columns(AggregateCall call) {
    ImmutableBitSet columns = set.set(call.getArgList().getFirst());
    return call.hasFilter() ? columns.set(call.filterArg) : columns;
  }

  /**
   * @param others the calls that are not split off
   */
  private RelNode join(List<AggregateCall> wanted, List<AggregateCall> others) {
    List<AggregateCall> order = new ArrayList<>(others);
    RelNode joined =
        others.isEmpty() ? null : CollectedCalls.replaced(builder, aggregate, set, others);
    for (Map.Entry<ImmutableBitSet, List<AggregateCall>> part : split.entrySet()) {
      RelNode collected = collected(part.getKey(), part.getValue());
      joined = joined == null ? collected : join(joined, collected);
      order.addAll(part.getValue());
    }
    int keys = set.cardinality();
    builder.push(requireNonNull(joined));
    List<RexNode> output = new ArrayList<>(builder.fields().subList(0, keys));
    for (AggregateCall call : wanted) {
      output.add(builder.field(keys + order.indexOf(call)));
    }
    return builder.project(output).build();
  }

  /** Joins two aggregations by the same keys, with which the columns of both begin. */
  private RelNode join(RelNode left, RelNode right) {
    int keys = set.cardinality();
    builder.push(left).push(right);
    List<RexNode> conditions = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      RexNode ofLeft = builder.field(2, 0, key);
      conditions.add(
          builder.call(
              ofLeft.getType().isNullable()
                  ? SqlStdOperatorTable.IS_NOT_DISTINCT_FROM
                  : SqlStdOperatorTable.EQUALS,
              ofLeft,
              builder.field(2, 1, key)));
    }
    builder.join(JoinRelType.INNER, conditions);
    int width = left.getRowType().getFieldCount();
    List<RexNode> output = new ArrayList<>(builder.fields());
    output.subList(width, width + keys).clear();
    return builder.project(output).build();
  }

  /** Returns the results of some calls, computed from the distinct values of some columns. */
  private RelNode collected(ImmutableBitSet columns, List<AggregateCall> calls) {
    RelNode input = aggregate.getInput();
    builder.push(LogicalAggregate.create(input, List.of(), columns, List.of(columns), List.of()));
    List<RexNode> same = new ArrayList<>();
    for (int column = 0; column < input.getRowType().getFieldCount(); column++) {
      if (columns.get(column)) {
        same.add(builder.field(columns.indexOf(column)));
      } else if (isConstant(column)) {
        same.add(((Project) input).getProjects().get(column));
      } else {
        same.add(
            builder
                .getRexBuilder()
                .makeNullLiteral(input.getRowType().getFieldList().get(column).getType()));
      }
    }
    RelNode distinct = builder.project(same, input.getRowType().getFieldNames(), true).build();
    List<AggregateCall> once = calls.stream().map(call -> call.withDistinct(false)).toList();
    return CollectedCalls.replaced(
        builder, LogicalAggregate.create(distinct, List.of(), set, List.of(set), once), set, once);
  }
}
