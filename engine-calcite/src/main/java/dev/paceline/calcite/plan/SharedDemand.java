package dev.paceline.calcite.plan;

import dev.paceline.calcite.rel.SharedPlan;
import dev.paceline.calcite.rel.SharedRead;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mappings;
import org.apache.calcite.util.mapping.Mappings.TargetMapping;
import org.jspecify.annotations.Nullable;

/**
 * The demand of all readers of a shared plan: the columns that any of them uses, and, if each of
 * them filters the rows, those rows that pass one of the filters.
 */
final class SharedDemand {
  private final SharedPlan plan;
  private final Set<RexNode> conditions = new LinkedHashSet<>();
  private ImmutableBitSet columns = ImmutableBitSet.of();
  private boolean wantsAllRows;
  private final int width;
  private final RelNode rows;

  /**
   * @param readers all expressions that may read the plan, with columns trimmed
   */
  SharedDemand(SharedPlan plan, List<RelNode> readers) {
    this.plan = plan;
    this.width = plan.logical().getRowType().getFieldCount();
    readers.forEach(this::collect);
    if (columns.isEmpty()) {
      columns = ImmutableBitSet.of(0);
    }
    this.rows = wantedRows();
  }

  /** The rows and columns of the plan that are wanted. */
  RelNode rows() {
    return rows;
  }

  /**
   * Lets readers read the wanted columns only, which the plan has been reduced to.
   *
   * @param readers those of the constructor; changed
   */
  void narrow(List<RelNode> readers) {
    if (columns.cardinality() < width) {
      Narrowing narrowing = new Narrowing();
      readers.replaceAll(reader -> reader.accept(narrowing));
    }
  }

  private void collect(RelNode rel) {
    switch (rel) {
      case SharedRead read when isOfPlan(read) -> {
        wantsAllRows = true;
        columns = ImmutableBitSet.range(read.getRowType().getFieldCount());
      }
      case Project project when readOf(project) != null -> {
        wantsAllRows = true;
        addColumns(project);
      }
      case Filter filter when filter.getInput() instanceof SharedRead read && isOfPlan(read) -> {
        addCondition(filter.getCondition());
        columns = ImmutableBitSet.range(read.getRowType().getFieldCount());
      }
      case Filter filter
          when filter.getInput() instanceof Project project && readOf(project) != null -> {
        addCondition(RelOptUtil.pushPastProject(filter.getCondition(), project));
        addColumns(project);
      }
      default -> rel.getInputs().forEach(this::collect);
    }
  }

  /** The expression that a projection reads of the plan; null if it does not. */
  private @Nullable SharedRead readOf(Project project) {
    return project.getInput() instanceof SharedRead read && isOfPlan(read) ? read : null;
  }

  @SuppressWarnings("ReferenceEquality")
  private boolean isOfPlan(SharedRead read) {
    return read.plan() == plan;
  }

  private void addColumns(Project project) {
    columns = columns.union(RelOptUtil.InputFinder.bits(project.getProjects(), null));
  }

  private void addCondition(RexNode condition) {
    if (RexUtil.isDeterministic(condition)) {
      conditions.add(condition);
    } else {
      wantsAllRows = true;
    }
  }

  private RelNode wantedRows() {
    RelNode rel = plan.logical();
    if (!wantsAllRows) {
      rel = LogicalFilter.create(rel, anyCondition(rel.getCluster().getRexBuilder()));
    }
    List<RexNode> wanted = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int column : columns) {
      wanted.add(RexInputRef.of(column, rel.getRowType()));
      names.add(rel.getRowType().getFieldNames().get(column));
    }
    return columns.cardinality() == rel.getRowType().getFieldCount()
        ? rel
        : LogicalProject.create(rel, List.of(), wanted, names, Set.of());
  }

  /**
   * One of the conditions, and what that implies for columns that each of them restricts: only
   * these implied conditions can be pushed below an aggregate that makes other columns.
   */
  private RexNode anyCondition(RexBuilder rexBuilder) {
    List<RexNode> implied = new ArrayList<>();
    for (int column = 0; column < width; column++) {
      ImmutableBitSet only = ImmutableBitSet.of(column);
      Set<RexNode> ofColumn = new LinkedHashSet<>();
      for (RexNode condition : conditions) {
        List<RexNode> conjuncts =
            RelOptUtil.conjunctions(condition).stream()
                .filter(conjunct -> RelOptUtil.InputFinder.bits(conjunct).equals(only))
                .toList();
        ofColumn.add(RexUtil.composeConjunction(rexBuilder, conjuncts));
      }
      if (ofColumn.stream().noneMatch(RexNode::isAlwaysTrue)) {
        implied.add(RexUtil.composeDisjunction(rexBuilder, ofColumn));
      }
    }
    implied.add(RexUtil.composeDisjunction(rexBuilder, conditions));
    return RexUtil.composeConjunction(rexBuilder, implied);
  }

  /** Gives projections of the wide plan the narrow one as their input. */
  private final class Narrowing extends RelHomogeneousShuttle {
    private final TargetMapping mapping;

    Narrowing() {
      mapping = Mappings.target(columns::indexOf, width, columns.cardinality());
    }

    @Override
    public RelNode visit(RelNode other) {
      return other instanceof Project project && readOf(project) != null
          ? project.copy(
              project.getTraitSet(),
              new SharedRead(plan),
              RexUtil.apply(mapping, project.getProjects()),
              project.getRowType())
          : super.visit(other);
    }
  }
}
