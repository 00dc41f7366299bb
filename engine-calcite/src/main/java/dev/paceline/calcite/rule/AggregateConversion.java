package dev.paceline.calcite.rule;

import dev.paceline.calcite.estimate.Estimator;
import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.calcite.lower.Aggregates;
import dev.paceline.calcite.rel.PacelineAggregate;
import dev.paceline.calcite.rel.PacelineProject;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.rel.PacelineTableScan;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Technique;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;
import org.apache.calcite.util.mapping.MappingType;
import org.apache.calcite.util.mapping.Mappings;

/** Makes physical aggregates. */
final class AggregateConversion {
  /** Fewer groups of all keys than this are repeated for each set: keeping them takes longer. */
  private static final double STEPWISE_GROUPS = 1 << 15;

  private final Estimator estimator;

  AggregateConversion(Estimator estimator) {
    this.estimator = estimator;
  }

  /**
   * @throws PacelineException NOT_SUPPORTED if the engine has no such aggregate
   */
  PacelineRel convert(Aggregate aggregate, RelNode input) {
    boolean sets = aggregate.getGroupType() != Aggregate.Group.SIMPLE;
    List<AggregateCall> calls =
        aggregate.getAggCallList().stream()
            .filter(call -> !isLiteral(call) && !GroupingSets.isGrouping(call))
            .toList();
    calls.forEach(Aggregates::lower);
    double rows = estimator.estimate(aggregate).rows();
    if (sets) {
      return ofSets(aggregate, input, calls, rows);
    }
    PacelineAggregate physical = narrow(input, aggregate.getGroupSet(), calls, rows);
    if (calls.size() == aggregate.getAggCallList().size()) {
      return physical;
    }
    return withLiterals(aggregate, physical, rows);
  }

  private PacelineRel ofSets(
      Aggregate aggregate, RelNode input, List<AggregateCall> calls, double rows) {
    double inputRows = estimator.estimate(aggregate.getInput()).rows();
    GroupingSets sets =
        new GroupingSets(
            aggregate, calls, inputRows, columns -> estimator.groups(aggregate, columns));
    if (!sets.regroups()) {
      return sets.over((PacelineRel) input, rows);
    }
    double finest = sets.finestGroups();
    PacelineRel groups = narrow(input, sets.finestKeys(), sets.finestCalls(input), finest);
    boolean stepwise =
        aggregate.getGroupSets().size() > 2
            && !sets.hasDistinctCalls()
            && finest >= STEPWISE_GROUPS
            && Experiment.of(aggregate.getCluster()).uses(Technique.SHARED_PLANS);
    return stepwise
        ? new FinerSets(aggregate, calls, groups)
            .union(set -> estimator.groups(aggregate, set), rows)
        : sets.over(groups, rows);
  }

  /** A scan below delivers only what is aggregated: nothing for COUNT(*). */
  private static PacelineAggregate narrow(
      RelNode input, ImmutableBitSet keys, List<AggregateCall> calls, double rows) {
    Set<Integer> used = RelOptUtil.getAllFields2(keys, calls);
    if (!(input instanceof PacelineTableScan scan) || used.size() == scan.columns().size()) {
      return new PacelineAggregate(input, keys, calls, rows);
    }
    List<Integer> kept = List.copyOf(used);
    Mapping mapping =
        Mappings.create(MappingType.INVERSE_SURJECTION, scan.columns().size(), kept.size());
    kept.forEach(column -> mapping.set(column, kept.indexOf(column)));
    return new PacelineAggregate(
        scan.withColumns(kept),
        Mappings.apply(mapping, keys),
        calls.stream().map(call -> call.transform(mapping)).toList(),
        rows);
  }

  /** LITERAL_AGG, which the removal of sub-queries makes, is a constant for each group. */
  private static boolean isLiteral(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.LITERAL_AGG;
  }

  private static PacelineRel withLiterals(
      Aggregate aggregate, PacelineAggregate physical, double rows) {
    List<RexNode> columns = new ArrayList<>();
    int next = 0;
    for (; next < aggregate.getGroupCount(); next++) {
      columns.add(RexInputRef.of(next, physical.getRowType()));
    }
    for (AggregateCall call : aggregate.getAggCallList()) {
      columns.add(
          switch (call.getAggregation().getKind()) {
            case LITERAL_AGG -> call.rexList.getFirst();
            // the only set has all keys
            case GROUPING, GROUPING_ID ->
                aggregate
                    .getCluster()
                    .getRexBuilder()
                    .makeExactLiteral(BigDecimal.ZERO, call.getType());
            default -> RexInputRef.of(next++, physical.getRowType());
          });
    }
    return new PacelineProject(physical, columns, aggregate.getRowType(), rows);
  }
}
