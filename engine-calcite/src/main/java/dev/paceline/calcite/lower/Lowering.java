package dev.paceline.calcite.lower;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.calcite.rel.PacelineAggregate;
import dev.paceline.calcite.rel.PacelineExpand;
import dev.paceline.calcite.rel.PacelineFilter;
import dev.paceline.calcite.rel.PacelineHashJoin;
import dev.paceline.calcite.rel.PacelineNestedLoopJoin;
import dev.paceline.calcite.rel.PacelineProject;
import dev.paceline.calcite.rel.PacelineProven;
import dev.paceline.calcite.rel.PacelineRecursion;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.rel.PacelineSetOperation;
import dev.paceline.calcite.rel.PacelineShared;
import dev.paceline.calcite.rel.PacelineSort;
import dev.paceline.calcite.rel.PacelineTableScan;
import dev.paceline.calcite.rel.PacelineUnion;
import dev.paceline.calcite.rel.PacelineUnnest;
import dev.paceline.calcite.rel.PacelineValues;
import dev.paceline.calcite.rel.PacelineWindow;
import dev.paceline.calcite.rel.PacelineWorkingRows;
import dev.paceline.calcite.rel.SharedPlan;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.TransientTable;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Translates a physical relational expression into a plan of the engine, for one execution: with
 * the values of its parameters and snapshots of its tables. Cheap, because everything was decided
 * when the expression was planned.
 */
public final class Lowering {
  private static final BigDecimal MOST_ROWS = BigDecimal.valueOf(Long.MAX_VALUE);

  private final ParameterValues parameters;
  private final Snapshots snapshots;
  private final BiConsumer<PacelineRel, PlanNode> listener;
  private final Experiment experiment;
  private final Map<SharedPlan, PlanNode> sharedPlans = new HashMap<>();
  private final KeyFilters keyFilters = new KeyFilters();
  private final Map<TransientTable, PlanNode.WorkingRows> recursions = new IdentityHashMap<>();

  private Lowering(
      ParameterValues parameters,
      Snapshots snapshots,
      BiConsumer<PacelineRel, PlanNode> listener,
      Experiment experiment) {
    this.parameters = parameters;
    this.snapshots = snapshots;
    this.listener = listener;
    this.experiment = experiment;
  }

  /**
   * The plan of {@code rel}.
   *
   * @param parameters what the dynamic parameters stand for
   * @param snapshots where the tables' snapshots come from; to be closed after the query
   * @param listener is told which node delivers the rows of an expression
   * @throws PacelineException a parameter has no value, or one that does not fit
   */
  public static PlanNode lower(
      PacelineRel rel,
      ParameterValues parameters,
      Snapshots snapshots,
      BiConsumer<PacelineRel, PlanNode> listener) {
    Experiment experiment = Experiment.of(rel.getCluster());
    return new Lowering(parameters, snapshots, listener, experiment).lower(rel);
  }

  /** Why the engine cannot compute an expression; null if it can. */
  public static @Nullable PacelineException whyNot(RelNode rel, RexNode expression) {
    try {
      new ExpressionLowering(
              rel.getCluster().getRexBuilder(), index -> null, IntUnaryOperator.identity())
          .lower(expression);
      return null;
    } catch (PacelineException e) {
      return e;
    }
  }

  PlanNode lower(PacelineRel rel) {
    PlanNode node = nodeOf(rel);
    listener.accept(rel, node);
    return node;
  }

  private PlanNode nodeOf(PacelineRel rel) {
    return switch (rel) {
      case PacelineTableScan scan ->
          new ScanLowering(parameters, snapshots, keyFilters, experiment.uses(Technique.ENCODED))
              .lower(scan);
      case PacelineFilter filter ->
          new PlanNode.Filter(
              lower(filter.input(0)), expressions(filter).lower(filter.getCondition()));
      case PacelineProject project -> lowerProject(project);
      case PacelineHashJoin join -> hashJoins().lower(join, allColumns(join));
      case PacelineNestedLoopJoin join -> hashJoins().lower(join, allColumns(join));
      case PacelineAggregate aggregate -> lowerAggregate(aggregate);
      case PacelineSort sort -> lowerSort(sort);
      case PacelineExpand expand ->
          new PlanNode.Expand(
              lower(expand.input(0)),
              expand.keys().toArray(),
              expand.sets().stream().map(set -> members(expand.keys(), set)).toList());
      case PacelineWindow window ->
          new PlanNode.Window(
              lower(window.input(0)),
              window.partitionKeys().toIntArray(),
              sortKeys(window.order()),
              window.calls(),
              window.limit());
      case PacelineUnnest unnest ->
          new PlanNode.Unnest(
              lower(unnest.input(0)),
              unnest.kept().toArray(),
              unnest.lists().stream().map(expressions(unnest)::lower).toList(),
              unnest.ordinality(),
              unnest.outer());
      case PacelineUnion union -> lowerUnion(union);
      case PacelineShared shared -> new PlanNode.Shared(lower(shared.plan()));
      case PacelineRecursion recursion -> lowerRecursion(recursion);
      case PacelineWorkingRows rows -> lowerWorkingRows(rows);
      case PacelineSetOperation operation -> lowerSetOperation(operation);
      case PacelineValues values -> lowerValues(values);
      case PacelineProven proven -> lower(holds(proven) ? proven.input(0) : proven.otherwise());
    };
  }

  private PlanNode lower(SharedPlan plan) {
    PlanNode node = sharedPlans.get(plan);
    if (node == null) {
      node = lower(plan.physical());
      sharedPlans.put(plan, node);
    }
    return node;
  }

  private boolean holds(PacelineProven proven) {
    return proven.proofs().stream().allMatch(proof -> proof.holds(snapshots.of(proof.table())));
  }

  ExpressionLowering expressions(PacelineRel rel) {
    return expressions(rel, IntUnaryOperator.identity());
  }

  ExpressionLowering expressions(PacelineRel rel, IntUnaryOperator columns) {
    return new ExpressionLowering(rel.getCluster().getRexBuilder(), parameters, columns);
  }

  /** Whether joins offer runtime filters to the scans below them. */
  boolean looksAhead() {
    return experiment.uses(Technique.LOOKAHEAD);
  }

  KeyFilters keyFilters() {
    return keyFilters;
  }

  private JoinLowering hashJoins() {
    return new JoinLowering(this);
  }

  private static int[] allColumns(RelNode rel) {
    return IntStream.range(0, rel.getRowType().getFieldCount()).toArray();
  }

  /** A projection; a join below delivers only the columns that it uses. */
  private PlanNode lowerProject(PacelineProject project) {
    PacelineRel input = project.input(0);
    if (!(input instanceof PacelineHashJoin) && !(input instanceof PacelineNestedLoopJoin)) {
      return new PlanNode.Project(
          lower(input), project.getProjects().stream().map(expressions(project)::lower).toList());
    }
    int[] references =
        project.getProjects().stream()
            .mapToInt(e -> e instanceof RexInputRef reference ? reference.getIndex() : -1)
            .toArray();
    boolean onlyReferences =
        Arrays.stream(references).allMatch(reference -> reference >= 0)
            && Arrays.stream(references).distinct().count() == references.length;
    int[] used =
        onlyReferences
            ? references
            : RelOptUtil.InputFinder.bits(project.getProjects(), null).toArray();
    PlanNode join =
        input instanceof PacelineHashJoin hashJoin
            ? hashJoins().lower(hashJoin, used)
            : hashJoins().lower((PacelineNestedLoopJoin) input, used);
    listener.accept(input, join);
    if (onlyReferences) {
      return join;
    }
    ExpressionLowering lowering = expressions(project, column -> Arrays.binarySearch(used, column));
    return new PlanNode.Project(join, project.getProjects().stream().map(lowering::lower).toList());
  }

  private PlanNode lowerAggregate(PacelineAggregate aggregate) {
    List<dev.paceline.core.plan.AggregateCall> calls =
        aggregate.getAggCallList().stream().map(Aggregates::lower).toList();
    return new PlanNode.Aggregate(
        lower(aggregate.input(0)), aggregate.getGroupSet().toArray(), calls, aggregate.rows());
  }

  private static boolean[] members(ImmutableBitSet keys, ImmutableBitSet set) {
    boolean[] members = new boolean[keys.cardinality()];
    int i = 0;
    for (int key : keys) {
      members[i++] = set.get(key);
    }
    return members;
  }

  private static List<SortKey> sortKeys(RelCollation collation) {
    List<SortKey> keys = new ArrayList<>();
    for (RelFieldCollation key : collation.getFieldCollations()) {
      NullDirection nulls =
          key.nullDirection == NullDirection.UNSPECIFIED
              ? key.direction.defaultNullDirection()
              : key.nullDirection;
      keys.add(
          new SortKey(
              key.getFieldIndex(), key.direction.isDescending(), nulls == NullDirection.FIRST));
    }
    return keys;
  }

  private PlanNode lowerSort(PacelineSort sort) {
    PlanNode input = lower(sort.input(0));
    List<SortKey> keys = sortKeys(sort.getCollation());
    long offset = rows(sort.offset, 0);
    long limit = rows(sort.fetch, -1);
    if (keys.isEmpty() && limit >= 0 && limit <= Long.MAX_VALUE - offset) {
      input = firstRows(input, offset + limit);
    }
    return new PlanNode.Sort(input, keys, offset, limit);
  }

  /** Ends a recursion of which no more than the first rows are asked for when there are as many. */
  private static PlanNode firstRows(PlanNode plan, long count) {
    return switch (plan) {
      case PlanNode.Recursion recursion ->
          new PlanNode.Recursion(
              recursion.number(), recursion.seed(), recursion.step(), recursion.all(), count);
      case PlanNode.Project project ->
          new PlanNode.Project(firstRows(project.input(), count), project.expressions());
      default -> plan;
    };
  }

  private long rows(@Nullable RexNode node, long absent) {
    if (node == null) {
      return absent;
    }
    Object value =
        switch (node) {
          case RexLiteral literal -> literal.getValueAs(BigDecimal.class);
          case RexDynamicParam parameter ->
              LiteralValues.convert(parameters.get(parameter), DataType.INT64);
          default ->
              throw new PacelineException(
                  ErrorCode.NOT_SUPPORTED, "LIMIT and OFFSET take a number or a parameter");
        };
    long rows =
        switch (value) {
          case BigDecimal number -> number.min(MOST_ROWS).longValue();
          case Number number -> number.longValue();
          case null, default -> -1;
        };
    if (rows < 0) {
      throw badRowCount();
    }
    return rows;
  }

  /** Returns the error for a LIMIT or OFFSET that is NULL or negative. */
  public static PacelineException badRowCount() {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT, "LIMIT and OFFSET must not be NULL or negative");
  }

  private PlanNode lowerSetOperation(PacelineSetOperation operation) {
    PlanNode result = aligned(operation.input(0), operation);
    for (int i = 1; i < operation.getInputs().size(); i++) {
      PlanNode right = aligned(operation.input(i), operation);
      result =
          new PlanNode.SetOperation(result, right, operation.kind == SqlKind.EXCEPT, operation.all);
    }
    return result;
  }

  /** An input of a set operation with exactly the types of its output. */
  private PlanNode lowerUnion(PacelineUnion union) {
    List<PlanNode> inputs =
        IntStream.range(0, union.getInputs().size()).mapToObj(i -> lower(union.input(i))).toList();
    List<DataType> types = types(union);
    PlanNode.Values rows = ConstantRows.union(inputs, types);
    return rows == null
        ? new PlanNode.UnionAll(inputs.stream().map(input -> cast(input, types)).toList())
        : rows;
  }

  private PlanNode aligned(PacelineRel input, PacelineRel output) {
    return cast(lower(input), types(output));
  }

  private static PlanNode cast(PlanNode plan, List<DataType> types) {
    List<DataType> present = plan.types();
    if (present.equals(types)) {
      return plan;
    }
    List<Expression> casts = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      casts.add(Expressions.cast(Expressions.column(i, present.get(i)), types.get(i)));
    }
    return new PlanNode.Project(plan, casts);
  }

  private PlanNode lowerRecursion(PacelineRecursion recursion) {
    int number = recursions.size();
    recursions.put(recursion.table(), new PlanNode.WorkingRows(number, types(recursion)));
    return new PlanNode.Recursion(
        number,
        aligned(recursion.input(0), recursion),
        aligned(recursion.input(1), recursion),
        recursion.all(),
        Long.MAX_VALUE);
  }

  /** The rows of the recursion, with the types by which its step knows them. */
  private PlanNode lowerWorkingRows(PacelineWorkingRows rows) {
    return cast(requireNonNull(recursions.get(rows.table()), "recursion"), types(rows));
  }

  private PlanNode lowerValues(Values values) {
    List<DataType> types = types(values);
    List<List<Expression>> rows = new ArrayList<>();
    for (List<RexLiteral> tuple : values.getTuples()) {
      List<Expression> row = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        Object value = LiteralValues.of(tuple.get(i), values.getCluster().getTypeFactory());
        row.add(Expressions.literal(types.get(i), LiteralValues.convert(value, types.get(i))));
      }
      rows.add(row);
    }
    return new PlanNode.Values(types, rows);
  }

  static List<DataType> types(RelNode rel) {
    return rel.getRowType().getFieldList().stream()
        .map(RelDataTypeField::getType)
        .map(TypeMapping::toDataType)
        .toList();
  }
}
