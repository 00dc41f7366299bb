package dev.paceline.calcite.rule;

import com.google.common.collect.ImmutableList;
import dev.paceline.calcite.rel.PacelineAggregate;
import dev.paceline.calcite.rel.PacelineExpand;
import dev.paceline.calcite.rel.PacelineProject;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.rel.PacelineUnion;
import dev.paceline.calcite.rel.PacelineValues;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Makes physical aggregations by several grouping sets: GROUPING SETS, ROLLUP and CUBE. The input
 * is read once. Where it helps, rows are first aggregated by all keys, and the groups of the sets
 * are aggregated from these few groups. With three sets or more that is done whatever the estimates
 * say: at worst it costs a third more, and keys of hierarchies have far fewer groups than estimates
 * that multiply the numbers of distinct values. The arguments of DISTINCT aggregates become further
 * keys of these groups, so that each group has each value once. This happens only if the estimates
 * predict few such groups.
 *
 * <p>Rows are repeated for each set, with NULL for keys that are not in it and with the number of
 * the set, which is a key as well. The empty set has a group even if there are no rows: so one row
 * of NULLs, which changes no aggregate, is added to it.
 */
public final class GroupingSets {
  /** The fewest rows per group for which aggregating two sets by all keys first is faster. */
  private static final double MIN_ROWS_PER_GROUP = 1.5;

  private final Aggregate aggregate;
  private final List<AggregateCall> calls;
  private final RexBuilder rexBuilder;

  /** The columns of the groups that come first: all keys, and arguments that must be distinct. */
  private final ImmutableBitSet finestKeys;

  /** The number of groups by {@link #finestKeys}, estimated. */
  private final double finestGroups;

  /** Whether groups by {@link #finestKeys} come first. */
  private final boolean regrouped;

  /**
   * @param aggregate with several grouping sets
   * @param calls those of the aggregate that are computed from rows
   * @param inputRows an estimate
   * @param estimates the expected number of groups by a set of input columns
   */
  GroupingSets(
      Aggregate aggregate,
      List<AggregateCall> calls,
      double inputRows,
      ToDoubleFunction<ImmutableBitSet> estimates) {
    this.aggregate = aggregate;
    this.calls = calls;
    this.rexBuilder = aggregate.getCluster().getRexBuilder();
    ImmutableBitSet.Builder columns = aggregate.getGroupSet().rebuild();
    calls.stream()
        .filter(AggregateCall::isDistinct)
        .forEach(call -> columns.addAll(call.getArgList()));
    this.finestKeys = columns.build();
    this.finestGroups = estimates.applyAsDouble(finestKeys);
    this.regrouped =
        calls.stream().allMatch(GroupingSets::canFollowGroups)
            && (aggregate.getGroupSets().size() > 2 && !hasDistinctCalls()
                || inputRows >= MIN_ROWS_PER_GROUP * finestGroups);
  }

  /** Whether groups by keys and distinct arguments are enough to compute a call. */
  private static boolean canFollowGroups(AggregateCall call) {
    return MergingFunction.of(call) != null
        || call.isDistinct() && call.filterArg < 0 && call.collation.getKeys().isEmpty();
  }

  /** Whether some calls are of distinct values, so that groups cannot be merged into others. */
  boolean hasDistinctCalls() {
    return calls.stream().anyMatch(AggregateCall::isDistinct);
  }

  ImmutableBitSet finestKeys() {
    return finestKeys;
  }

  double finestGroups() {
    return finestGroups;
  }

  public static boolean isGrouping(AggregateCall call) {
    return switch (call.getAggregation().getKind()) {
      case GROUPING, GROUPING_ID -> true;
      default -> false;
    };
  }

  /**
   * Whether the input should be grouped by {@link #finestKeys} before it is {@linkplain #over
   * expanded}.
   */
  boolean regroups() {
    return regrouped;
  }

  /** The calls for groups by {@link #finestKeys}: all but those of distinct values. */
  List<AggregateCall> finestCalls(RelNode input) {
    return calls.stream()
        .filter(call -> !call.isDistinct())
        .map(
            call ->
                call(call, call.getAggregation(), call.getArgList(), call.filterArg, false, input))
        .toList();
  }

  /**
   * The aggregation.
   *
   * @param input the groups by {@link #finestKeys} with {@link #finestCalls} if {@link #regroups},
   *     else the rows
   * @param rows estimate of the result
   */
  PacelineRel over(PacelineRel input, double rows) {
    int keyCount = aggregate.getGroupCount();
    ImmutableBitSet keys =
        regrouped
            ? ImmutableBitSet.of(
                aggregate.getGroupSet().asList().stream().map(finestKeys::indexOf).toList())
            : aggregate.getGroupSet();
    boolean hasEmptySet = aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty);
    PacelineRel source = hasEmptySet && !regrouped ? withMark(input) : input;
    PacelineExpand expand =
        new PacelineExpand(
            source, keys, sets(keys), source.rows() * aggregate.getGroupSets().size());
    int setColumn = expand.getRowType().getFieldCount() - 1;
    RelNode rowsOfSets = hasEmptySet ? withEmptyGroups(expand) : expand;
    List<AggregateCall> outer = new ArrayList<>();
    int next = keyCount + finestKeys.cardinality();
    for (AggregateCall call : calls) {
      if (!regrouped) {
        outer.add(shifted(call, hasEmptySet ? setColumn - 1 : -1, rowsOfSets));
      } else if (call.isDistinct()) {
        outer.add(ofDistinct(call, rowsOfSets));
      } else {
        outer.add(merged(call, next++, false, rowsOfSets));
      }
    }
    ImmutableBitSet outerKeys = ImmutableBitSet.range(keyCount).set(setColumn);
    return named(new PacelineAggregate(rowsOfSets, outerKeys, outer, rows), rows);
  }

  /** The sets, by positions of keys in the input. */
  private List<ImmutableBitSet> sets(ImmutableBitSet keys) {
    List<Integer> all = aggregate.getGroupSet().asList();
    List<Integer> positions = keys.asList();
    return aggregate.getGroupSets().stream()
        .map(
            set ->
                ImmutableBitSet.of(
                    set.asList().stream().map(key -> positions.get(all.indexOf(key))).toList()))
        .toList();
  }

  /** The input with a column that is true: COUNT(*) counts it, but not the row of NULLs. */
  private PacelineRel withMark(PacelineRel input) {
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < input.getRowType().getFieldCount(); i++) {
      columns.add(RexInputRef.of(i, input.getRowType()));
    }
    columns.add(rexBuilder.makeLiteral(true));
    return new PacelineProject(
        input,
        columns,
        rexBuilder
            .getTypeFactory()
            .builder()
            .addAll(input.getRowType().getFieldList())
            .add("row", columns.getLast().getType())
            .uniquify()
            .build(),
        input.rows());
  }

  /**
   * Adds a row for each empty set: of NULLs, but for the number of the set and for filters, which
   * must not be NULL.
   */
  private RelNode withEmptyGroups(PacelineExpand expand) {
    Set<Integer> filters =
        regrouped
            ? Set.of()
            : calls.stream()
                .filter(call -> call.filterArg >= 0)
                .map(call -> call.filterArg + aggregate.getGroupCount())
                .collect(Collectors.toSet());
    List<RelDataTypeField> fields = expand.getRowType().getFieldList();
    RelDataTypeFactory.Builder type = rexBuilder.getTypeFactory().builder();
    for (RelDataTypeField field : fields) {
      type.add(field).nullable(!filters.contains(field.getIndex()));
    }
    ImmutableList.Builder<ImmutableList<RexLiteral>> tuples = ImmutableList.builder();
    for (int set = 0; set < aggregate.getGroupSets().size(); set++) {
      if (aggregate.getGroupSets().get(set).isEmpty()) {
        ImmutableList.Builder<RexLiteral> tuple = ImmutableList.builder();
        for (RelDataTypeField field : fields.subList(0, fields.size() - 1)) {
          tuple.add(
              filters.contains(field.getIndex())
                  ? rexBuilder.makeLiteral(false)
                  : rexBuilder.makeNullLiteral(field.getType()));
        }
        tuple.add(rexBuilder.makeExactLiteral(BigDecimal.valueOf(set), fields.getLast().getType()));
        tuples.add(tuple.build());
      }
    }
    PacelineValues empty = new PacelineValues(expand.getCluster(), type.build(), tuples.build());
    return new PacelineUnion(expand.getCluster(), List.of(expand, empty), expand.rows() + 1);
  }

  /**
   * A call that makes one result of the results of parts.
   *
   * @param mayBeEmpty whether there is a group even if there are no parts
   */
  static AggregateCall merged(AggregateCall call, int argument, boolean mayBeEmpty, RelNode input) {
    SqlAggFunction function = MergingFunction.of(call);
    if (function == null) {
      throw new IllegalStateException("cannot merge " + call);
    }
    return call(call, function, List.of(argument), -1, mayBeEmpty, input);
  }

  /** A call for distinct values over groups by {@link #finestKeys}, behind the keys of the sets. */
  private AggregateCall ofDistinct(AggregateCall call, RelNode input) {
    List<Integer> arguments =
        call.getArgList().stream()
            .map(column -> aggregate.getGroupCount() + finestKeys.indexOf(column))
            .toList();
    return call(call, call.getAggregation(), arguments, -1, false, input);
  }

  /**
   * A call over rows that have the keys in front of their columns.
   *
   * @param mark a column that is NULL in rows that do not count; -1 if all do
   */
  private AggregateCall shifted(AggregateCall call, int mark, RelNode input) {
    int shift = aggregate.getGroupCount();
    List<Integer> arguments = call.getArgList().stream().map(column -> column + shift).toList();
    return call(
        call,
        call.getAggregation(),
        arguments.isEmpty() && mark >= 0 ? List.of(mark) : arguments,
        call.filterArg < 0 ? -1 : call.filterArg + shift,
        false,
        input);
  }

  /** A call of the type that follows from the input. */
  private static AggregateCall call(
      AggregateCall call,
      SqlAggFunction function,
      List<Integer> arguments,
      int filter,
      boolean mayBeEmpty,
      RelNode input) {
    return AggregateCall.create(
        call.getParserPosition(),
        function,
        call.isDistinct(),
        false,
        false,
        List.of(),
        arguments,
        filter,
        null,
        RelCollations.EMPTY,
        mayBeEmpty,
        input,
        null,
        call.name);
  }

  /** The columns of the aggregate, with GROUPING made of the number of the set. */
  private PacelineRel named(PacelineAggregate grouped, double rows) {
    int keyCount = aggregate.getGroupCount();
    RexNode set = RexInputRef.of(keyCount, grouped.getRowType());
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < keyCount; i++) {
      columns.add(RexInputRef.of(i, grouped.getRowType()));
    }
    int next = keyCount + 1;
    for (AggregateCall call : aggregate.getAggCallList()) {
      columns.add(
          isGrouping(call)
              ? grouping(call, set)
              : call.getAggregation().getKind() == SqlKind.LITERAL_AGG
                  ? call.rexList.getFirst()
                  : rexBuilder.ensureType(
                      call.getType(), RexInputRef.of(next++, grouped.getRowType()), false));
    }
    return new PacelineProject(grouped, columns, aggregate.getRowType(), rows);
  }

  /** A bit for each argument of GROUPING, the last one lowest: whether the set lacks it. */
  static long missing(AggregateCall call, ImmutableBitSet set) {
    long bits = 0;
    for (int key : call.getArgList()) {
      bits = bits << 1 | (set.get(key) ? 0 : 1);
    }
    return bits;
  }

  /** Returns the value of GROUPING as an expression of the number of the set. */
  private RexNode grouping(AggregateCall call, RexNode set) {
    List<RexNode> cases = new ArrayList<>();
    List<ImmutableBitSet> sets = aggregate.getGroupSets();
    for (int i = 0; i < sets.size(); i++) {
      long bits = missing(call, sets.get(i));
      if (i < sets.size() - 1) {
        RexNode number = rexBuilder.makeExactLiteral(BigDecimal.valueOf(i), set.getType());
        cases.add(rexBuilder.makeCall(SqlStdOperatorTable.EQUALS, set, number));
      }
      cases.add(rexBuilder.makeExactLiteral(BigDecimal.valueOf(bits), call.getType()));
    }
    return cases.size() == 1
        ? cases.getFirst()
        : rexBuilder.makeCall(SqlStdOperatorTable.CASE, cases);
  }
}
