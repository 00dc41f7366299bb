package dev.paceline.calcite.plan;

import dev.paceline.calcite.estimate.Estimator;
import dev.paceline.calcite.plan.PartialCall.Conditional;
import dev.paceline.calcite.rex.PlainCalls;
import dev.paceline.calcite.rule.GroupingSets;
import dev.paceline.calcite.rule.MergingFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates rows before the joins that fetch texts to group by, and the groups once more after
 * them: sales are first grouped by the number of the customer, so that only one row for each
 * customer is joined and grouped by names and addresses. In the same way sums under a condition on
 * the joined table become sums of groups, whose condition is tested once for each. Works on joins
 * whose order is fixed, and proves nothing: rows with equal keys meet the same rows in all joins
 * above.
 *
 * <p>Source: eager aggregation (Yan and Larson, "Eager aggregation and lazy aggregation", VLDB
 * 1995), "eager group-by".
 */
final class PartialAggregation {
  /** The costs of a key, of a text as a key, of a join, and of a call, for one row. */
  private static final double KEY_COST = 1;

  private static final double TEXT_COST = 2;
  private static final double JOIN_COST = 1;
  private static final double CALL_COST = 0.5;

  /** More groups than this outgrow the caches, which makes each row as costly as several. */
  private static final double CACHED_GROUPS = 1 << 16;

  private static final double CACHE_MISS_COST = 2;

  /** The expected cost must fall to this share, since the estimates are rough. */
  private static final double WORTHWHILE_SHARE = 0.8;

  private final Estimator estimator;

  PartialAggregation(Estimator estimator) {
    this.estimator = estimator;
  }

  /** The same rows, aggregated below joins where that is expected to pay. */
  RelNode push(RelNode rel) {
    List<RelNode> inputs = rel.getInputs().stream().map(this::push).toList();
    RelNode result = inputs.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), inputs);
    return result instanceof LogicalAggregate aggregate ? pushBelowJoins(aggregate) : result;
  }

  private RelNode pushBelowJoins(LogicalAggregate aggregate) {
    List<RelDataType> keyTypes =
        aggregate.getGroupSet().asList().stream()
            .map(key -> RexInputRef.of(key, aggregate.getInput().getRowType()).getType())
            .toList();
    if (!aggregate.getAggCallList().stream().allMatch(PartialAggregation::hasParts)) {
      return aggregate;
    }
    boolean hasText = keyTypes.stream().anyMatch(Dependencies::isText);
    double costAbove = groupCost(keyTypes, aggregate.getAggCallList());
    RelNode best = aggregate;
    double bestShare = WORTHWHILE_SHARE;
    for (int joins = 1; ; joins++) {
      Cut cut = new Cut(aggregate, joins, estimator);
      RelNode pushed = cut.result();
      if (pushed == null || cut.below == null) {
        return best;
      }
      double share = share(cut.below, cut.partial, joins * JOIN_COST + costAbove);
      if ((hasText || cut.conditional) && share < bestShare) {
        bestShare = share;
        best = pushed;
      }
    }
  }

  /** The expected cost with groups below the joins, as a share of that without. */
  private double share(RelNode below, LogicalAggregate partial, double costAbove) {
    double rows = estimator.estimate(below).rows();
    double groups = estimator.estimate(partial).rows();
    double costBelow =
        groupCost(
            partial.getGroupSet().asList().stream()
                .map(key -> RexInputRef.of(key, partial.getInput().getRowType()).getType())
                .toList(),
            partial.getAggCallList());
    double missing = groups > CACHED_GROUPS ? CACHE_MISS_COST : 1;
    return (rows * costBelow * missing + groups * costAbove) / (rows * costAbove);
  }

  private static double groupCost(List<RelDataType> keys, List<AggregateCall> calls) {
    return calls.size() * CALL_COST
        + keys.stream().mapToDouble(key -> Dependencies.isText(key) ? TEXT_COST : KEY_COST).sum();
  }

  /** Whether results of groups can be aggregated to the result of all. */
  private static boolean hasParts(AggregateCall call) {
    return GroupingSets.isGrouping(call)
        || MergingFunction.of(call) != null
            && call.rexList.isEmpty()
            && call.distinctKeys == null
            && call.getArgList().size() <= 1
            && call.getCollation().getFieldCollations().isEmpty();
  }

  /** One way to aggregate first: below a number of joins. */
  private static final class Cut {
    private final LogicalAggregate aggregate;
    private final RexBuilder rexBuilder;
    private final Estimator estimator;

    /** Joins that come after the first aggregation; counted down on the way to it. */
    private int joins;

    /** The rows that are aggregated first. */
    private @Nullable RelNode below;

    private @Nullable LogicalAggregate partial;

    /** Whether a condition of a call is tested for groups instead of rows. */
    private boolean conditional;

    Cut(LogicalAggregate aggregate, int joins, Estimator estimator) {
      this.aggregate = aggregate;
      this.estimator = estimator;
      this.rexBuilder = aggregate.getCluster().getRexBuilder();
      this.joins = joins;
    }

    /**
     * The rows of the aggregate.
     *
     * @return null if there are fewer joins, or if they need what is aggregated
     */
    @Nullable RelNode result() {
      RelNode input = aggregate.getInput();
      List<Integer> keys = aggregate.getGroupSet().asList();
      List<AggregateCall> calls =
          aggregate.getAggCallList().stream()
              .filter(call -> !GroupingSets.isGrouping(call))
              .toList();
      List<PartialCall> parts = new ArrayList<>();
      for (AggregateCall call : calls) {
        RexNode argument =
            call.getArgList().isEmpty()
                ? null
                : RexInputRef.of(call.getArgList().getFirst(), input.getRowType());
        RexNode filter =
            call.hasFilter() ? RexInputRef.of(call.filterArg, input.getRowType()) : null;
        parts.add(new PartialCall(call, argument, filter));
      }
      RelNode rows =
          down(
              input,
              keys.stream().map(key -> (RexNode) RexInputRef.of(key, input.getRowType())).toList(),
              parts);
      return rows == null ? null : merge(rows, keys);
    }

    /** Aggregates the groups, whose keys are followed by the results of the calls. */
    private RelNode merge(RelNode rows, List<Integer> keys) {
      int next = keys.size();
      List<AggregateCall> merging = new ArrayList<>();
      for (AggregateCall call : aggregate.getAggCallList()) {
        boolean grouping = GroupingSets.isGrouping(call);
        merging.add(
            PlainCalls.of(
                grouping ? call.getAggregation() : MergingFunction.of(call),
                grouping ? call.getArgList().stream().map(keys::indexOf).toList() : List.of(next++),
                call.getType(),
                call.getName()));
      }
      RelNode merged =
          LogicalAggregate.create(
              rows,
              aggregate.getHints(),
              ImmutableBitSet.range(keys.size()),
              aggregate.getGroupSets().stream()
                  .map(set -> ImmutableBitSet.of(set.asList().stream().map(keys::indexOf).toList()))
                  .toList(),
              merging);
      return RelOptUtil.createCastRel(merged, aggregate.getRowType(), true);
    }

    /**
     * @param wanted over the rows of {@code rel}: what is to be had of it, without aggregates
     * @param parts calls over these rows
     * @return expressions and results of parts as columns; null if the cut is not there
     */
    private @Nullable RelNode down(RelNode rel, List<RexNode> wanted, List<PartialCall> parts) {
      return switch (rel) {
        case RelNode cut when joins == 0 -> group(cut, wanted, parts);
        case Project project when isSimple(project) -> {
          RexShuttle expressions = replacing(project.getProjects());
          yield down(
              project.getInput(),
              expressions.visitList(wanted),
              parts.stream().map(part -> part.map(expressions)).toList());
        }
        case Filter filter when filter.getVariablesSet().isEmpty() ->
            filtered(filter, wanted, parts);
        case LogicalJoin join when join.getVariablesSet().isEmpty() -> joined(join, wanted, parts);
        default -> null;
      };
    }

    private static boolean isSimple(Project project) {
      return !project.containsOver()
          && project.getProjects().stream().allMatch(RexUtil::isDeterministic);
    }

    private @Nullable RelNode filtered(
        Filter filter, List<RexNode> wanted, List<PartialCall> parts) {
      List<RexNode> columns = columns(wanted, filter.getCondition(), 0, width(filter));
      RelNode input = down(filter.getInput(), columns, parts);
      if (input == null) {
        return null;
      }
      RexShuttle places = moving(columns, 0, width(filter), 0);
      RelNode rows = LogicalFilter.create(input, filter.getCondition().accept(places));
      List<RexNode> expressions = new ArrayList<>(places.visitList(wanted));
      for (int i = 0; i < parts.size(); i++) {
        expressions.add(RexInputRef.of(columns.size() + i, rows.getRowType()));
      }
      return LogicalProject.create(rows, List.of(), expressions, (List<String>) null, Set.of());
    }

    private @Nullable RelNode joined(Join join, List<RexNode> wanted, List<PartialCall> parts) {
      int leftCount = width(join.getLeft());
      ImmutableBitSet left = ImmutableBitSet.range(leftCount);
      ImmutableBitSet right = ImmutableBitSet.range(leftCount, leftCount + width(join.getRight()));
      JoinRelType type = join.getJoinType();
      List<Conditional> ofLeft =
          type.generatesNullsOnLeft() ? null : Conditional.of(parts, left, rexBuilder);
      List<Conditional> ofRight =
          type == JoinRelType.INNER || type == JoinRelType.RIGHT
              ? Conditional.of(parts, right, rexBuilder)
              : null;
      boolean onLeft =
          ofLeft != null
              && (ofRight == null
                  || estimator.estimate(join.getLeft()).rows()
                      >= estimator.estimate(join.getRight()).rows());
      List<Conditional> chosen = onLeft ? ofLeft : ofRight;
      if (chosen == null) {
        return null;
      }
      joins--;
      int first = onLeft ? 0 : leftCount;
      int count = onLeft ? leftCount : width(join.getRight());
      List<RexNode> columns = columns(wanted, join.getCondition(), first, count);
      RexShuttle downward = shifting(-first);
      RelNode input =
          down(
              onLeft ? join.getLeft() : join.getRight(),
              downward.visitList(columns),
              chosen.stream().map(part -> part.part().map(downward)).toList());
      if (input == null) {
        return null;
      }
      RelNode other = onLeft ? join.getRight() : join.getLeft();
      // The columns of the other side follow those of the groups, or keep their places before them.
      int otherShift = onLeft ? width(input) - leftCount : 0;
      RexShuttle places = moving(columns, first, count, otherShift);
      RelNode rows =
          LogicalJoin.create(
              onLeft ? input : other,
              onLeft ? other : input,
              join.getHints(),
              join.getCondition().accept(places),
              Set.of(),
              type);
      List<RexNode> expressions = new ArrayList<>(places.visitList(wanted));
      for (int i = 0; i < chosen.size(); i++) {
        Conditional part = chosen.get(i);
        RexNode result = RexInputRef.of(first + columns.size() + i, rows.getRowType());
        conditional |= part.condition() != null;
        expressions.add(
            part.condition() == null
                ? result
                : rexBuilder.makeCall(
                    SqlStdOperatorTable.CASE,
                    List.of(part.condition().accept(places), result, part.otherwise(rexBuilder))));
      }
      return LogicalProject.create(rows, List.of(), expressions, (List<String>) null, Set.of());
    }

    /** Columns from {@code first} on that expressions use. */
    private static List<RexNode> columns(
        List<RexNode> wanted, RexNode condition, int first, int count) {
      Set<RexNode> columns = new LinkedHashSet<>();
      RexShuttle collection =
          new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
              if (reference.getIndex() >= first && reference.getIndex() < first + count) {
                columns.add(reference);
              }
              return reference;
            }
          };
      collection.visitList(wanted);
      condition.accept(collection);
      return List.copyOf(columns);
    }

    private static RexShuttle shifting(int by) {
      return new RexShuttle() {
        @Override
        public RexNode visitInputRef(RexInputRef reference) {
          return new RexInputRef(reference.getIndex() + by, reference.getType());
        }
      };
    }

    private static RexShuttle replacing(List<RexNode> expressions) {
      return new RexShuttle() {
        @Override
        public RexNode visitInputRef(RexInputRef reference) {
          return expressions.get(reference.getIndex());
        }
      };
    }

    /**
     * Renumbers references to the rows before as references to the rows with groups.
     *
     * @param columns the references that the input delivers, in their order
     * @param start where the input's columns begin, before and after
     * @param count of the input's columns before
     * @param otherShift of the columns that are not the input's
     */
    private static RexShuttle moving(List<RexNode> columns, int start, int count, int otherShift) {
      return new RexShuttle() {
        @Override
        public RexNode visitInputRef(RexInputRef reference) {
          int index = reference.getIndex();
          return index >= start && index < start + count
              ? new RexInputRef(start + columns.indexOf(reference), reference.getType())
              : new RexInputRef(index + otherShift, reference.getType());
        }
      };
    }

    private static int width(RelNode rel) {
      return rel.getRowType().getFieldCount();
    }

    /** Aggregates by the columns that are used above. */
    private @Nullable RelNode group(RelNode rel, List<RexNode> wanted, List<PartialCall> parts) {
      List<Integer> keys = RelOptUtil.InputFinder.bits(wanted, null).asList();
      if (keys.isEmpty()) {
        return null;
      }
      List<RexNode> inputs = new ArrayList<>();
      keys.forEach(key -> inputs.add(RexInputRef.of(key, rel.getRowType())));
      Map<AggregateCall, Integer> calls = new LinkedHashMap<>();
      List<RexNode> results = new ArrayList<>();
      for (PartialCall part : parts) {
        if (!part.neverFails()) {
          return null;
        }
        AggregateCall call = part.over(inputs, keys.size(), rexBuilder);
        int position = calls.computeIfAbsent(call, unused -> keys.size() + calls.size());
        results.add(new RexInputRef(position, call.getType()));
      }
      below = rel;
      partial =
          LogicalAggregate.create(
              LogicalProject.create(rel, List.of(), inputs, (List<String>) null, Set.of()),
              List.of(),
              ImmutableBitSet.range(keys.size()),
              null,
              List.copyOf(calls.keySet()));
      RexShuttle places =
          new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
              return new RexInputRef(keys.indexOf(reference.getIndex()), reference.getType());
            }
          };
      List<RexNode> expressions = new ArrayList<>(places.visitList(wanted));
      expressions.addAll(results);
      return LogicalProject.create(partial, List.of(), expressions, (List<String>) null, Set.of());
    }
  }
}
