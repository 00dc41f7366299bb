package dev.paceline.calcite.decorrelate;

import com.google.common.collect.ImmutableList;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
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
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
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
 * may then also have rows for values that are not in the domain.
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
  private final RelBuilder builder;
  private final RexBuilder rexBuilder;
  private final int width;

  /**
   * @param columns of the rows that {@code outer} stands for
   * @param domain all combinations of values of these columns
   */
  DependentPlan(CorrelationId outer, List<Integer> columns, RelNode domain, RelBuilder builder) {
    this.outer = outer;
    this.columns = columns;
    this.domain = domain;
    this.builder = builder;
    this.rexBuilder = domain.getCluster().getRexBuilder();
    this.width = columns.size();
  }

  /** Returns a condition that takes NULLs for equal. */
  static RexNode same(RexBuilder rexBuilder, RexNode left, RexNode right) {
    boolean mayBeNull = left.getType().isNullable() || right.getType().isNullable();
    return rexBuilder.makeCall(
        mayBeNull ? SqlStdOperatorTable.IS_NOT_DISTINCT_FROM : SqlStdOperatorTable.EQUALS,
        left,
        right);
  }

  /**
   * Returns the rows of an expression for all values, with the values behind its columns.
   *
   * @throws PacelineException NOT_SUPPORTED
   */
  RelNode rows(RelNode rel) {
    if (!depends(rel)) {
      return LogicalJoin.create(
          rel, domain, List.of(), rexBuilder.makeLiteral(true), Set.of(), JoinRelType.INNER);
    }
    return switch (rel) {
      case Filter filter -> filtered(filter);
      case Project project -> projected(project);
      case Aggregate aggregate -> aggregated(aggregate);
      case Join join -> joined(join);
      case Sort sort -> limited(sort);
      case SetOp set ->
          set.copy(set.getTraitSet(), set.getInputs().stream().map(this::rows).toList());
      default ->
          throw new PacelineException(
              ErrorCode.NOT_SUPPORTED,
              "a sub-query that depends on outer columns within "
                  + rel.getRelTypeName()
                  + " is not supported; write it as a join");
    };
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
  private RelNode filtered(Filter filter) {
    RelNode own = depends(filter.getInput()) ? null : byEqualColumns(filter);
    if (own != null) {
      return own;
    }
    RelNode input = rows(filter.getInput());
    return LogicalFilter.create(
        input, bound(filter.getCondition(), input, columns(filter.getInput())));
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

  private RelNode projected(Project project) {
    RelNode input = rows(project.getInput());
    int first = columns(project.getInput());
    List<RexNode> projects = new ArrayList<>();
    for (RexNode expression : project.getProjects()) {
      projects.add(bound(expression, input, first));
    }
    projects.addAll(values(input, first));
    return project(input, projects, project.getRowType().getFieldNames());
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

  private RelNode limited(Sort sort) {
    RelNode input = rows(sort.getInput());
    if (sort.offset == null && sort.fetch == null) {
      return input;
    }
    int first = columns(sort.getInput());
    List<RexFieldCollation> order = new ArrayList<>();
    for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
      Set<SqlKind> direction = new HashSet<>();
      if (key.direction.isDescending()) {
        direction.add(SqlKind.DESCENDING);
      }
      switch (key.nullDirection) {
        case FIRST -> direction.add(SqlKind.NULLS_FIRST);
        case LAST -> direction.add(SqlKind.NULLS_LAST);
        case UNSPECIFIED -> {}
      }
      order.add(
          new RexFieldCollation(rexBuilder.makeInputRef(input, key.getFieldIndex()), direction));
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
    return builder.project(builder.fields().subList(0, columns(input))).build();
  }

  /** The values become further keys. */
  private RelNode aggregated(Aggregate aggregate) {
    boolean simple = aggregate.getGroupType() == Aggregate.Group.SIMPLE;
    if (!simple && aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "grouping sets with () in a sub-query that depends on outer columns are not supported");
    }
    RelNode input = rows(aggregate.getInput());
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
    int keys = aggregate.getGroupCount();
    return keys == 0 ? withEmptyGroups(aggregate, grouped) : reordered(aggregate, grouped);
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

  /** An aggregate without keys has a row for each of the values, also where it has no input. */
  private RelNode withEmptyGroups(Aggregate aggregate, RelNode grouped) {
    List<RexNode> conditions = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      RelDataType type = grouped.getRowType().getFieldList().get(i).getType();
      conditions.add(
          same(
              rexBuilder,
              rexBuilder.makeInputRef(domain, i),
              rexBuilder.makeInputRef(type, width + i)));
    }
    RelNode all =
        LogicalJoin.create(
            domain,
            grouped,
            List.of(),
            RexUtil.composeConjunction(rexBuilder, conditions),
            Set.of(),
            JoinRelType.LEFT);
    List<RexNode> projects = new ArrayList<>();
    for (int i = 0; i < aggregate.getAggCallList().size(); i++) {
      AggregateCall call = aggregate.getAggCallList().get(i);
      RexNode result = RexInputRef.of(2 * width + i, all.getRowType());
      projects.add(rexBuilder.ensureType(call.getType(), resultOrOfNoRows(call, result), false));
    }
    projects.addAll(values(all, 0));
    return project(all, projects, aggregate.getRowType().getFieldNames());
  }

  /** A result; if it is NULL because there is no group, that of no rows. */
  private RexNode resultOrOfNoRows(AggregateCall call, RexNode result) {
    return switch (call.getAggregation().getKind()) {
      case COUNT, SUM0, REGR_COUNT ->
          rexBuilder.makeCall(
              SqlStdOperatorTable.COALESCE, result, rexBuilder.makeZeroLiteral(call.getType()));
      case LITERAL_AGG -> call.rexList.getFirst();
      default -> result;
    };
  }

  /** Sides that depend on the values get them; a side whose rows are kept gets them, too. */
  private RelNode joined(Join join) {
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
    RelNode left = keepsLeft ? rows(join.getLeft()) : join.getLeft();
    RelNode right = keepsRight ? rows(join.getRight()) : join.getRight();
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
      for (int i = 0; i < width; i++) {
        conditions.add(
            same(
                rexBuilder, reference(fields, leftValues + i), reference(fields, rightValues + i)));
      }
    }
    RelNode joined =
        LogicalJoin.create(
            left,
            right,
            List.of(),
            RexUtil.composeConjunction(rexBuilder, conditions),
            Set.of(),
            join.getJoinType());
    return ordered(join, joined, keepsLeft, keepsRight);
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
