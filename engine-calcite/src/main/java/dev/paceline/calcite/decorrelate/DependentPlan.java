package dev.paceline.calcite.decorrelate;

import com.google.common.collect.ImmutableList;
import dev.paceline.calcite.rex.SortKeys;
import dev.paceline.calcite.subquery.SingleValue;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Computes an expression for all values of some outer columns at once. Each row of the result ends
 * with the outer values for which it was computed: {@code columns, outer columns}. The outer values
 * come from the domain, which has each combination once. If a condition makes columns of the
 * expression equal to all outer columns, these columns are used instead of the domain; the result
 * may then also have rows for values that are not in the domain. Such rows are wrong only if a
 * scalar sub-query could fail for them, see {@link SingleValue}.
 *
 * <p>Source: Neumann and Kemper, "Unnesting Arbitrary Queries", BTW 2015: the dependent join of the
 * domain with an expression moves down as far as the expression depends on the outer columns
 * (section 3.2), and equal columns replace the domain (section 3.3).
 */
final class DependentPlan {
  private final CorrelationId outer;

  /** The columns of the outer rows, in the order of the domain's columns. */
  private final List<Integer> columns;

  private final RelNode domain;
  private final boolean exact;
  private final RelBuilder builder;
  private final RexBuilder rexBuilder;
  private final int width;

  /**
   * @param columns of the rows that {@code outer} stands for
   * @param domain all combinations of values of these columns
   * @param exact whether the result must not have rows for other values
   */
  DependentPlan(
      CorrelationId outer,
      List<Integer> columns,
      RelNode domain,
      boolean exact,
      RelBuilder builder) {
    this.outer = outer;
    this.columns = columns;
    this.domain = domain;
    this.exact = exact;
    this.builder = builder;
    this.rexBuilder = domain.getCluster().getRexBuilder();
    this.width = columns.size();
  }

  /**
   * Returns the rows of an expression for all values.
   *
   * @throws PacelineException NOT_SUPPORTED
   */
  DependentRows completeRows(RelNode rel) {
    return complete(rows(rel));
  }

  /**
   * Returns the rows of an expression for all values, of which some may be missing.
   *
   * @throws PacelineException NOT_SUPPORTED
   */
  DependentRows rows(RelNode rel) {
    if (!depends(rel)) {
      return DependentRows.complete(
          LogicalJoin.create(
              rel, domain, List.of(), rexBuilder.makeLiteral(true), Set.of(), JoinRelType.INNER),
          false);
    }
    return switch (rel) {
      case Filter filter -> filtered(filter);
      case Project project -> projected(project);
      case Aggregate aggregate -> aggregated(aggregate);
      case Join join -> joined(join);
      case Sort sort -> limited(sort);
      case SetOp set -> combined(set);
      default ->
          throw new PacelineException(
              ErrorCode.NOT_SUPPORTED,
              "a sub-query that depends on outer columns within "
                  + rel.getRelTypeName()
                  + " is not supported; write it as a join");
    };
  }

  private DependentRows combined(SetOp set) {
    List<DependentRows> inputs = set.getInputs().stream().map(this::completeRows).toList();
    return DependentRows.complete(
        set.copy(set.getTraitSet(), inputs.stream().map(DependentRows::rel).toList()),
        inputs.stream().allMatch(DependentRows::neverNull));
  }

  /** Adds the missing rows. */
  DependentRows complete(DependentRows rows) {
    if (rows.missing() == null) {
      return rows;
    }
    RelNode all =
        rows.withMissing(
            domain,
            IntStream.range(0, width).boxed().toList(),
            rows.missing().stream().map(value -> bound(value, domain, 0)).toList());
    int own = columns(rows.rel()) - width;
    List<RexNode> projects = new ArrayList<>();
    for (int i = 0; i < own; i++) {
      projects.add(rexBuilder.makeInputRef(all, width + i));
    }
    projects.addAll(values(all, 0));
    return DependentRows.complete(
        project(all, projects, rows.rel().getRowType().getFieldNames().subList(0, own)), false);
  }

  private boolean depends(RelNode rel) {
    return RelOptUtil.getVariablesUsed(rel).contains(outer);
  }

  /**
   * Refers to columns of the input instead of outer columns.
   *
   * @param first the first column of the values
   */
  private RexNode bound(RexNode expression, RelNode input, int first) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            int column = position(access);
            return column < 0
                ? super.visitFieldAccess(access)
                : rexBuilder.ensureType(
                    access.getType(), rexBuilder.makeInputRef(input, first + column), true);
          }

          @Override
          public RexNode visitOver(RexOver over) {
            RexOver visited = (RexOver) super.visitOver(over);
            List<RexNode> partition = new ArrayList<>(visited.getWindow().partitionKeys);
            partition.addAll(values(input, first));
            return rexBuilder.makeOver(
                visited.getType(),
                visited.getAggOperator(),
                visited.getOperands(),
                partition,
                visited.getWindow().orderKeys,
                visited.getWindow().getLowerBound(),
                visited.getWindow().getUpperBound(),
                visited.getWindow().getExclude(),
                visited.getWindow().isRows(),
                true,
                false,
                visited.isDistinct(),
                visited.ignoreNulls());
          }
        });
  }

  /** The column of the domain that an expression stands for; -1 if it is another expression. */
  private int position(RexNode expression) {
    return expression instanceof RexFieldAccess access
            && access.getReferenceExpr() instanceof RexCorrelVariable variable
            && variable.id.equals(outer)
        ? columns.indexOf(access.getField().getIndex())
        : -1;
  }

  private List<RexNode> values(RelNode input, int first) {
    return IntStream.range(first, first + width)
        .<RexNode>mapToObj(column -> rexBuilder.makeInputRef(input, column))
        .toList();
  }

  private static int columns(RelNode rel) {
    return rel.getRowType().getFieldCount();
  }

  /** Values may come from columns that the condition makes equal to all outer columns. */
  private DependentRows filtered(Filter filter) {
    RelNode own = exact || depends(filter.getInput()) ? null : byEqualColumns(filter);
    if (own != null) {
      return DependentRows.complete(own, true);
    }
    DependentRows input = rows(filter.getInput());
    if (input.missing() != null && !isFalse(substituted(filter.getCondition(), input.missing()))) {
      input = complete(input);
    }
    return DependentRows.complete(
        LogicalFilter.create(
            input.rel(), bound(filter.getCondition(), input.rel(), columns(filter.getInput()))),
        input.neverNull());
  }

  /** An expression over the columns of a row, computed for the missing row. */
  private RexNode substituted(RexNode expression, List<RexNode> missing) {
    return simplifier()
        .simplifyPreservingType(
            expression.accept(
                new RexShuttle() {
                  @Override
                  public RexNode visitInputRef(RexInputRef reference) {
                    return rexBuilder.ensureType(
                        reference.getType(), missing.get(reference.getIndex()), true);
                  }
                }));
  }

  private boolean isFalse(RexNode condition) {
    RexNode simple = simplifier().simplifyUnknownAsFalse(condition);
    return simple.isAlwaysFalse() || RexLiteral.isNullLiteral(simple);
  }

  private RexSimplify simplifier() {
    return new RexSimplify(
        rexBuilder,
        RelOptPredicateList.EMPTY,
        Objects.requireNonNullElse(
            domain.getCluster().getPlanner().getExecutor(), RexUtil.EXECUTOR));
  }

  private @Nullable RelNode byEqualColumns(Filter filter) {
    RelNode input = filter.getInput();
    @Nullable RexNode[] equal = new RexNode[width];
    List<RexNode> rest = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      if (!takeEqual(condition, equal)) {
        rest.add(condition);
      }
    }
    List<RexNode> projects = new ArrayList<>(rexBuilder.identityProjects(input.getRowType()));
    List<RexNode> conditions = new ArrayList<>();
    for (RexNode value : equal) {
      if (value == null) {
        return null;
      }
      conditions.add(rexBuilder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, value));
      projects.add(value);
    }
    RelNode present =
        LogicalFilter.create(input, RexUtil.composeConjunction(rexBuilder, conditions));
    RelNode valued = project(present, projects, input.getRowType().getFieldNames());
    return rest.isEmpty()
        ? valued
        : LogicalFilter.create(
            valued, bound(RexUtil.composeConjunction(rexBuilder, rest), valued, columns(input)));
  }

  /** Keeps what a condition makes equal to an outer column of the same type. */
  private boolean takeEqual(RexNode condition, @Nullable RexNode[] equal) {
    if (!(condition instanceof RexCall call) || call.getKind() != SqlKind.EQUALS) {
      return false;
    }
    for (int side = 0; side < 2; side++) {
      int column = position(call.getOperands().get(side));
      RexNode other = call.getOperands().get(1 - side);
      if (column >= 0
          && equal[column] == null
          && !RexUtil.containsCorrelation(other)
          && RexUtil.isDeterministic(other)
          && SqlTypeUtil.equalSansNullability(
              rexBuilder.getTypeFactory(),
              call.getOperands().get(side).getType(),
              other.getType())) {
        equal[column] = other;
        return true;
      }
    }
    return false;
  }

  private DependentRows projected(Project project) {
    DependentRows rows = rows(project.getInput());
    if (rows.missing() != null && project.containsOver()) {
      rows = complete(rows);
    }
    RelNode input = rows.rel();
    int first = columns(project.getInput());
    List<RexNode> projects = new ArrayList<>();
    for (RexNode expression : project.getProjects()) {
      projects.add(bound(expression, input, first));
    }
    projects.addAll(values(input, first));
    List<RexNode> missing = rows.missing();
    return new DependentRows(
        project(input, projects, project.getRowType().getFieldNames()),
        missing == null
            ? null
            : project.getProjects().stream().map(value -> substituted(value, missing)).toList(),
        rows.neverNull());
  }

  /** A projection whose first columns have names. */
  private RelNode project(RelNode input, List<RexNode> projects, List<String> names) {
    Set<String> taken = new HashSet<>(names);
    List<String> all = new ArrayList<>(names);
    for (int i = names.size(); i < projects.size(); i++) {
      String name = "outer" + i;
      while (!taken.add(name)) {
        name += "_";
      }
      all.add(name);
    }
    return LogicalProject.create(input, List.of(), projects, all, Set.of());
  }

  private DependentRows limited(Sort sort) {
    if (sort.offset == null && sort.fetch == null) {
      return rows(sort.getInput());
    }
    DependentRows rows = completeRows(sort.getInput());
    RelNode input = rows.rel();
    int first = columns(sort.getInput());
    List<RexFieldCollation> order = new ArrayList<>();
    for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
      order.add(
          new RexFieldCollation(
              rexBuilder.makeInputRef(input, key.getFieldIndex()), SortKeys.directions(key)));
    }
    RexNode number =
        rexBuilder.makeOver(
            rexBuilder.getTypeFactory().createSqlType(SqlTypeName.BIGINT),
            SqlStdOperatorTable.ROW_NUMBER,
            List.of(),
            values(input, first),
            ImmutableList.copyOf(order),
            RexWindowBounds.UNBOUNDED_PRECEDING,
            RexWindowBounds.CURRENT_ROW,
            true,
            true,
            false,
            false,
            false);
    builder.push(input);
    List<RexNode> projects = new ArrayList<>(builder.fields());
    projects.add(number);
    builder.project(projects);
    RexNode numbered = builder.field(columns(input));
    List<RexNode> conditions = new ArrayList<>();
    RexNode offset = sort.offset == null ? builder.literal(BigDecimal.ZERO) : sort.offset;
    conditions.add(builder.greaterThan(numbered, offset));
    if (sort.fetch != null) {
      conditions.add(
          builder.lessThanOrEqual(
              numbered,
              sort.offset == null
                  ? sort.fetch
                  : builder.call(SqlStdOperatorTable.PLUS, offset, sort.fetch)));
    }
    builder.filter(conditions);
    return DependentRows.complete(
        builder.project(builder.fields().subList(0, columns(input))).build(), rows.neverNull());
  }

  /** The values become further keys. */
  private DependentRows aggregated(Aggregate aggregate) {
    long empty = aggregate.getGroupSets().stream().filter(ImmutableBitSet::isEmpty).count();
    if (empty > 1) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "several grouping sets () in a sub-query that depends on outer columns are not"
              + " supported");
    }
    DependentRows rows = completeRows(aggregate.getInput());
    RelNode input = rows.rel();
    int first = columns(aggregate.getInput());
    ImmutableBitSet values = ImmutableBitSet.range(first, first + width);
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      calls.add(
          AggregateCall.create(
              call.getParserPosition(),
              call.getAggregation(),
              call.isDistinct(),
              call.isApproximate(),
              call.ignoreNulls(),
              call.rexList,
              call.getArgList(),
              call.filterArg,
              call.distinctKeys == null ? null : call.distinctKeys.union(values),
              call.collation,
              false,
              input,
              null,
              call.name));
    }
    RelNode grouped =
        LogicalAggregate.create(
            input,
            List.of(),
            aggregate.getGroupSet().union(values),
            aggregate.getGroupSets().stream().map(set -> set.union(values)).toList(),
            calls);
    return new DependentRows(
        reordered(aggregate, grouped),
        empty == 0 ? null : rowOfNoInput(aggregate),
        rows.neverNull());
  }

  /** Keys, values and results become keys, results and values. */
  private RelNode reordered(Aggregate aggregate, RelNode grouped) {
    int keys = aggregate.getGroupCount();
    List<RexNode> projects = new ArrayList<>();
    List<RelDataTypeField> fields = aggregate.getRowType().getFieldList();
    for (int i = 0; i < fields.size(); i++) {
      projects.add(
          rexBuilder.ensureType(
              fields.get(i).getType(),
              rexBuilder.makeInputRef(grouped, i < keys ? i : i + width),
              false));
    }
    projects.addAll(values(grouped, keys));
    return project(grouped, projects, aggregate.getRowType().getFieldNames());
  }

  /** The row that a grouping set without keys gives for an empty input. */
  private List<RexNode> rowOfNoInput(Aggregate aggregate) {
    List<RexNode> row = new ArrayList<>();
    for (RelDataTypeField key :
        aggregate.getRowType().getFieldList().subList(0, aggregate.getGroupCount())) {
      row.add(rexBuilder.makeNullLiteral(key.getType()));
    }
    for (AggregateCall call : aggregate.getAggCallList()) {
      row.add(
          switch (call.getAggregation().getKind()) {
            case COUNT, SUM0, REGR_COUNT, GROUP_ID -> rexBuilder.makeZeroLiteral(call.getType());
            case GROUPING, GROUPING_ID ->
                rexBuilder.makeLiteral((1L << call.getArgList().size()) - 1, call.getType());
            case LITERAL_AGG -> call.rexList.getFirst();
            default -> rexBuilder.makeNullLiteral(call.getType());
          });
    }
    return row;
  }

  /** Sides that depend on the values get them; a side whose rows are kept gets them, too. */
  private DependentRows joined(Join join) {
    boolean keepsLeft =
        switch (join.getJoinType()) {
          case INNER -> depends(join.getLeft()) || !depends(join.getRight());
          case RIGHT -> depends(join.getLeft());
          default -> true;
        };
    boolean keepsRight =
        depends(join.getRight())
            || join.getJoinType() == JoinRelType.RIGHT
            || join.getJoinType() == JoinRelType.FULL;
    DependentRows leftRows =
        keepsLeft ? completeRows(join.getLeft()) : DependentRows.complete(join.getLeft(), false);
    DependentRows rightRows =
        keepsRight ? completeRows(join.getRight()) : DependentRows.complete(join.getRight(), false);
    RelNode left = leftRows.rel();
    RelNode right = rightRows.rel();
    int ownLeft = columns(join.getLeft());
    int ownRight = columns(join.getRight());
    int shift = columns(left) - ownLeft;
    List<RelDataTypeField> fields = new ArrayList<>(left.getRowType().getFieldList());
    fields.addAll(right.getRowType().getFieldList());
    int leftValues = ownLeft;
    int rightValues = columns(left) + ownRight;
    int boundTo = keepsLeft ? leftValues : rightValues;
    List<RexNode> conditions = new ArrayList<>();
    conditions.add(
        join.getCondition()
            .accept(
                new RexShuttle() {
                  @Override
                  public RexNode visitInputRef(RexInputRef reference) {
                    int index = reference.getIndex();
                    return new RexInputRef(
                        index < ownLeft ? index : index + shift, reference.getType());
                  }

                  @Override
                  public RexNode visitFieldAccess(RexFieldAccess access) {
                    int column = position(access);
                    return column < 0
                        ? super.visitFieldAccess(access)
                        : rexBuilder.ensureType(
                            access.getType(), reference(fields, boundTo + column), true);
                  }
                }));
    if (keepsLeft && keepsRight) {
      conditions.add(
          (rightRows.neverNull() ? rightRows : leftRows)
              .sameValues(
                  join.getJoinType(),
                  references(fields, leftValues),
                  references(fields, rightValues)));
    }
    RelNode joined =
        LogicalJoin.create(
            left,
            right,
            List.of(),
            RexUtil.composeConjunction(rexBuilder, conditions),
            Set.of(),
            join.getJoinType());
    boolean neverNull =
        switch (join.getJoinType()) {
          case RIGHT -> rightRows.neverNull();
          case FULL -> leftRows.neverNull() && rightRows.neverNull();
          default -> keepsLeft ? leftRows.neverNull() : rightRows.neverNull();
        };
    return DependentRows.complete(ordered(join, joined, keepsLeft, keepsRight), neverNull);
  }

  private List<RexNode> references(List<RelDataTypeField> fields, int first) {
    return IntStream.range(first, first + width)
        .mapToObj(column -> reference(fields, column))
        .toList();
  }

  private static RexNode reference(List<RelDataTypeField> fields, int column) {
    return new RexInputRef(column, fields.get(column).getType());
  }

  /** The columns of a join, then the values. */
  private RelNode ordered(Join join, RelNode joined, boolean fromLeft, boolean fromRight) {
    int ownLeft = columns(join.getLeft());
    int ownRight = columns(join) - ownLeft; // none of semi joins, the mark of mark joins
    int rightStart = ownLeft + (fromLeft ? width : 0);
    List<RexNode> projects = new ArrayList<>();
    for (int i = 0; i < ownLeft + ownRight; i++) {
      projects.add(RexInputRef.of(i < ownLeft ? i : rightStart + i - ownLeft, joined.getRowType()));
    }
    List<RexNode> left = fromLeft ? values(joined, ownLeft) : List.of();
    List<RexNode> right =
        fromRight && join.getJoinType().projectsRight()
            ? values(joined, rightStart + ownRight)
            : List.of();
    for (int i = 0; i < width; i++) {
      projects.add(
          switch (join.getJoinType()) {
            case RIGHT -> right.get(i);
            case FULL ->
                rexBuilder.makeCall(SqlStdOperatorTable.COALESCE, left.get(i), right.get(i));
            default -> fromLeft ? left.get(i) : right.get(i);
          });
    }
    return project(joined, projects, join.getRowType().getFieldNames());
  }
}
