package dev.paceline.calcite.aggregate;

import dev.paceline.calcite.function.CollectingOperator;
import dev.paceline.calcite.function.FilteredValueOperator;
import dev.paceline.calcite.function.OrderedValueOperator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Replaces aggregates that need all values of their group by window functions whose partitions are
 * the groups. The aggregation then takes the result of any row of a group, and computes its other
 * functions as before.
 */
public final class CollectedAggregates extends RelHomogeneousShuttle {
  private final RelBuilder builder;
  private final RexBuilder rexBuilder;

  private CollectedAggregates(RelBuilder builder) {
    this.builder = builder;
    this.rexBuilder = builder.getRexBuilder();
  }

  /** Returns an expression with the same rows; the expression itself if nothing is replaced. */
  public static RelNode in(RelNode rel, RelBuilder builder) {
    return rel.accept(new CollectedAggregates(builder));
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return switch (visited) {
      case Aggregate aggregate when collects(aggregate) ->
          RelOptUtil.createCastRel(replaced(aggregate), aggregate.getRowType(), true);
      case Project project when collects(project) -> replaced(project);
      default -> visited;
    };
  }

  private static boolean collects(Aggregate aggregate) {
    return aggregate.getAggCallList().stream()
        .anyMatch(
            call ->
                call.getAggregation() instanceof CollectingOperator
                    || call.getAggregation().getKind() == SqlKind.ANY_VALUE);
  }

  private static boolean collects(Project project) {
    boolean[] found = new boolean[1];
    RexVisitorImpl<Void> visitor =
        new RexVisitorImpl<>(true) {
          @Override
          public Void visitOver(RexOver over) {
            found[0] |= isCollected(over);
            return super.visitOver(over);
          }
        };
    project.getProjects().forEach(expression -> expression.accept(visitor));
    return found[0];
  }

  private static boolean isCollected(RexOver over) {
    return over.getAggOperator() instanceof CollectingOperator function
        ? !function.isComputed()
        : isOfDifferent(over);
  }

  /** Whether it counts or adds different values of frames that differ by more than their end. */
  private static boolean isOfDifferent(RexOver over) {
    RexWindow window = over.getWindow();
    boolean grows =
        window.getLowerBound().isUnboundedPreceding()
            && window.getExclude() == RexWindowExclusion.EXCLUDE_NO_OTHER;
    return over.isDistinct()
        && !grows
        && over.getOperands().size() == 1
        && switch (over.getAggOperator().getKind()) {
          case COUNT, SUM, SUM0, AVG -> true;
          default -> false;
        };
  }

  private RelNode replaced(Aggregate aggregate) {
    if (aggregate.getGroupType() == Aggregate.Group.SIMPLE) {
      return ofSet(aggregate, aggregate.getGroupSet());
    }
    for (ImmutableBitSet set : aggregate.getGroupSets()) {
      builder.push(ofSet(aggregate, set));
      List<RexNode> columns = new ArrayList<>();
      int next = 0;
      for (int key : aggregate.getGroupSet()) {
        columns.add(
            set.get(key)
                ? builder.field(next++)
                : rexBuilder.makeNullLiteral(
                    aggregate.getInput().getRowType().getFieldList().get(key).getType()));
      }
      for (AggregateCall call : aggregate.getAggCallList()) {
        columns.add(isGrouping(call) ? grouping(call, set) : builder.field(next++));
      }
      builder.project(columns, aggregate.getRowType().getFieldNames(), true);
      builder.convert(aggregate.getRowType(), true);
    }
    return builder.union(true, aggregate.getGroupSets().size()).build();
  }

  private RexNode grouping(AggregateCall call, ImmutableBitSet set) {
    long bits = 0;
    for (int argument : call.getArgList()) {
      bits = bits << 1 | (set.get(argument) ? 0 : 1);
    }
    return rexBuilder.makeExactLiteral(BigDecimal.valueOf(bits), call.getType());
  }

  /** The aggregation by some of the keys, without GROUPING where there are several sets. */
  private RelNode ofSet(Aggregate aggregate, ImmutableBitSet set) {
    boolean simple = aggregate.getGroupType() == Aggregate.Group.SIMPLE;
    List<AggregateCall> calls =
        aggregate.getAggCallList().stream().filter(call -> simple || !isGrouping(call)).toList();
    return DistinctCollections.replaced(builder, aggregate, set, calls);
  }

  private static boolean isGrouping(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.GROUPING;
  }

  private RelNode replaced(Project project) {
    RexShuttle values =
        new RexShuttle() {
          @Override
          public @Nullable RexNode visitOver(RexOver over) {
            RexNode visited = super.visitOver(over);
            return visited instanceof RexOver window && isCollected(window)
                ? value(window)
                : visited;
          }
        };
    List<RexNode> expressions =
        project.getProjects().stream().map(expression -> expression.accept(values)).toList();
    builder.push(project.getInput());
    NestedWindows.project(builder, expressions, project.getRowType().getFieldNames());
    return RelOptUtil.createCastRel(builder.build(), project.getRowType(), true);
  }

  private RexNode value(RexOver over) {
    RexWindow window = over.getWindow();
    FramedValue framed = new FramedValue(new ExpressionTerms(rexBuilder), window);
    if (!(over.getAggOperator() instanceof CollectingOperator function)) {
      return framed.ofDifferent(over);
    }
    List<RexNode> arguments = new ArrayList<>(over.getOperands());
    RexNode filter = null;
    if (arguments.getFirst() instanceof RexCall filtered
        && filtered.getOperator().equals(FilteredValueOperator.INSTANCE)) {
      filter = filtered.getOperands().get(0);
      arguments.set(0, filtered.getOperands().get(1));
    }
    List<RexFieldCollation> order = List.of();
    if (arguments.getFirst() instanceof RexCall ordered
        && ordered.getOperator().equals(OrderedValueOperator.INSTANCE)) {
      order = OrderedValueOperator.order(ordered);
      arguments.set(0, ordered.getOperands().getFirst());
    }
    boolean whole =
        window.getLowerBound().isUnboundedPreceding()
            && window.getExclude() == RexWindowExclusion.EXCLUDE_NO_OTHER
            && (window.getUpperBound().isUnboundedFollowing()
                || window.orderKeys.isEmpty()
                    && !window.isRows()
                    && window.getUpperBound().isCurrentRow());
    return whole
        ? new CollectedValue(rexBuilder, window.partitionKeys)
            .of(
                function,
                arguments,
                over.isDistinct(),
                filter,
                order.isEmpty() ? window.orderKeys : order,
                over.getType())
        : framed.of(over, arguments, filter, order);
  }
}
