package dev.paceline.calcite.plan;

import dev.paceline.calcite.aggregate.CollectedAggregates;
import dev.paceline.calcite.aggregate.MeanMoments;
import dev.paceline.calcite.aggregate.ShiftedSums;
import dev.paceline.calcite.decorrelate.Decorrelation;
import dev.paceline.calcite.estimate.Estimator;
import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.calcite.interval.key.IntervalKeys;
import dev.paceline.calcite.rel.PacelineProven;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.rel.PacelineShared;
import dev.paceline.calcite.rel.SharedPlan;
import dev.paceline.calcite.rex.Determinism;
import dev.paceline.calcite.rex.LongConditions;
import dev.paceline.calcite.rule.AsOfJoins;
import dev.paceline.calcite.rule.ImpliedConditions;
import dev.paceline.calcite.rule.MarkUnions;
import dev.paceline.calcite.rule.NullSafeEqualities;
import dev.paceline.calcite.rule.PhysicalConversion;
import dev.paceline.calcite.rule.PullFactors;
import dev.paceline.calcite.rule.SubQueryLimits;
import dev.paceline.calcite.runtime.PacelineToEnumerable;
import dev.paceline.calcite.subquery.SubQueryRemoval;
import dev.paceline.calcite.table.UniqueColumn;
import dev.paceline.calcite.unnest.ListJoins;
import dev.paceline.calcite.unnest.Unnesting;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Technique;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.AbstractRelOptPlanner;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Plans queries in phases: from the logical expression that Calcite's validator made to a physical
 * one that the engine runs, with a border to the ENUMERABLE convention above it. Thread-safe.
 */
public final class QueryPlanner {
  /** Conditions that come down a chain of more joins than this are not completed. */
  private static final int IMPLIED_ROUNDS = 4;

  private QueryPlanner() {}

  /** Is told how long each phase took. */
  @FunctionalInterface
  public interface PhaseListener {
    /** Hears nothing. */
    PhaseListener NONE = (phase, nanos) -> {};

    /**
     * @param phase a short name in lower case
     */
    void completed(String phase, long nanos);
  }

  /** {@link #plan(RelNode, RelTraitSet, PhaseListener)} without a listener. */
  public static PacelineToEnumerable plan(RelNode logical, RelTraitSet required) {
    return plan(logical, required, PhaseListener.NONE);
  }

  /**
   * @param logical made with the settings of {@link SqlLanguage#converter}
   * @param required traits of the result: ENUMERABLE, and possibly an order
   * @throws PacelineException NOT_SUPPORTED if the engine does not run all of it
   */
  public static PacelineToEnumerable plan(
      RelNode logical, RelTraitSet required, PhaseListener listener) {
    RelBuilder builder = Determinism.builderFor(logical);
    Phases phases = new Phases(listener);
    RelNode query = phases.run("conditions", logical, r -> r.accept(new LongConditions()));
    PacelineRel physical = ifSupported(() -> withSharedPlans(query, builder, phases));
    if (physical == null) {
      physical = physical(logical(query, builder, phases), builder, Estimator.of(query), phases);
    }
    number(physical, new LinkedHashSet<>());
    return new PacelineToEnumerable(required, physical);
  }

  /** Returns a plan, or null if the engine does not run it, though it may run another one. */
  private static @Nullable PacelineRel ifSupported(Supplier<@Nullable PacelineRel> plan) {
    try {
      return plan.get();
    } catch (PacelineException e) {
      if (e.code() != ErrorCode.NOT_SUPPORTED) {
        throw e;
      }
      return null;
    }
  }

  /** Numbers shared plans in the order in which EXPLAIN shows them. */
  private static void number(RelNode rel, Set<SharedPlan> numbered) {
    if (rel instanceof PacelineShared shared && numbered.add(shared.plan())) {
      shared.plan().setId(numbered.size());
    }
    rel.getInputs().forEach(input -> number(input, numbered));
    if (rel instanceof PacelineProven proven) {
      number(proven.otherwise(), numbered);
    }
  }

  /**
   * A physical plan in which parts that occur several times are computed once; null if there are no
   * such parts.
   */
  private static @Nullable PacelineRel withSharedPlans(
      RelNode query, RelBuilder builder, Phases phases) {
    if (!Experiment.of(query.getCluster()).uses(Technique.SHARED_PLANS)) {
      return null;
    }
    CommonPlans common = new CommonPlans(query);
    Estimator estimator = Estimator.of(query);
    while (true) {
      List<SharedPlan> plans = new ArrayList<>();
      RelNode main = phases.run("share", query, r -> common.share(plans));
      if (plans.isEmpty()) {
        return null;
      }
      List<RelNode> readers = new ArrayList<>();
      readers.add(logical(main, builder, phases));
      SharedPlan rejected = narrow(plans, readers, builder, estimator, phases);
      if (rejected == null) {
        return physical(plans, readers, builder, estimator, phases);
      }
      common.exclude(rejected);
    }
  }

  /**
   * Plans what is wanted of shared plans.
   *
   * @param plans each before those that it reads
   * @param readers has the query; gets the expressions of the plans
   * @return the first plan that should not be shared; null if all should be
   */
  private static @Nullable SharedPlan narrow(
      List<SharedPlan> plans,
      List<RelNode> readers,
      RelBuilder builder,
      Estimator estimator,
      Phases phases) {
    for (SharedPlan plan : plans) {
      plan.setLogical(
          RelOptUtil.createCastRel(
              logical(plan.logical(), builder, phases), plan.logical().getRowType(), false));
      estimator.forgetExpressions();
      SharedDemand demand = new SharedDemand(plan, readers);
      RelNode wanted =
          demand.rows().equals(plan.logical())
              ? plan.logical()
              : logical(demand.rows(), builder, phases);
      if (Determinism.isDeterministic(plan.logical())
          && !SharingChoice.pays(
              plan,
              wanted,
              readers,
              estimator,
              Experiment.of(wanted.getCluster()),
              rel -> logical(rel, builder, phases))) {
        return plan;
      }
      plan.setLogical(demand.rows());
      demand.narrow(readers);
      readers.add(wanted);
      setLogical(plans, readers);
    }
    return null;
  }

  /**
   * Gives shared plans their expressions, because those that read a plan change with its columns.
   *
   * @param readers the query, and the expressions of the first plans
   */
  private static void setLogical(List<SharedPlan> plans, List<RelNode> readers) {
    for (int i = 1; i < readers.size(); i++) {
      plans.get(i - 1).setLogical(readers.get(i));
    }
  }

  private static PacelineRel physical(
      List<SharedPlan> plans,
      List<RelNode> readers,
      RelBuilder builder,
      Estimator estimator,
      Phases phases) {
    estimator.forgetExpressions();
    setLogical(plans, readers);
    for (int i = plans.size(); i > 0; i--) {
      plans.get(i - 1).setPhysical(physical(readers.get(i), builder, estimator, phases));
    }
    return physical(readers.getFirst(), builder, estimator, phases);
  }

  private static RelNode logical(RelNode query, RelBuilder builder, Phases phases) {
    RelNode rel = phases.run("sub-queries", query, r -> SubQueryRemoval.in(r, builder));
    rel = phases.run("factor", rel, r -> r.accept(new PullFactors()));
    rel = phases.run("lists", rel, r -> ListJoins.in(r, builder));
    rel = phases.run("decorrelate", rel, r -> Decorrelation.in(r, builder));
    rel = phases.run("unnest", rel, r -> Unnesting.in(r, builder));
    rel = phases.run("intervals", rel, r -> IntervalKeys.in(r, builder));
    rel = phases.run("moments", rel, r -> MeanMoments.in(r, builder));
    rel = phases.run("shifted-sums", rel, r -> ShiftedSums.in(r, builder));
    rel = phases.run("collected", rel, r -> CollectedAggregates.in(r, builder));
    rel = phases.run("intervals", rel, r -> IntervalKeys.in(r, builder));
    rel = phases.run("as-of", rel, r -> AsOfJoins.in(r, builder));
    SubQueryLimits.checkRest(rel);
    rel = phases.run("marks", rel, r -> MarkUnions.in(marks(r), builder));
    rel = phases.run("push-down", rel, r -> run(Rules.PUSH_DOWN, r));
    RelNode simple = phases.run("outer-joins", rel, r -> OuterJoins.simplify(r, builder));
    if (!simple.equals(rel)) {
      rel = phases.run("push-down", simple, r -> run(Rules.PUSH_DOWN, r));
    }
    rel = withImpliedConditions(rel, builder, phases);
    rel = phases.run("semi-joins", rel, r -> run(Rules.SEMI_JOINS, r));
    rel = phases.run("totals", rel, r -> PartitionTotals.in(r, builder));
    return phases.run("trim", rel, r -> new FieldTrimmer(builder).trim(r));
  }

  /** A condition that moves down may imply another one in a join further below. */
  private static RelNode withImpliedConditions(RelNode rel, RelBuilder builder, Phases phases) {
    RelNode result = rel;
    for (int round = 0; round < IMPLIED_ROUNDS; round++) {
      RelNode more = phases.run("implied", result, r -> ImpliedConditions.in(r, builder));
      if (more.equals(result)) {
        break;
      }
      result = phases.run("push-down", more, r -> run(Rules.PUSH_DOWN, r));
    }
    return result;
  }

  private static PacelineRel physical(
      RelNode logical, RelBuilder builder, Estimator estimator, Phases phases) {
    PacelineRel general = physical(logical, estimator, phases);
    return proven(logical, general, builder, estimator, phases);
  }

  private static PacelineRel physical(RelNode logical, Estimator estimator, Phases phases) {
    RelNode ordered =
        phases.run(
            "join-order",
            logical,
            r -> new JoinOrdering(estimator, Experiment.of(r.getCluster())).order(r));
    RelNode parts =
        Experiment.of(logical.getCluster()).uses(Technique.EAGER_AGGREGATION)
            ? phases.run(
                "partial-aggregates", ordered, r -> new PartialAggregation(estimator).push(r))
            : ordered;
    return (PacelineRel) phases.run("physical", parts, r -> convert(r, estimator));
  }

  private static PacelineRel convert(RelNode rel, Estimator estimator) {
    PhysicalConversion conversion = new PhysicalConversion(estimator);
    RelNode converted = conversion.convert(rel);
    PacelineException refusal = conversion.refusal();
    if (refusal != null) {
      throw refusal;
    }
    return (PacelineRel) converted;
  }

  /** A better plan, which may rest on what is unique in the tables, if there is one. */
  private static PacelineRel proven(
      RelNode logical,
      PacelineRel general,
      RelBuilder builder,
      Estimator estimator,
      Phases phases) {
    Experiment experiment = Experiment.of(logical.getCluster());
    Set<UniqueColumn> proofs = new LinkedHashSet<>();
    RelNode rel = logical;
    if (experiment.uses(Technique.GROUP_KEYS)) {
      rel = fewerKeys(rel, builder, estimator, proofs, phases);
    }
    if (experiment.uses(Technique.EAGER_AGGREGATION)) {
      rel = eager(rel, builder, estimator, proofs, phases);
    }
    if (rel.equals(logical)) {
      return general;
    }
    RelNode candidate = rel;
    PacelineRel better = ifSupported(() -> physical(candidate, estimator, phases));
    if (better == null) {
      return general;
    }
    return proofs.isEmpty() ? better : new PacelineProven(better, general, proofs);
  }

  private static RelNode fewerKeys(
      RelNode rel,
      RelBuilder builder,
      Estimator estimator,
      Set<UniqueColumn> proofs,
      Phases phases) {
    RelNode reduced = phases.run("group-keys", rel, r -> new GroupKeys(proofs).reduce(r));
    if (reduced.equals(rel)) {
      return rel;
    }
    RelNode late = run(Rules.MERGE_PROJECTS, reduced);
    if (Experiment.of(rel.getCluster()).uses(Technique.LATE_TEXT)) {
      late = phases.run("late-text", late, r -> new LateText(builder, estimator, proofs).fetch(r));
    }
    return phases.run("trim", late, r -> new FieldTrimmer(builder).trim(r));
  }

  private static RelNode eager(
      RelNode rel,
      RelBuilder builder,
      Estimator estimator,
      Set<UniqueColumn> proofs,
      Phases phases) {
    RelNode pushed = phases.run("eager", rel, r -> new EagerAggregation(estimator, proofs).push(r));
    return pushed.equals(rel)
        ? rel
        : phases.run(
            "trim", run(Rules.MERGE_PROJECTS, pushed), r -> new FieldTrimmer(builder).trim(r));
  }

  private static RelNode marks(RelNode rel) {
    return run(Rules.MERGE, rel).accept(new NullSafeEqualities());
  }

  private static RelNode run(HepProgram program, RelNode rel) {
    RelOptPlanner outer = rel.getCluster().getPlanner();
    HepPlanner planner =
        new HepPlanner(program, outer.getContext()) {
          @Override
          public void checkCancel() {
            QueryPlanner.checkCancel(outer);
          }
        };
    planner.setExecutor(outer.getExecutor());
    planner.setRoot(rel);
    return planner.findBestExp();
  }

  /** Throws if the statement was cancelled or its time is over: the outer planner knows. */
  private static void checkCancel(RelOptPlanner outer) {
    if (outer instanceof AbstractRelOptPlanner planner) {
      planner.checkCancel();
    }
  }

  /** Runs phases one after the other and times them. */
  private record Phases(PhaseListener listener) {
    RelNode run(String name, RelNode rel, UnaryOperator<RelNode> phase) {
      checkCancel(rel.getCluster().getPlanner());
      long start = System.nanoTime();
      RelNode result = phase.apply(rel);
      listener.completed(name, System.nanoTime() - start);
      return result;
    }
  }
}
