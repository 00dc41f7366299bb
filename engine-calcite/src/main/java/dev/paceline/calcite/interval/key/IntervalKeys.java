package dev.paceline.calcite.interval.key;

import com.google.common.collect.ImmutableList;
import dev.paceline.calcite.function.LibraryOperator;
import dev.paceline.calcite.interval.IntervalSum;
import dev.paceline.calcite.rule.GroupingSets;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Groups, sorts and partitions rows by the lengths of intervals instead of the intervals, which may
 * differ where their lengths are equal. A group shows its smallest interval. Sums and means of
 * intervals become those of their fields.
 */
public final class IntervalKeys extends RelHomogeneousShuttle {
  private final RelBuilder builder;
  private final RexBuilder rex;
  private final RexShuttle windows = new Windows();

  private IntervalKeys(RelBuilder builder) {
    this.builder = builder;
    this.rex = builder.getRexBuilder();
  }

  /** Returns an expression with the same rows; the expression itself if nothing is replaced. */
  public static RelNode in(RelNode rel, RelBuilder builder) {
    return rel.accept(new IntervalKeys(builder));
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return switch (visited) {
      case Aggregate aggregate -> aggregate(aggregate);
      case Sort sort -> sort(sort);
      case Project project when project.containsOver() -> project(project);
      case Intersect intersect when hasIntervals(intersect) -> canonical(intersect);
      case Minus minus when hasIntervals(minus) -> canonical(minus);
      case RepeatUnion recursion when !recursion.all && hasIntervals(recursion) ->
          canonical(recursion);
      default -> visited;
    };
  }

  /** Returns whether a column has intervals. */
  public static boolean hasIntervals(RelNode rel) {
    return rel.getRowType().getFieldList().stream()
        .anyMatch(field -> IntervalLengths.isInterval(field.getType()));
  }

  /**
   * Returns a union whose rows, if they have intervals and are to be different, are groups. Calcite
   * would otherwise merge a union of constants by the fields of their intervals.
   */
  public static RelNode groups(Union union) {
    if (union.all || !hasIntervals(union)) {
      return union;
    }
    return LogicalAggregate.create(
        union.copy(union.getTraitSet(), union.getInputs(), true),
        List.of(),
        ImmutableBitSet.range(union.getRowType().getFieldCount()),
        null,
        List.of());
  }

  /** Gives intervals of one length the same fields in the inputs of an operation. */
  private RelNode canonical(SetOp operation) {
    return operation.copy(
        operation.getTraitSet(), operation.getInputs().stream().map(this::canonicalRows).toList());
  }

  /** Does the same for the rows that a recursion begins with, and for those that it adds. */
  private RelNode canonical(RepeatUnion recursion) {
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode spool : recursion.getInputs()) {
      inputs.add(spool.copy(spool.getTraitSet(), List.of(canonicalRows(spool.getInput(0)))));
    }
    return recursion.copy(recursion.getTraitSet(), inputs);
  }

  private RelNode canonicalRows(RelNode input) {
    List<RexNode> fields = new ArrayList<>();
    for (RexNode field : builder.push(input).fields()) {
      fields.add(
          IntervalLengths.isInterval(field.getType())
              ? IntervalLengths.canonical(rex, field)
              : field);
    }
    return builder.project(fields, input.getRowType().getFieldNames(), true).build();
  }

  private RelNode sort(Sort sort) {
    RelNode input = sort.getInput();
    List<RexNode> columns = new ArrayList<>(builder.push(input).fields());
    int width = columns.size();
    RelCollation collation = lengths(sort.getCollation(), columns);
    if (columns.size() == width) {
      builder.build();
      return sort;
    }
    builder.project(columns);
    builder.push(LogicalSort.create(builder.build(), collation, sort.offset, sort.fetch));
    return builder
        .project(builder.fields().subList(0, width), input.getRowType().getFieldNames(), true)
        .build();
  }

  /** Returns an order by lengths, which are added to the columns. */
  private RelCollation lengths(RelCollation collation, List<RexNode> columns) {
    List<RelFieldCollation> fields = new ArrayList<>();
    for (RelFieldCollation field : collation.getFieldCollations()) {
      RexNode key = columns.get(field.getFieldIndex());
      fields.add(
          IntervalLengths.isInterval(key.getType())
              ? field.withFieldIndex(add(columns, IntervalLengths.of(rex, key)))
              : field);
    }
    return RelCollations.of(fields);
  }

  private static int add(List<RexNode> columns, RexNode expression) {
    int known = columns.indexOf(expression);
    if (known >= 0) {
      return known;
    }
    columns.add(expression);
    return columns.size() - 1;
  }

  private RelNode aggregate(Aggregate aggregate) {
    RelNode input = aggregate.getInput();
    List<RexNode> columns = new ArrayList<>(builder.push(input).fields());
    int width = columns.size();
    Map<Integer, Integer> keys = new HashMap<>();
    for (int key : aggregate.getGroupSet()) {
      RexNode column = columns.get(key);
      keys.put(
          key,
          IntervalLengths.isInterval(column.getType())
              ? add(columns, IntervalLengths.of(rex, column))
              : key);
    }
    ImmutableBitSet groupSet = moved(aggregate.getGroupSet(), keys);
    Calls calls = new Calls(columns, keys, aggregate);
    for (AggregateCall call : aggregate.getAggCallList()) {
      calls.translate(call);
    }
    if (columns.size() == width) {
      builder.build();
      return aggregate;
    }
    Map<Integer, Integer> smallest = new HashMap<>();
    for (int key : aggregate.getGroupSet()) {
      if (keys.get(key) != key) {
        smallest.put(key, calls.add(SqlStdOperatorTable.MIN, key));
      }
    }
    RelNode prepared = builder.project(columns).build();
    builder.push(
        LogicalAggregate.create(
            prepared,
            List.of(),
            groupSet,
            ImmutableBitSet.ORDERING.immutableSortedCopy(
                aggregate.getGroupSets().stream().map(set -> moved(set, keys)).toList()),
            calls.over(prepared)));
    List<RexNode> results = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      RexNode length = builder.field(groupSet.indexOf(keys.get(key)));
      Integer min = smallest.get(key);
      results.add(min == null ? length : smallest(aggregate, length, calls.result(min)));
    }
    for (Calls.Result result : calls.results) {
      results.add(result.expression());
    }
    builder.project(results, aggregate.getRowType().getFieldNames(), true);
    return RelOptUtil.createCastRel(builder.build(), aggregate.getRowType(), true);
  }

  /** Returns the smallest interval of a group, which is NULL where the key is left out. */
  private RexNode smallest(Aggregate aggregate, RexNode length, RexNode interval) {
    return aggregate.getGroupSets().size() == 1
        ? interval
        : rex.makeCall(
            SqlStdOperatorTable.CASE,
            rex.makeCall(SqlStdOperatorTable.IS_NULL, length),
            rex.makeNullLiteral(interval.getType()),
            interval);
  }

  private static ImmutableBitSet moved(ImmutableBitSet columns, Map<Integer, Integer> places) {
    return ImmutableBitSet.of(columns.toList().stream().map(places::get).toList());
  }

  /** Returns the interval that sums of months, days and microseconds make. */
  private RexNode sum(RexNode months, RexNode days, RexNode micros) {
    return rex.makeCall(
        SqlStdOperatorTable.PLUS,
        rex.makeCall(
            SqlStdOperatorTable.PLUS,
            call("to_months", asBigint(months)),
            call("to_days", asBigint(days))),
        call("to_microseconds", asBigint(micros)));
  }

  private RexNode mean(RexNode months, RexNode days, RexNode micros, RexNode count) {
    return call("interval_mean", asBigint(months), asBigint(days), asBigint(micros), count);
  }

  private RexNode asBigint(RexNode value) {
    RelDataType bigint =
        rex.getTypeFactory()
            .createTypeWithNullability(
                rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT),
                value.getType().isNullable());
    return rex.ensureType(bigint, value, true);
  }

  private RexNode call(String function, RexNode... operands) {
    return rex.makeCall(LibraryOperator.named(function), operands);
  }

  /** The calls of an aggregate, and what is computed with their results. */
  private final class Calls {
    private final List<RexNode> columns;
    private final Map<Integer, Integer> keys;
    private final int keyCount;
    private final boolean hasEmptyGroup;
    private final List<Function<RelNode, AggregateCall>> calls = new ArrayList<>();
    private final List<Result> results = new ArrayList<>();

    Calls(List<RexNode> columns, Map<Integer, Integer> keys, Aggregate aggregate) {
      this.columns = columns;
      this.keys = keys;
      this.keyCount = (int) keys.values().stream().distinct().count();
      this.hasEmptyGroup = aggregate.getGroupSets().contains(ImmutableBitSet.of());
    }

    /** Gives the value of a call of the replaced aggregate when the new one is built. */
    private interface Result {
      RexNode expression();
    }

    RexNode result(int call) {
      return builder.field(keyCount + call);
    }

    int add(SqlAggFunction function, int argument) {
      return add(function, argument, false, -1);
    }

    private int add(SqlAggFunction function, RexNode argument, AggregateCall like) {
      return add(function, IntervalKeys.add(columns, argument), like.isDistinct(), like.filterArg);
    }

    private int add(SqlAggFunction function, int argument, boolean distinct, int filter) {
      calls.add(
          input ->
              AggregateCall.create(
                  function,
                  distinct,
                  false,
                  false,
                  List.of(),
                  List.of(argument),
                  filter,
                  null,
                  RelCollations.EMPTY,
                  hasEmptyGroup,
                  input,
                  null,
                  null));
      return calls.size() - 1;
    }

    void translate(AggregateCall call) {
      RexNode first =
          call.getArgList().isEmpty() ? null : columns.get(call.getArgList().getFirst());
      if (first != null && IntervalSum.isSumOrMean(call.getAggregation(), first.getType())) {
        results.add(sumOrMean(call, first));
        return;
      }
      List<Integer> arguments = new ArrayList<>();
      for (int argument : call.getArgList()) {
        RexNode column = columns.get(argument);
        arguments.add(
            GroupingSets.isGrouping(call)
                ? keys.getOrDefault(argument, argument)
                : call.isDistinct() && IntervalLengths.isInterval(column.getType())
                    ? IntervalKeys.add(columns, IntervalLengths.canonical(rex, column))
                    : argument);
      }
      int place = calls.size();
      AggregateCall moved =
          call.withArgList(arguments).withCollation(lengths(call.getCollation(), columns));
      calls.add(input -> moved);
      results.add(() -> result(place));
    }

    private Result sumOrMean(AggregateCall call, RexNode interval) {
      boolean isMean = call.getAggregation().getKind() == SqlKind.AVG;
      int count = isMean ? add(SqlStdOperatorTable.COUNT, length(call, interval), call) : -1;
      if (call.isDistinct()) {
        int lengths = add(SqlStdOperatorTable.SUM, length(call, interval), call);
        return () -> {
          RexNode none = rex.makeExactLiteral(BigDecimal.ZERO);
          return isMean
              ? IntervalLengths.canonical(
                  rex, mean(asBigint(none), asBigint(none), result(lengths), result(count)))
              : IntervalLengths.canonical(rex, call("to_microseconds", asBigint(result(lengths))));
        };
      }
      int months = add(SqlStdOperatorTable.SUM, call("interval_months", interval), call);
      int days = add(SqlStdOperatorTable.SUM, call("interval_days", interval), call);
      int micros = add(SqlStdOperatorTable.SUM, call("interval_micros", interval), call);
      return () ->
          isMean
              ? mean(result(months), result(days), result(micros), result(count))
              : sum(result(months), result(days), result(micros));
    }

    private RexNode length(AggregateCall call, RexNode interval) {
      return call.isDistinct() || call.getAggregation().getKind() == SqlKind.AVG
          ? IntervalLengths.of(rex, interval)
          : interval;
    }

    /** Returns the calls with their types. */
    List<AggregateCall> over(RelNode input) {
      return calls.stream().map(call -> call.apply(input)).toList();
    }
  }

  private RelNode project(Project project) {
    List<RexNode> expressions =
        project.getProjects().stream().map(expression -> expression.accept(windows)).toList();
    return expressions.equals(project.getProjects())
        ? project
        : RelOptUtil.createCastRel(
            builder
                .push(project.getInput())
                .project(expressions, project.getRowType().getFieldNames(), true)
                .build(),
            project.getRowType(),
            true);
  }

  /** Replaces the keys, arguments and functions of windows. */
  private final class Windows extends RexShuttle {
    @Override
    public RexNode visitOver(RexOver call) {
      RexOver over = (RexOver) super.visitOver(call);
      List<RexNode> arguments = over.getOperands();
      boolean sum =
          !arguments.isEmpty()
              && IntervalSum.isSumOrMean(over.getAggOperator(), arguments.getFirst().getType());
      RexWindow window = over.getWindow();
      boolean plain =
          !sum
              && window.partitionKeys.stream().noneMatch(Windows::isInterval)
              && window.orderKeys.stream().noneMatch(key -> isInterval(key.left))
              && !(over.isDistinct() && arguments.stream().anyMatch(Windows::isInterval));
      if (plain) {
        return over;
      }
      if (!sum) {
        List<RexNode> distinct =
            arguments.stream()
                .map(
                    argument ->
                        over.isDistinct() && isInterval(argument)
                            ? IntervalLengths.canonical(rex, argument)
                            : argument)
                .toList();
        return of(over, over.getAggOperator(), over.getType(), distinct);
      }
      RexNode interval = arguments.getFirst();
      RelDataType type = sumType();
      RexNode months = of(over, SqlStdOperatorTable.SUM, type, field("interval_months", interval));
      RexNode days = of(over, SqlStdOperatorTable.SUM, type, field("interval_days", interval));
      RexNode micros = of(over, SqlStdOperatorTable.SUM, type, field("interval_micros", interval));
      return over.getAggOperator().getKind() == SqlKind.AVG
          ? mean(
              months,
              days,
              micros,
              of(over, SqlStdOperatorTable.COUNT, bigint(), List.of(interval)))
          : IntervalKeys.this.sum(months, days, micros);
    }

    private static boolean isInterval(RexNode expression) {
      return IntervalLengths.isInterval(expression.getType());
    }

    private List<RexNode> field(String function, RexNode interval) {
      return List.of(IntervalKeys.this.call(function, interval));
    }

    private RelDataType bigint() {
      return rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    }

    private RelDataType sumType() {
      return rex.getTypeFactory()
          .createTypeWithNullability(
              rex.getTypeFactory().getTypeSystem().deriveSumType(rex.getTypeFactory(), bigint()),
              true);
    }

    private RexNode of(
        RexOver over, SqlAggFunction function, RelDataType type, List<RexNode> arguments) {
      RexWindow window = over.getWindow();
      return rex.makeOver(
          type,
          function,
          arguments,
          window.partitionKeys.stream().map(this::length).toList(),
          window.orderKeys.stream()
              .map(key -> new RexFieldCollation(length(key.left), key.right))
              .collect(ImmutableList.toImmutableList()),
          bound(window, window.getLowerBound()),
          bound(window, window.getUpperBound()),
          window.getExclude(),
          window.isRows(),
          true,
          false,
          over.isDistinct(),
          over.ignoreNulls());
    }

    private RexNode length(RexNode key) {
      return isInterval(key) ? IntervalLengths.of(rex, key) : key;
    }

    /** Returns a bound whose distance is a length if the rows are ordered by lengths. */
    private RexWindowBound bound(RexWindow window, RexWindowBound bound) {
      RexNode offset = bound.getOffset();
      if (offset == null
          || !isInterval(offset)
          || window.orderKeys.isEmpty()
          || !isInterval(window.orderKeys.getFirst().left)) {
        return bound;
      }
      return bound.isPreceding()
          ? RexWindowBounds.preceding(length(offset))
          : RexWindowBounds.following(length(offset));
    }
  }
}
