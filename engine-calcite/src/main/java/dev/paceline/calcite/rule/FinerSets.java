package dev.paceline.calcite.rule;

import dev.paceline.calcite.rel.PacelineAggregate;
import dev.paceline.calcite.rel.PacelineProject;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.rel.PacelineShared;
import dev.paceline.calcite.rel.PacelineUnion;
import dev.paceline.calcite.rel.SharedPlan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates each of several grouping sets from the groups of a finer one: the levels of a ROLLUP
 * one from the other. Groups that several read are kept as shared rows. For one aggregate.
 *
 * <p>Source: the smallest-parent method of Agarwal et al., "On the Computation of Multidimensional
 * Aggregates", VLDB 1996, section 3.
 */
final class FinerSets {
  private final Aggregate aggregate;
  private final List<AggregateCall> calls;
  private final RexBuilder rexBuilder;
  private final List<Groups> known = new ArrayList<>();

  /** The groups of one set: its keys, then the results of the calls. */
  private final class Groups {
    /** The keys, as positions among all keys. */
    final ImmutableBitSet set;

    final double estimate;
    final @Nullable Groups finer;
    int readers;
    private @Nullable PacelineRel rows;
    private @Nullable SharedPlan plan;

    Groups(ImmutableBitSet set, double estimate, @Nullable Groups finer) {
      this.set = set;
      this.estimate = estimate;
      this.finer = finer;
    }

    /** To be called once by each reader, in the order in which these stand in the plan. */
    PacelineRel read() {
      if (readers == 1) {
        return rows();
      }
      boolean isFirst = plan == null;
      SharedPlan shared = plan;
      if (shared == null) {
        PacelineRel made = rows();
        shared = new SharedPlan(0, made);
        shared.setPhysical(made);
        plan = shared;
      }
      return new PacelineShared(shared, shared.physical().getRowType(), isFirst);
    }

    private PacelineRel rows() {
      PacelineRel made = rows;
      if (made == null) {
        made = finer == null ? null : coarser(finer);
        rows = made;
      }
      if (made == null) {
        throw new IllegalStateException("the groups of all keys are not there");
      }
      return made;
    }

    private PacelineRel coarser(Groups source) {
      PacelineRel input = source.read();
      List<AggregateCall> merging = new ArrayList<>();
      for (int i = 0; i < calls.size(); i++) {
        merging.add(
            GroupingSets.merged(calls.get(i), source.set.cardinality() + i, set.isEmpty(), input));
      }
      return new PacelineAggregate(
          input,
          ImmutableBitSet.of(set.asList().stream().map(source.set::indexOf).toList()),
          merging,
          estimate);
    }
  }

  /**
   * @param calls those of the aggregate that are computed from rows
   * @param finest the groups of all keys, with the calls
   */
  FinerSets(Aggregate aggregate, List<AggregateCall> calls, PacelineRel finest) {
    this.aggregate = aggregate;
    this.calls = calls;
    this.rexBuilder = aggregate.getCluster().getRexBuilder();
    Groups all = new Groups(ImmutableBitSet.range(aggregate.getGroupCount()), finest.rows(), null);
    all.rows = finest;
    known.add(all);
  }

  /**
   * The rows of the aggregate.
   *
   * @param estimates the expected groups of a set of input columns
   * @param rows estimate of the result
   */
  PacelineRel union(ToDoubleFunction<ImmutableBitSet> estimates, double rows) {
    List<ImmutableBitSet> finestFirst =
        aggregate.getGroupSets().stream()
            .sorted(Comparator.comparing(ImmutableBitSet::cardinality).reversed())
            .toList();
    List<Groups> results = new ArrayList<>();
    for (ImmutableBitSet set : finestFirst) {
      Groups groups = groups(set, estimates);
      groups.readers++;
      results.add(groups);
    }
    List<PacelineRel> branches = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      branches.add(branch(results.get(i), finestFirst.get(i)));
    }
    return new PacelineUnion(aggregate.getCluster(), List.copyOf(branches), rows);
  }

  private Groups groups(ImmutableBitSet columns, ToDoubleFunction<ImmutableBitSet> estimates) {
    List<Integer> all = aggregate.getGroupSet().asList();
    ImmutableBitSet set = ImmutableBitSet.of(columns.asList().stream().map(all::indexOf).toList());
    for (Groups groups : known) {
      if (groups.set.equals(set)) {
        return groups;
      }
    }
    Groups finer =
        known.stream()
            .filter(groups -> groups.set.contains(set))
            .min(
                Comparator.comparingDouble((Groups groups) -> groups.estimate)
                    .thenComparing(groups -> groups.set.cardinality()))
            .orElseThrow();
    finer.readers++;
    Groups groups = new Groups(set, estimates.applyAsDouble(columns), finer);
    known.add(groups);
    return groups;
  }

  /** The groups of a set as rows of the aggregate. */
  private PacelineRel branch(Groups groups, ImmutableBitSet set) {
    PacelineRel rows = groups.read();
    List<RelDataTypeField> fields = aggregate.getRowType().getFieldList();
    List<RexNode> columns = new ArrayList<>();
    for (int key = 0; key < aggregate.getGroupCount(); key++) {
      columns.add(
          groups.set.get(key)
              ? RexInputRef.of(groups.set.indexOf(key), rows.getRowType())
              : rexBuilder.makeNullLiteral(fields.get(key).getType()));
    }
    int next = groups.set.cardinality();
    for (AggregateCall call : aggregate.getAggCallList()) {
      if (GroupingSets.isGrouping(call)) {
        columns.add(
            rexBuilder.makeExactLiteral(
                BigDecimal.valueOf(GroupingSets.missing(call, set)), call.getType()));
      } else if (call.getAggregation().getKind() == SqlKind.LITERAL_AGG) {
        columns.add(call.rexList.getFirst());
      } else {
        columns.add(
            rexBuilder.ensureType(
                call.getType(), RexInputRef.of(next++, rows.getRowType()), false));
      }
    }
    RelDataType type =
        RexUtil.createStructType(
            aggregate.getCluster().getTypeFactory(),
            columns,
            aggregate.getRowType().getFieldNames(),
            null);
    return new PacelineProject(rows, columns, type, rows.rows());
  }
}
