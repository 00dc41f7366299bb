package dev.paceline.calcite.rule;

import dev.paceline.calcite.estimate.Estimator;
import dev.paceline.calcite.lower.Lowering;
import dev.paceline.calcite.rel.LogicalUnnest;
import dev.paceline.calcite.rel.PacelineFilter;
import dev.paceline.calcite.rel.PacelineProject;
import dev.paceline.calcite.rel.PacelineRecursion;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.rel.PacelineSetOperation;
import dev.paceline.calcite.rel.PacelineShared;
import dev.paceline.calcite.rel.PacelineSort;
import dev.paceline.calcite.rel.PacelineTableScan;
import dev.paceline.calcite.rel.PacelineUnion;
import dev.paceline.calcite.rel.PacelineUnnest;
import dev.paceline.calcite.rel.PacelineValues;
import dev.paceline.calcite.rel.PacelineWorkingRows;
import dev.paceline.calcite.rel.SharedPlan;
import dev.paceline.calcite.rel.SharedRead;
import dev.paceline.calcite.runtime.PacelineToEnumerable;
import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Spool;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.schema.TransientTable;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableIntList;
import org.jspecify.annotations.Nullable;

/**
 * Replaces logical expressions by physical ones, bottom-up. What the engine cannot run stays
 * logical, over {@link PacelineToEnumerable}, for Calcite to take.
 *
 * <p>There is nothing to search: each logical expression has one physical counterpart, and every
 * choice (build sides, runtime filters) follows from the estimates. So this takes microseconds
 * where a Volcano planner takes milliseconds.
 */
public final class PhysicalConversion {
  private final Estimator estimator;
  private final JoinConversion joins;
  private final AggregateConversion aggregates;
  private final WindowConversion windows;

  /** The shared plans that have been met. */
  private final Set<SharedPlan> plans = new HashSet<>();

  private @Nullable PacelineException refusal;

  public PhysicalConversion(Estimator estimator) {
    this.estimator = estimator;
    this.joins = new JoinConversion(estimator);
    this.aggregates = new AggregateConversion(estimator);
    this.windows = new WindowConversion(PhysicalConversion::projection);
  }

  /**
   * @return a {@link PacelineRel}, or a logical expression over some
   */
  public RelNode convert(RelNode rel) {
    List<RelNode> inputs = new ArrayList<>();
    boolean allConverted = true;
    for (RelNode input : rel.getInputs()) {
      RelNode converted = convert(input);
      inputs.add(converted);
      allConverted &= converted instanceof PacelineRel;
    }
    PacelineRel converted = allConverted ? supported(rel, inputs) : null;
    if (converted != null) {
      return converted;
    }
    inputs.replaceAll(PhysicalConversion::bridged);
    return inputs.isEmpty() ? rel : rel.copy(rel.getTraitSet(), inputs);
  }

  /** Why the engine does not run all of what was converted; null if it does. */
  public @Nullable PacelineException refusal() {
    return refusal;
  }

  /** The physical expression; null, and a {@link #refusal}, if the engine cannot run it. */
  private @Nullable PacelineRel supported(RelNode rel, List<RelNode> inputs) {
    PacelineRel converted = null;
    PacelineException why = null;
    try {
      RelDataTypeField odd = unsupportedField(rel);
      if (odd != null) {
        throw unsupported("the type " + odd.getType() + " of " + odd.getName());
      }
      converted = physical(rel, inputs);
      if (converted == null) {
        throw unsupported(nameOf(rel));
      }
    } catch (PacelineException e) {
      why = e;
    }
    refusal = refusal == null ? why : refusal;
    return converted;
  }

  private static String nameOf(RelNode rel) {
    return switch (rel) {
      case Join join -> "the join " + join.getJoinType() + " on " + join.getCondition();
      case Correlate correlate -> "a correlated sub-query of this form";
      default -> "the operator " + rel.getRelTypeName().replace("Logical", "");
    };
  }

  private static PacelineException unsupported(String what) {
    return new PacelineException(ErrorCode.NOT_SUPPORTED, what + " is not supported");
  }

  private static @Nullable RelDataTypeField unsupportedField(RelNode rel) {
    return rel.getRowType().getFieldList().stream()
        .filter(field -> !TypeMapping.isSupported(field.getType()))
        .findFirst()
        .orElse(null);
  }

  /** The expression in the ENUMERABLE convention if the engine runs it. */
  public static RelNode bridged(RelNode rel) {
    return rel instanceof PacelineRel ? new PacelineToEnumerable(rel.getTraitSet(), rel) : rel;
  }

  private @Nullable PacelineRel physical(RelNode rel, List<RelNode> inputs) {
    double rows = estimator.estimate(rel).rows();
    return switch (rel) {
      case TableScan scan -> scan(scan, rows);
      case Filter filter -> filter(filter, inputs.getFirst(), rows);
      case Project project when project.containsOver() ->
          windows.convert(project, inputs.getFirst(), rows);
      case Project project -> projection(project, inputs.getFirst(), rows);
      case Join join -> joins.convert(join, inputs.get(0), inputs.get(1));
      case Aggregate aggregate -> aggregates.convert(aggregate, inputs.getFirst());
      case Sort sort ->
          new PacelineSort(inputs.getFirst(), sort.getCollation(), sort.offset, sort.fetch, rows);
      case Union union when union.all -> new PacelineUnion(union.getCluster(), inputs, rows);
      case Intersect intersect ->
          setOperation(intersect.getCluster(), inputs, SqlKind.INTERSECT, intersect.all, rows);
      case Minus minus -> setOperation(minus.getCluster(), inputs, SqlKind.EXCEPT, minus.all, rows);
      case SharedRead read -> shared(read);
      case Spool spool -> (PacelineRel) inputs.getFirst();
      case RepeatUnion union -> recursion(union, inputs, rows);
      case LogicalUnnest unnest -> unnest(unnest, inputs.getFirst(), rows);
      case Values values ->
          new PacelineValues(values.getCluster(), values.getRowType(), values.getTuples());
      default -> null;
    };
  }

  private static PacelineRel unnest(LogicalUnnest unnest, RelNode input, double rows) {
    for (RexNode list : unnest.lists()) {
      PacelineException unsupported = Lowering.whyNot(unnest, list);
      if (unsupported != null) {
        throw unsupported;
      }
    }
    return new PacelineUnnest(input, unnest, rows);
  }

  private PacelineRel shared(SharedRead read) {
    boolean first = plans.add(read.plan());
    if (first) {
      addPlans(read.plan().physical());
    }
    return new PacelineShared(read.plan(), read.getRowType(), first);
  }

  private void addPlans(RelNode rel) {
    if (rel instanceof PacelineShared shared) {
      plans.add(shared.plan());
    }
    rel.getInputs().forEach(this::addPlans);
  }

  private static PacelineRel setOperation(
      RelOptCluster cluster, List<RelNode> inputs, SqlKind kind, boolean all, double rows) {
    return new PacelineSetOperation(cluster, inputs, kind, all, rows);
  }

  private static @Nullable PacelineRel recursion(
      RepeatUnion union, List<RelNode> inputs, double rows) {
    RelOptTable table = union.getTransientTable();
    TransientTable rowsOfStep = table == null ? null : table.unwrap(TransientTable.class);
    return rowsOfStep == null || union.iterationLimit >= 0
        ? null
        : new PacelineRecursion(
            union.getCluster(),
            inputs.get(0),
            inputs.get(1),
            union.getRowType(),
            rowsOfStep,
            union.all,
            rows);
  }

  private static @Nullable PacelineRel scan(TableScan scan, double rows) {
    TransientTable workingRows = scan.getTable().unwrap(TransientTable.class);
    if (workingRows != null) {
      return new PacelineWorkingRows(scan.getCluster(), scan.getRowType(), workingRows, rows);
    }
    return scan.getTable().unwrap(PacelineTable.class) == null
        ? null
        : new PacelineTableScan(
            scan.getCluster(),
            scan.getTable(),
            ImmutableIntList.identity(scan.getRowType().getFieldCount()),
            null,
            rows);
  }

  /** A filter on a scan becomes part of the scan; NOT of a mark becomes a NOT IN join. */
  private @Nullable PacelineRel filter(Filter filter, RelNode input, double rows) {
    PacelineException unsupported = Lowering.whyNot(filter, filter.getCondition());
    if (unsupported != null) {
      throw unsupported;
    }
    if (!(input instanceof PacelineTableScan scan)) {
      PacelineRel notIn = joins.notIn(filter, input, rows);
      return notIn != null
          ? notIn
          : new PacelineFilter(
              RankLimits.limited(input, filter.getCondition()), filter.getCondition(), rows);
    }
    List<RexNode> conjuncts = new ArrayList<>();
    if (scan.condition() != null) {
      conjuncts.add(scan.condition());
    }
    conjuncts.add(renumber(filter.getCondition(), scan.columns()::getInt));
    return new PacelineTableScan(
        scan.getCluster(),
        scan.getTable(),
        scan.columns(),
        RexUtil.composeConjunction(scan.getCluster().getRexBuilder(), conjuncts),
        rows);
  }

  private static RexNode renumber(RexNode node, IntUnaryOperator columns) {
    return node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef reference) {
            return new RexInputRef(columns.applyAsInt(reference.getIndex()), reference.getType());
          }
        });
  }

  private static @Nullable PacelineException whyNot(Project project) {
    return project.getProjects().stream()
        .filter(expression -> !(expression instanceof RexInputRef))
        .map(expression -> Lowering.whyNot(project, expression))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static PacelineRel projection(Project project, RelNode input, double rows) {
    PacelineException unsupported = whyNot(project);
    if (unsupported != null) {
      throw unsupported;
    }
    return supportedProject(project, input, rows);
  }

  /**
   * A projection whose expressions the engine computes; that of a scan makes the scan deliver only
   * what it uses.
   */
  private static PacelineRel supportedProject(Project project, RelNode input, double rows) {
    if (RexUtil.isIdentity(project.getProjects(), input.getRowType())) {
      return (PacelineRel) input;
    }
    if (input instanceof PacelineProject inner
        && project.getProjects().stream().allMatch(RexInputRef.class::isInstance)) {
      List<RexNode> merged =
          project.getProjects().stream()
              .map(expression -> inner.getProjects().get(((RexInputRef) expression).getIndex()))
              .toList();
      // a reference may be nullable although what it refers to is not
      RelDataType type =
          RexUtil.createStructType(
              project.getCluster().getTypeFactory(),
              merged,
              project.getRowType().getFieldNames(),
              null);
      return new PacelineProject(inner.getInput(), merged, type, rows);
    }
    if (!(input instanceof PacelineTableScan scan)) {
      return new PacelineProject(input, project.getProjects(), project.getRowType(), rows);
    }
    boolean onlyColumns =
        project.getProjects().stream().allMatch(RexInputRef.class::isInstance)
            && project.getProjects().stream().distinct().count() == project.getProjects().size();
    List<Integer> used =
        onlyColumns
            ? project.getProjects().stream().map(e -> ((RexInputRef) e).getIndex()).toList()
            : RelOptUtil.InputFinder.bits(project.getProjects(), null).asList();
    PacelineTableScan narrow = scan.withColumns(used);
    if (onlyColumns) {
      return narrow;
    }
    List<RexNode> expressions =
        project.getProjects().stream()
            .map(expression -> renumber(expression, used::indexOf))
            .toList();
    return new PacelineProject(narrow, expressions, project.getRowType(), rows);
  }
}
