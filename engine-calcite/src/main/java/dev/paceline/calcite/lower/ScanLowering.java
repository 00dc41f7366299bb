package dev.paceline.calcite.lower;

import dev.paceline.calcite.lower.PredicateLowering.Found;
import dev.paceline.calcite.rel.PacelineTableScan;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.PlanNode.KeyFilter;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexNode;

/** Translates scans: what can be tested on encoded data becomes predicates, the rest a residual. */
final class ScanLowering {
  private final ParameterValues parameters;
  private final Snapshots snapshots;
  private final KeyFilters keyFilters;
  private final boolean testsEncoded;

  /**
   * @param testsEncoded whether predicates are tested on encoded data where that can be done
   */
  ScanLowering(
      ParameterValues parameters,
      Snapshots snapshots,
      KeyFilters keyFilters,
      boolean testsEncoded) {
    this.parameters = parameters;
    this.snapshots = snapshots;
    this.keyFilters = keyFilters;
    this.testsEncoded = testsEncoded;
  }

  PlanNode lower(PacelineTableScan scan) {
    PredicateLowering predicateLowering = new PredicateLowering(parameters);
    List<Found> predicates = new ArrayList<>();
    List<RexNode> residual = new ArrayList<>();
    TreeSet<Integer> used = new TreeSet<>(scan.columns());
    RexNode condition = scan.condition();
    if (condition != null) {
      for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
        Found found = testsEncoded ? predicateLowering.find(conjunct) : null;
        if (found == null) {
          residual.add(conjunct);
        } else {
          predicates.add(found);
        }
      }
      RelOptUtil.InputFinder.bits(condition).forEach(used::add);
    }
    List<KeyFilter> filters = keyFilters.of(scan);
    filters.forEach(filter -> used.add(filter.column()));
    List<Integer> columns = List.copyOf(used);
    return new PlanNode.TableScan(
        snapshots.of(scan.pacelineTable().source()),
        columns.stream().mapToInt(Integer::intValue).toArray(),
        predicates.stream()
            .map(found -> new ScanPredicate(columns.indexOf(found.column()), found.predicate()))
            .toList(),
        residual.isEmpty() ? null : conjunction(scan, residual, columns),
        scan.columns().stream().mapToInt(columns::indexOf).toArray(),
        filters.stream()
            .map(filter -> new KeyFilter(filter.filterId(), columns.indexOf(filter.column())))
            .toList());
  }

  private Expression conjunction(
      PacelineTableScan scan, List<RexNode> conjuncts, List<Integer> columns) {
    ExpressionLowering lowering =
        new ExpressionLowering(scan.getCluster().getRexBuilder(), parameters, columns::indexOf);
    List<Expression> lowered = conjuncts.stream().map(lowering::lower).toList();
    return lowered.size() == 1 ? lowered.getFirst() : Expressions.and(lowered);
  }
}
