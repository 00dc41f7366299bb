package dev.paceline.calcite.plan;

import dev.paceline.calcite.estimate.Estimator;
import dev.paceline.calcite.estimate.RelEstimate;
import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.calcite.rel.JoinConditionParts;
import dev.paceline.calcite.rel.SharedPlan;
import dev.paceline.calcite.rel.SharedRead;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a common part of a query is computed once, or by each reader for itself. A reader
 * alone can filter the tables below by its own conditions, and by the keys of the joins that it
 * takes part in, while what is shared must have the rows of all readers.
 *
 * <p>Costs are numbers of rows that operators take.
 */
final class SharingChoice {
  /** The smallest ratio of the cost without sharing to that with it at which rows are shared. */
  private static final double MIN_GAIN = 1.3;

  /** The cost of a row that is kept for the readers. */
  private static final double KEPT_ROW_COST = 2;

  /** The cost of a row of the larger side of a join, which the smaller side's keys filter. */
  private static final double FILTERED_ROW_COST = 0.1;

  /** The cost of a row of a window function, which is sorted. */
  private static final double WINDOW_COST = 4;

  private final SharedPlan plan;
  private final Estimator estimator;
  private final UnaryOperator<RelNode> planning;

  /** The expressions from the root of a reader down to the one that is visited. */
  private final Deque<RelNode> path = new ArrayDeque<>();

  /** The plans of the shared rows under each condition, because many readers have the same one. */
  private final Map<RexNode, RelNode> plannedByCondition = new HashMap<>();

  private double costAlone;

  private SharingChoice(SharedPlan plan, Estimator estimator, UnaryOperator<RelNode> planning) {
    this.plan = plan;
    this.estimator = estimator;
    this.planning = planning;
  }

  /**
   * Whether to share.
   *
   * @param plan planned, with all columns
   * @param wanted what all readers together want of the plan, planned
   * @param readers all expressions that may read the plan
   * @param planning turns an expression into what the physical plan would be made of
   */
  static boolean pays(
      SharedPlan plan,
      RelNode wanted,
      List<RelNode> readers,
      Estimator estimator,
      Experiment experiment,
      UnaryOperator<RelNode> planning) {
    SharingChoice choice = new SharingChoice(plan, estimator, planning);
    for (RelNode reader : readers) {
      if (reads(reader, plan)) {
        choice.visit(new JoinOrdering(estimator, experiment).order(reader));
      }
    }
    double costOfRows = choice.cost(wanted) + KEPT_ROW_COST * choice.rows(wanted);
    return choice.costAlone > MIN_GAIN * costOfRows;
  }

  private static boolean reads(RelNode rel, SharedPlan plan) {
    Set<SharedPlan> read = new HashSet<>();
    new Readers(found -> read.add(found.plan())).go(rel);
    return read.contains(plan);
  }

  private void visit(RelNode rel) {
    if (rel instanceof SharedRead read && read.plan().equals(plan)) {
      costAlone += costOf(planned(), read);
      return;
    }
    path.push(rel);
    rel.getInputs().forEach(this::visit);
    path.pop();
  }

  /** The rows that pass the condition of the reader at the end of the path, planned. */
  private RelNode planned() {
    RexNode condition = condition(path);
    return condition == null
        ? plan.logical()
        : plannedByCondition.computeIfAbsent(
            condition, key -> planning.apply(LogicalFilter.create(plan.logical(), key)));
  }

  /** The condition of a filter right above, on the columns of the plan; null for none. */
  private static @Nullable RexNode condition(Deque<RelNode> path) {
    Project project = null;
    for (RelNode rel : path) {
      if (rel instanceof Filter filter) {
        return project == null
            ? filter.getCondition()
            : RelOptUtil.pushPastProject(filter.getCondition(), project);
      }
      if (project != null || !(rel instanceof Project above) || above.containsOver()) {
        return null;
      }
      project = above;
    }
    return null;
  }

  private double cost(RelNode rel) {
    double cost = ownCost(rel);
    for (RelNode input : rel.getInputs()) {
      cost += cost(input);
    }
    return cost;
  }

  /** The cost of an operator without that of its inputs. */
  private double ownCost(RelNode rel) {
    return switch (rel) {
      case Join join -> {
        double left = rows(join.getLeft());
        double right = rows(join.getRight());
        yield rows(join) + Math.min(left, right) + FILTERED_ROW_COST * Math.max(left, right);
      }
      case Project project when project.containsOver() -> WINDOW_COST * rows(project.getInput());
      default -> rel.getInputs().stream().mapToDouble(this::rows).sum();
    };
  }

  private double rows(RelNode rel) {
    return estimator.estimate(rel).rows();
  }

  /** The cost of a reader alone if it wants a part of the values of a column only. */
  private double cost(RelNode rel, int column, double share) {
    return switch (rel) {
      case TableScan scan -> 0;
      case Filter filter -> share * ownCost(rel) + cost(filter.getInput(), column, share);
      case Project project
          when !project.containsOver()
              && project.getProjects().get(column) instanceof RexInputRef reference ->
          share * ownCost(rel) + cost(project.getInput(), reference.getIndex(), share);
      case Aggregate aggregate when column < aggregate.getGroupCount() ->
          share * ownCost(rel)
              + cost(aggregate.getInput(), aggregate.getGroupSet().nth(column), share);
      case Join join when join.getJoinType() == JoinRelType.INNER ->
          share * ownCost(rel) + costOfInputs(join, column, share);
      default -> cost(rel);
    };
  }

  /** A filter of one side of a join also filters the other side, by the keys that remain. */
  private double costOfInputs(Join join, int column, double share) {
    int width = join.getLeft().getRowType().getFieldCount();
    boolean isLeft = column < width;
    RelNode mine = isLeft ? join.getLeft() : join.getRight();
    RelNode other = isLeft ? join.getRight() : join.getLeft();
    double cost = cost(mine, isLeft ? column : column - width, share);
    double costOfOther = cost(other);
    for (JoinConditionParts.Key key : JoinConditionParts.of(join).keys()) {
      costOfOther = Math.min(costOfOther, cost(other, isLeft ? key.right() : key.left(), share));
    }
    return cost + costOfOther;
  }

  /** The cost of a reader alone, with the rows that its joins with other rows leave. */
  private double costOf(RelNode rows, SharedRead read) {
    double cost = cost(rows);
    RelNode below = read;
    int[] columns = IntStream.range(0, read.getRowType().getFieldCount()).toArray();
    for (RelNode rel : path) {
      if (rel instanceof Join join
          && (join.getJoinType() == JoinRelType.INNER || join.getJoinType() == JoinRelType.SEMI)) {
        cost = Math.min(cost, costOf(rows, join, join.getLeft().equals(below), columns));
      }
      columns = columnsAbove(rel, below, columns);
      if (columns == null) {
        break;
      }
      below = rel;
    }
    return cost;
  }

  /**
   * @param columns for each column of the reader's side, the column of the plan that it copies; -1
   *     for none
   */
  private double costOf(RelNode rows, Join join, boolean isLeft, int[] columns) {
    double cost = Double.POSITIVE_INFINITY;
    RelEstimate mine = estimator.estimate(isLeft ? join.getLeft() : join.getRight());
    RelEstimate other = estimator.estimate(isLeft ? join.getRight() : join.getLeft());
    for (JoinConditionParts.Key key : JoinConditionParts.of(join).keys()) {
      int myKey = isLeft ? key.left() : key.right();
      int otherKey = isLeft ? key.right() : key.left();
      if (columns[myKey] >= 0) {
        double share = other.effectiveDistinct(otherKey) / mine.column(myKey).distinct();
        cost = Math.min(cost, cost(rows, columns[myKey], Math.min(1, share)));
      }
    }
    return cost;
  }

  /**
   * The columns of the plan that the columns of the next expression copy.
   *
   * @return null if none of its columns tells which rows of the plan are wanted
   */
  private static int @Nullable [] columnsAbove(RelNode rel, RelNode below, int[] columns) {
    return switch (rel) {
      case Filter filter -> columns;
      case Project project when !project.containsOver() ->
          project.getProjects().stream()
              .mapToInt(
                  e -> e instanceof RexInputRef reference ? columns[reference.getIndex()] : -1)
              .toArray();
      case Aggregate aggregate when aggregate.getGroupType() == Aggregate.Group.SIMPLE -> {
        List<Integer> above = new ArrayList<>();
        aggregate.getGroupSet().forEach(key -> above.add(columns[key]));
        aggregate.getAggCallList().forEach(call -> above.add(-1));
        yield above.stream().mapToInt(Integer::intValue).toArray();
      }
      case Join join -> {
        int[] above = new int[join.getRowType().getFieldCount()];
        Arrays.fill(above, -1);
        int from = join.getLeft().equals(below) ? 0 : join.getLeft().getRowType().getFieldCount();
        if (from + columns.length > above.length) {
          yield null;
        }
        System.arraycopy(columns, 0, above, from, columns.length);
        yield above;
      }
      default -> null;
    };
  }
}
