package dev.paceline.calcite.plan;

import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexExecutor;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** The calls of an aggregate on their way below a join. */
final class EagerCalls {
  /** Digits that a sum has more than its argument, so that no group can make it overflow. */
  private static final int SPARE_DIGITS = 6;

  private final GroupedJoin join;
  private final RexBuilder rexBuilder;
  private final RexSimplify simplify;
  private final List<RexNode> inputs = new ArrayList<>();
  private final List<AggregateCall> calls = new ArrayList<>();

  EagerCalls(GroupedJoin join) {
    this.join = join;
    this.rexBuilder = join.other().getCluster().getRexBuilder();
    RexExecutor executor = join.other().getCluster().getPlanner().getExecutor();
    this.simplify =
        new RexSimplify(
            rexBuilder,
            RelOptPredicateList.EMPTY,
            Objects.requireNonNullElse(executor, RexUtil.EXECUTOR));
    join.keys().forEach(key -> inputs.add(RexInputRef.of(key, join.other().getRowType())));
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /** The other input, grouped by its keys; their columns are followed by those of the calls. */
  LogicalAggregate aggregate() {
    return LogicalAggregate.create(
        LogicalProject.create(join.other(), List.of(), inputs, (List<String>) null, Set.of()),
        List.of(),
        ImmutableBitSet.range(join.keys().size()),
        null,
        calls);
  }

  /**
   * Computes a call below the join.
   *
   * @return its result, over the kept input ++ {@link #aggregate}; null if that cannot be done
   */
  @Nullable RexNode add(AggregateCall call) {
    if (!call.rexList.isEmpty()
        || call.distinctKeys != null
        || call.getArgList().size() > 1
        || !call.getCollation().getFieldCollations().isEmpty()) {
      return null;
    }
    RexNode argument =
        call.getArgList().isEmpty() ? null : join.column(call.getArgList().getFirst());
    RexNode filter = call.hasFilter() ? join.column(call.filterArg) : null;
    return switch (call.getAggregation().getKind()) {
      case MIN, MAX, ANY_VALUE -> {
        RexNode same = argument == null || filter != null ? null : join.onKept(argument);
        yield same == null ? push(call, argument, filter) : same;
      }
      case SUM, SUM0 ->
          argument != null && hasSpareDigits(call.getType(), argument.getType())
              ? multiplied(call, push(call, argument, filter))
              : null;
      case COUNT -> multiplied(call, push(call, argument, filter));
      default -> null;
    };
  }

  /**
   * The result for all rows that a kept one stands for. It is what would have been the sum of these
   * rows, so it fits; but not to the last digit if that is a sum of doubles.
   */
  private @Nullable RexNode multiplied(AggregateCall call, @Nullable RexNode result) {
    RexNode count = join.count();
    if (result == null || count == null || call.isDistinct()) {
      return result;
    }
    return SqlTypeUtil.isApproximateNumeric(call.getType())
        ? null
        : rexBuilder.makeCall(call.getType(), SqlStdOperatorTable.MULTIPLY, List.of(result, count));
  }

  static boolean hasSpareDigits(RelDataType sum, RelDataType argument) {
    return SqlTypeUtil.isApproximateNumeric(sum)
        || sum.getPrecision() - argument.getPrecision() >= SPARE_DIGITS;
  }

  private @Nullable RexNode push(
      AggregateCall call, @Nullable RexNode argument, @Nullable RexNode filter) {
    RexNode below = argument == null ? null : join.onOther(argument);
    RexNode filterBelow = filter == null ? null : join.onOther(filter);
    if ((below == null || !neverFails(below)) && argument != null
        || (filterBelow == null || !neverFails(filterBelow)) && filter != null) {
      return null;
    }
    boolean mayBeNull =
        call.getType().isNullable()
            && (filterBelow != null || below == null || below.getType().isNullable());
    RelDataType type =
        rexBuilder.getTypeFactory().createTypeWithNullability(call.getType(), mayBeNull);
    RexNode result =
        new RexInputRef(
            join.keptCount() + join.keys().size() + calls.size(),
            join.isOuter()
                ? rexBuilder.getTypeFactory().createTypeWithNullability(type, true)
                : type);
    if (join.isOuter()) {
      RexLiteral alone = ofNoPartner(call, argument, filter);
      if (alone == null || (!alone.isNull() && mayBeNull)) {
        return null;
      }
      if (!alone.isNull()) {
        result =
            rexBuilder.makeCall(
                call.getType(),
                SqlStdOperatorTable.COALESCE,
                List.of(result, rexBuilder.ensureType(type, alone, true)));
      }
    }
    calls.add(below(call, type, below, filterBelow));
    return result;
  }

  /** COUNT of what is never NULL counts rows, and needs no column. */
  private AggregateCall below(
      AggregateCall call, RelDataType type, @Nullable RexNode argument, @Nullable RexNode filter) {
    boolean countsRows =
        argument == null
            || call.getAggregation().getKind() == SqlKind.COUNT
                && !call.isDistinct()
                && !argument.getType().isNullable();
    return AggregateCall.create(
        call.getAggregation(),
        call.isDistinct(),
        call.isApproximate(),
        call.ignoreNulls(),
        List.of(),
        countsRows ? List.of() : List.of(input(argument)),
        filter == null ? -1 : input(filter),
        null,
        call.getCollation(),
        type,
        null);
  }

  private int input(RexNode expression) {
    if (!inputs.contains(expression)) {
      inputs.add(expression);
    }
    return inputs.indexOf(expression);
  }

  /**
   * Whether an expression has a value for all rows: below the join it is also computed for those
   * that the join would drop.
   */
  static boolean neverFails(RexNode expression) {
    if (!(expression instanceof RexCall call)) {
      return expression instanceof RexInputRef
          || expression instanceof RexLiteral
          || expression instanceof RexDynamicParam;
    }
    boolean never =
        switch (call.getKind()) {
          case AND, OR, NOT, CASE, COALESCE, SEARCH, LIKE -> true;
          case IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> true;
          case PLUS, MINUS, TIMES -> fits(call.getType());
          case DIVIDE -> fits(call.getType()) && isNonZero(call.getOperands().get(1));
          case CAST -> RexUtil.isLosslessCast(call);
          default -> SqlKind.COMPARISON.contains(call.getKind());
        };
    return never && call.getOperands().stream().allMatch(EagerCalls::neverFails);
  }

  /** Whether a type of a decimal result has room for all results. */
  private static boolean fits(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL
        && type.getPrecision() < DataType.MAX_DECIMAL_PRECISION;
  }

  private static boolean isNonZero(RexNode divisor) {
    return divisor instanceof RexLiteral literal
        && !literal.isNull()
        && literal.getValueAs(BigDecimal.class) instanceof BigDecimal value
        && value.signum() != 0;
  }

  /**
   * Returns the result of a call for a single row in which all columns of the other input are NULL.
   *
   * @return null if that is not known
   */
  private @Nullable RexLiteral ofNoPartner(
      AggregateCall call, @Nullable RexNode argument, @Nullable RexNode filter) {
    RexNode taken = filter == null ? rexBuilder.makeLiteral(true) : ofNulls(filter);
    RexNode value = argument == null ? rexBuilder.makeLiteral(true) : ofNulls(argument);
    if (!(taken instanceof RexLiteral isTaken) || !(value instanceof RexLiteral literal)) {
      return null;
    }
    boolean counts = isTaken.isAlwaysTrue() && !literal.isNull();
    return switch (call.getAggregation().getKind()) {
      case COUNT -> rexBuilder.makeExactLiteral(counts ? BigDecimal.ONE : BigDecimal.ZERO);
      case SUM0 -> counts ? literal : rexBuilder.makeExactLiteral(BigDecimal.ZERO);
      default -> counts ? literal : rexBuilder.makeNullLiteral(call.getType());
    };
  }

  /** The value of an expression for no partner; not a literal if that is not known. */
  private RexNode ofNulls(RexNode expression) {
    RexNode simple =
        simplify.simplify(
            expression.accept(
                new RexShuttle() {
                  @Override
                  public RexNode visitInputRef(RexInputRef reference) {
                    return rexBuilder.makeNullLiteral(reference.getType());
                  }
                }));
    return RexUtil.isNullLiteral(simple, true)
        ? rexBuilder.makeNullLiteral(expression.getType())
        : simple;
  }
}
