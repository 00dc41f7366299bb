package dev.paceline.calcite.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * A call of an aggregate on its way below joins.
 *
 * @param argument over the rows that are looked at; null for COUNT(*)
 * @param filter over the same rows; null if all rows count
 */
record PartialCall(AggregateCall call, @Nullable RexNode argument, @Nullable RexNode filter) {
  private List<RexNode> expressions() {
    return Stream.of(argument, filter).filter(Objects::nonNull).toList();
  }

  /** Whether the result of no rows is 0 instead of NULL. */
  private boolean isZeroWithoutRows() {
    return switch (call.getAggregation().getKind()) {
      case COUNT, SUM0 -> true;
      default -> false;
    };
  }

  private boolean isSum() {
    return switch (call.getAggregation().getKind()) {
      case SUM, SUM0 -> true;
      default -> false;
    };
  }

  PartialCall map(RexShuttle shuttle) {
    return new PartialCall(
        call,
        argument == null ? null : argument.accept(shuttle),
        filter == null ? null : filter.accept(shuttle));
  }

  /** Whether it has a result for all rows: below joins there are more of them than above. */
  boolean neverFails() {
    boolean fits =
        !isSum()
            || argument != null && EagerCalls.hasSpareDigits(call.getType(), argument.getType());
    return fits
        && expressions().stream()
            .allMatch(each -> EagerCalls.neverFails(each) && !RexOver.containsOver(each));
  }

  /**
   * The call over the columns of a projection.
   *
   * @param inputs the projection, which gets what is missing
   * @param keyCount columns at the beginning that are group keys
   */
  AggregateCall over(List<RexNode> inputs, int keyCount, RexBuilder rexBuilder) {
    RelDataType type = call.getType();
    boolean mayBeNull =
        type.isNullable()
            && (filter != null || argument == null || argument.getType().isNullable());
    return AggregateCall.create(
        call.getAggregation(),
        false,
        false,
        call.ignoreNulls(),
        List.of(),
        argument == null ? List.of() : List.of(input(argument, inputs, keyCount)),
        filter == null ? -1 : input(filter, inputs, keyCount),
        null,
        RelCollations.EMPTY,
        rexBuilder.getTypeFactory().createTypeWithNullability(type, mayBeNull),
        null);
  }

  private static int input(RexNode expression, List<RexNode> inputs, int keyCount) {
    int known = inputs.subList(keyCount, inputs.size()).indexOf(expression);
    if (known >= 0) {
      return keyCount + known;
    }
    inputs.add(expression);
    return inputs.size() - 1;
  }

  /**
   * A part of one side of a join, and a condition of the other side under which it counts: for
   * sum(CASE WHEN day = 'Sunday' THEN price END) the sum of prices if the day is Sunday.
   *
   * @param condition null if the part always counts
   * @param elseZero whether the result is 0 instead of NULL where the condition is not true
   */
  record Conditional(PartialCall part, @Nullable RexNode condition, boolean elseZero) {
    /**
     * Splits calls so that only columns of one side are aggregated.
     *
     * @return null if that cannot be done for all
     */
    static @Nullable List<Conditional> of(
        List<PartialCall> parts, ImmutableBitSet side, RexBuilder rexBuilder) {
      List<Conditional> split = new ArrayList<>();
      for (PartialCall part : parts) {
        Conditional one = of(part, side, rexBuilder);
        if (one == null) {
          return null;
        }
        split.add(one);
      }
      return split;
    }

    private static @Nullable Conditional of(
        PartialCall part, ImmutableBitSet side, RexBuilder rexBuilder) {
      boolean zero = part.isZeroWithoutRows();
      if (side.contains(columnsOf(part.expressions()))) {
        return new Conditional(part, null, zero);
      }
      boolean ownArgument =
          part.argument == null || side.contains(columnsOf(List.of(part.argument)));
      if (part.filter != null) {
        boolean otherFilter = !side.intersects(columnsOf(List.of(part.filter)));
        return ownArgument && otherFilter
            ? new Conditional(
                new PartialCall(part.call, part.argument, null),
                rexBuilder.makeCall(SqlStdOperatorTable.IS_TRUE, part.filter),
                zero)
            : null;
      }
      return part.argument instanceof RexCall call
              && call.getKind() == SqlKind.CASE
              && call.getOperands().size() == 3
          ? ofCase(part, call, side)
          : null;
    }

    private static @Nullable Conditional ofCase(
        PartialCall part, RexCall call, ImmutableBitSet side) {
      RexNode condition = call.getOperands().get(0);
      RexNode value = call.getOperands().get(1);
      RexNode otherwise = call.getOperands().get(2);
      boolean elseZero = part.isSum() && isZero(otherwise);
      boolean splits =
          !side.intersects(columnsOf(List.of(condition)))
              && side.contains(columnsOf(List.of(value)))
              && (elseZero || RexUtil.isNullLiteral(otherwise, true));
      return splits
          ? new Conditional(
              new PartialCall(part.call, value, null),
              condition,
              elseZero || part.isZeroWithoutRows())
          : null;
    }

    private static boolean isZero(RexNode value) {
      return value instanceof RexLiteral literal
          && literal.getValueAs(BigDecimal.class) instanceof BigDecimal number
          && number.signum() == 0;
    }

    private static ImmutableBitSet columnsOf(List<RexNode> expressions) {
      return RelOptUtil.InputFinder.bits(expressions, null);
    }

    /** The result where the condition is not true. */
    RexNode otherwise(RexBuilder rexBuilder) {
      RelDataType type = part.call.getType();
      return elseZero
          ? rexBuilder.ensureType(
              rexBuilder.getTypeFactory().createTypeWithNullability(type, false),
              rexBuilder.makeExactLiteral(BigDecimal.ZERO),
              true)
          : rexBuilder.makeNullLiteral(type);
    }
  }
}
