package dev.paceline.calcite.subquery;

import dev.paceline.calcite.rex.Determinism;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalConditionalCorrelate;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Rows to which joins add the values of sub-queries as further columns: a scalar value by an outer
 * join with at most one row, the truth value of IN and EXISTS by a mark join. The number of rows
 * stays, except where a sub-query is a condition on the rows: that is a semi join or an anti join.
 */
final class SubQueryRows {
  private final OuterRows outer;
  private final RelBuilder builder;
  private final RexBuilder rexBuilder;
  private final SubQueryRemoval removal;
  private final Map<RexSubQuery, RexNode> values = new HashMap<>();
  private RelNode rel;

  /**
   * @param rel the rows
   * @param outer the variables that stand for them in sub-queries
   */
  SubQueryRows(RelNode rel, OuterRows outer, RelBuilder builder) {
    this.rel = rel;
    this.outer = outer;
    this.builder = builder;
    this.rexBuilder = builder.getRexBuilder();
    this.removal = new SubQueryRemoval(builder, outer.all());
  }

  /** Returns the rows with the columns that have been added behind their own. */
  RelNode rel() {
    return rel;
  }

  /** Drops what was added. */
  static RelNode firstColumns(RelNode rel, RelDataType rowType) {
    if (rel.getRowType().getFieldCount() == rowType.getFieldCount()) {
      return rel;
    }
    List<RexNode> columns =
        IntStream.range(0, rowType.getFieldCount())
            .<RexNode>mapToObj(column -> RexInputRef.of(column, rel.getRowType()))
            .toList();
    return LogicalProject.create(rel, List.of(), columns, rowType.getFieldNames(), Set.of());
  }

  /** Returns an expression with the added columns in the places of its sub-queries. */
  RexNode valueOf(RexNode expression) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            return value(withoutSubQueries(subQuery));
          }
        });
  }

  /** Like {@link #valueOf}, for a condition that need not tell NULL from FALSE. */
  RexNode conditionOf(RexNode condition) {
    if (condition instanceof RexSubQuery subQuery
        && subQuery.getKind() == SqlKind.SOME
        && subQuery.getOperands().size() == 1) {
      RexSubQuery test = withoutSubQueries(subQuery);
      return comparison(test, plan(test)).isTrue();
    }
    return valueOf(condition);
  }

  /** The sub-query, with other sub-queries of its operands replaced. */
  private RexSubQuery withoutSubQueries(RexSubQuery subQuery) {
    return subQuery.getOperands().isEmpty()
        ? subQuery
        : subQuery.clone(
            subQuery.getType(), subQuery.getOperands().stream().map(this::valueOf).toList());
  }

  private RexNode value(RexSubQuery subQuery) {
    RexNode known = values.get(subQuery);
    if (known != null) {
      return known;
    }
    RexNode value = rexBuilder.ensureType(subQuery.getType(), newValue(subQuery), true);
    if (Determinism.isDeterministic(subQuery.rel)) {
      values.put(subQuery, value);
    }
    return value;
  }

  private RexNode newValue(RexSubQuery subQuery) {
    return switch (subQuery.getKind()) {
      case EXISTS -> exists(plan(subQuery));
      case IN -> isIn(subQuery, plan(subQuery));
      case SOME ->
          subQuery.getOperands().size() == 1
              ? comparison(subQuery, plan(subQuery)).value()
              : someRow(subQuery, plan(subQuery));
      case SCALAR_QUERY -> scalar(plan(subQuery));
      case UNIQUE -> rexBuilder.makeCall(SqlStdOperatorTable.NOT, exists(repeated(plan(subQuery))));
      default -> subQuery;
    };
  }

  private RelNode plan(RexSubQuery subQuery) {
    return outer.plan(subQuery, removal);
  }

  /**
   * Keeps only the rows for which a condition is true, if that is a sub-query, perhaps negated, and
   * a semi join or an anti join can tell.
   *
   * @return whether that was done
   */
  boolean keepIf(RexNode condition) {
    boolean negated = condition.getKind() == SqlKind.NOT;
    RexNode test = negated ? ((RexCall) condition).getOperands().getFirst() : condition;
    if (!(test instanceof RexSubQuery subQuery)) {
      return false;
    }
    JoinRelType type = negated ? JoinRelType.ANTI : JoinRelType.SEMI;
    return switch (subQuery.getKind()) {
      case EXISTS -> keepIfExists(plan(subQuery), type);
      case IN -> keepIfIn(withoutSubQueries(subQuery), type);
      default -> false;
    };
  }

  private boolean keepIfExists(RelNode plan, JoinRelType type) {
    RelNode tested = tested(plan);
    if (neverEmpty(tested) || outer.usedIn(tested) == null) {
      return false;
    }
    PulledRows pulled = PulledRows.of(tested, outer);
    if (pulled == null) {
      join(tested, type, rexBuilder.makeLiteral(true));
    } else {
      join(pulled, List.of(), type);
    }
    return true;
  }

  private boolean keepIfIn(RexSubQuery subQuery, JoinRelType type) {
    RelNode plan = plan(subQuery);
    PulledRows pulled = PulledRows.of(plan, outer);
    boolean mayBeUnknown = type == JoinRelType.ANTI && subQuery.getType().isNullable();
    if (mayBeUnknown && (pulled == null || !pulled.hasEquality())) {
      return false;
    }
    if (pulled == null) {
      join(plan, type, and(equalities(subQuery.getOperands(), columns(plan))));
      return true;
    }
    List<RexNode> equalities = equalities(subQuery.getOperands(), shifted(pulled.columns()));
    join(
        pulled,
        mayBeUnknown
            ? List.of(rexBuilder.makeCall(SqlStdOperatorTable.IS_NOT_FALSE, and(equalities)))
            : equalities,
        type);
    return true;
  }

  /** Whether there is a row: a mark, or the number of rows, of which one is enough. */
  private RexNode exists(RelNode plan) {
    RelNode tested = tested(plan);
    if (neverEmpty(tested)) {
      return rexBuilder.makeLiteral(true);
    }
    if (outer.usedIn(tested) != null) {
      join(tested, JoinRelType.LEFT_MARK, rexBuilder.makeLiteral(true));
      return last(0);
    }
    builder.push(tested);
    if (RelOptUtil.getVariablesUsed(tested).isEmpty()) {
      builder.limit(0, 1);
    }
    RelNode count = builder.aggregate(builder.groupKey(), builder.countStar("rows")).build();
    join(count, JoinRelType.INNER, rexBuilder.makeLiteral(true));
    return rexBuilder.makeCall(
        SqlStdOperatorTable.GREATER_THAN,
        last(0),
        rexBuilder.makeExactLiteral(BigDecimal.ZERO, last(0).getType()));
  }

  private RexNode isIn(RexSubQuery subQuery, RelNode plan) {
    List<RexNode> operands = columnsOf(subQuery.getOperands());
    join(plan, JoinRelType.LEFT_MARK, and(equalities(operands, columns(plan))));
    return last(0);
  }

  /** Whether the comparison with one of the rows of a sub-query is true. */
  private RexNode someRow(RexSubQuery subQuery, RelNode plan) {
    List<RexNode> operands = columnsOf(subQuery.getOperands());
    join(
        plan,
        JoinRelType.LEFT_MARK,
        RowComparisons.comparison(
            QuantifiedComparison.comparison(subQuery), operands, columns(plan), rexBuilder));
    return last(0);
  }

  private QuantifiedComparison comparison(RexSubQuery subQuery, RelNode plan) {
    RelNode summary = QuantifiedComparison.summary(subQuery, plan, builder);
    join(
        summary,
        outer.usedIn(summary) == null ? JoinRelType.INNER : JoinRelType.LEFT,
        rexBuilder.makeLiteral(true));
    int width = summary.getRowType().getFieldCount();
    return new QuantifiedComparison(
        subQuery,
        IntStream.range(0, width).mapToObj(i -> last(width - 1 - i)).toList(),
        rexBuilder);
  }

  private RexNode scalar(RelNode plan) {
    RexNode constant = constantOf(plan);
    if (constant != null) {
      return constant;
    }
    boolean single =
        Boolean.TRUE.equals(
            plan.getCluster().getMetadataQuery().areColumnsUnique(plan, ImmutableBitSet.of()));
    if (single) {
      join(plan, JoinRelType.LEFT, rexBuilder.makeLiteral(true));
      return last(0);
    }
    if (outer.usedIn(plan) == null) {
      join(SingleValue.of(plan, builder), JoinRelType.LEFT, rexBuilder.makeLiteral(true));
      return last(0);
    }
    join(SingleValue.counted(plan, builder), JoinRelType.LEFT, rexBuilder.makeLiteral(true));
    return SingleValue.checked(last(1), last(0), rexBuilder);
  }

  /** The value of a sub-query without FROM; null if it is another one. */
  private @Nullable RexNode constantOf(RelNode plan) {
    if (!(plan instanceof Project project)
        || !(project.getInput() instanceof Values values)
        || values.getTuples().size() != 1
        || project.containsOver()) {
      return null;
    }
    RexNode value = project.getProjects().getFirst();
    return RexUtil.isDeterministic(value) && RelOptUtil.InputFinder.bits(value).isEmpty()
        ? bound(value)
        : null;
  }

  /** The rows that occur several times; none has a NULL. */
  private RelNode repeated(RelNode plan) {
    builder.push(plan);
    builder.filter(builder.fields().stream().map(builder::isNotNull).toList());
    builder.aggregate(builder.groupKey(builder.fields()), builder.countStar("occurrences"));
    int last = builder.fields().size() - 1;
    return builder.filter(builder.greaterThan(builder.field(last), builder.literal(1))).build();
  }

  /** Returns a plan that has rows if and only if the sub-query has some. */
  private static RelNode tested(RelNode plan) {
    return switch (plan) {
      case Project project -> tested(project.getInput());
      case Sort sort when sort.offset == null && sort.fetch == null -> tested(sort.getInput());
      case Aggregate aggregate
          when aggregate.getGroupSets().stream().noneMatch(ImmutableBitSet::isEmpty) ->
          tested(aggregate.getInput());
      default -> plan;
    };
  }

  private static boolean neverEmpty(RelNode plan) {
    return plan instanceof Aggregate || plan instanceof Values values && !values.tuples.isEmpty();
  }

  private void join(PulledRows pulled, List<RexNode> further, JoinRelType type) {
    List<RexNode> conditions = new ArrayList<>(further);
    shifted(pulled.conditions()).forEach(condition -> conditions.add(bound(condition)));
    join(pulled.rows(), type, and(conditions));
  }

  /**
   * @param condition over the columns of the rows, then those of {@code right}
   */
  private void join(RelNode right, JoinRelType type, RexNode condition) {
    CorrelationId id = outer.usedIn(right);
    if (id == null) {
      rel = LogicalJoin.create(rel, right, List.of(), condition, Set.of(), type);
    } else if (type == JoinRelType.LEFT_MARK) {
      rel =
          LogicalConditionalCorrelate.create(
              rel, right, List.of(), id, RelOptUtil.correlationColumns(id, right), type, condition);
    } else {
      RelNode filtered =
          condition.isAlwaysTrue()
              ? right
              : LogicalFilter.create(right, overRight(condition, right, id));
      rel =
          LogicalCorrelate.create(
              rel, filtered, List.of(), id, RelOptUtil.correlationColumns(id, filtered), type);
    }
  }

  /** Refers to columns of the rows by their variable. */
  private RexNode overRight(RexNode condition, RelNode right, CorrelationId id) {
    RexNode row = rexBuilder.makeCorrel(rel.getRowType(), id);
    int width = width();
    return condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef reference) {
            int index = reference.getIndex();
            return index < width
                ? rexBuilder.makeFieldAccess(row, index)
                : rexBuilder.makeInputRef(right, index - width);
          }
        });
  }

  /** Refers to columns of the rows by their positions instead of their variables. */
  private RexNode bound(RexNode expression) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            return outer.isColumn(access)
                ? rexBuilder.makeInputRef(rel, access.getField().getIndex())
                : super.visitFieldAccess(access);
          }
        });
  }

  /** The columns of the right side of a join. */
  private List<RexNode> columns(RelNode right) {
    return shifted(List.copyOf(rexBuilder.identityProjects(right.getRowType())));
  }

  private List<RexNode> shifted(List<RexNode> expressions) {
    int width = width();
    return expressions.stream().map(expression -> RexUtil.shift(expression, width)).toList();
  }

  private List<RexNode> equalities(List<RexNode> operands, List<RexNode> columns) {
    List<RexNode> equalities = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      equalities.add(
          rexBuilder.makeCall(SqlStdOperatorTable.EQUALS, operands.get(i), columns.get(i)));
    }
    return equalities;
  }

  /** Adds columns with the values of expressions: the keys of a mark join are columns. */
  private List<RexNode> columnsOf(List<RexNode> expressions) {
    if (expressions.stream().allMatch(RexInputRef.class::isInstance)) {
      return expressions;
    }
    List<RexNode> projects = new ArrayList<>(rexBuilder.identityProjects(rel.getRowType()));
    List<Integer> places = new ArrayList<>();
    for (RexNode expression : expressions) {
      int place = projects.indexOf(expression);
      places.add(place < 0 ? projects.size() : place);
      if (place < 0) {
        projects.add(expression);
      }
    }
    rel = LogicalProject.create(rel, List.of(), projects, (List<String>) null, Set.of());
    return places.stream().<RexNode>map(place -> rexBuilder.makeInputRef(rel, place)).toList();
  }

  private RexNode and(List<RexNode> conditions) {
    return RexUtil.composeConjunction(rexBuilder, conditions);
  }

  private int width() {
    return rel.getRowType().getFieldCount();
  }

  /**
   * @param fromLast 0 for the last column
   */
  private RexNode last(int fromLast) {
    return rexBuilder.makeInputRef(rel, width() - 1 - fromLast);
  }
}
