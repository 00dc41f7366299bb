package dev.paceline.calcite.aggregate;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.estimate.Estimator;
import dev.paceline.calcite.estimate.PlannedMemory;
import dev.paceline.calcite.function.CollectingOperator;
import dev.paceline.calcite.function.EngineAggregateOperator;
import dev.paceline.calcite.function.ListOperator;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.plan.AggregateFunction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the quantiles that the aggregation itself computes, by selection among the values that it
 * keeps: quantiles at a constant fraction of numbers, dates and times, if the values fit into
 * memory.
 *
 * @param isKept whether the values of all groups fit into memory
 * @param rows the estimate of the rows that are aggregated
 */
record SelectedQuantiles(ExpressionTerms terms, boolean isKept, double rows) {
  /** The bytes that a value and the number of its group take while values are sorted by group. */
  private static final double VALUE_BYTES = 20;

  /** The share of the memory of all queries that the values may take, by the estimate. */
  private static final double SHARE = 0.25;

  /** Decides for the functions of one aggregation. */
  static SelectedQuantiles of(ExpressionTerms terms, Aggregate aggregate) {
    RelNode input = aggregate.getInput();
    boolean isCollected =
        aggregate.getAggCallList().stream()
            .anyMatch(call -> call.getAggregation() instanceof CollectingOperator);
    if (!isCollected) {
      return new SelectedQuantiles(terms, true, 0); // no values are kept, and no estimate is needed
    }
    double rows = new Estimator().estimate(input).rows();
    double bytes = rows * VALUE_BYTES * aggregate.getAggCallList().size();
    return new SelectedQuantiles(
        terms, bytes < SHARE * PlannedMemory.of(input.getCluster()).bytes(), rows);
  }

  /** Returns the quantile that a call asks for; null if the aggregation does not compute it. */
  @Nullable EngineAggregateOperator of(AggregateCall call, RelNode input) {
    boolean continuous = call.getAggregation().equals(CollectingOperator.QUANTILE_CONT);
    if (!continuous && !call.getAggregation().equals(CollectingOperator.QUANTILE_DISC)
        || !isSelected(call, input, continuous)) {
      return null;
    }
    Double fraction = fraction(column(input, call.getArgList().get(1)));
    return fraction == null ? null : quantile(fraction, continuous);
  }

  /**
   * Returns the quantiles of which a call asks for a list; none if the aggregation does not compute
   * them.
   */
  List<EngineAggregateOperator> several(AggregateCall call, RelNode input) {
    boolean continuous = call.getAggregation().equals(CollectingOperator.QUANTILES_CONT);
    if (!continuous && !call.getAggregation().equals(CollectingOperator.QUANTILES_DISC)
        || !isSelected(call, input, continuous)
        || !(column(input, call.getArgList().get(1)) instanceof RexCall list)
        || !list.getOperator().equals(ListOperator.named("LIST_VALUE"))) {
      return List.of();
    }
    List<EngineAggregateOperator> quantiles = new ArrayList<>();
    for (RexNode element : list.getOperands()) {
      Double fraction = fraction(element);
      if (fraction == null) {
        return List.of();
      }
      quantiles.add(quantile(fraction, continuous));
    }
    return quantiles;
  }

  private static EngineAggregateOperator quantile(double fraction, boolean continuous) {
    return new EngineAggregateOperator(
        continuous ? AggregateFunction.QUANTILE_CONT : AggregateFunction.QUANTILE_DISC, fraction);
  }

  private boolean isSelected(AggregateCall call, RelNode input, boolean continuous) {
    RelDataType type = type(call, input);
    return isKept
        && !call.isDistinct()
        && call.getCollation().getFieldCollations().stream()
            .noneMatch(key -> key.direction.isDescending())
        && (continuous ? isNumber(type) : canSelect(type));
  }

  private static boolean isNumber(RelDataType type) {
    return SqlTypeUtil.isNumeric(type) || SqlTypeUtil.isDatetime(type);
  }

  /** Returns whether the engine can keep and compare values of a type. */
  static boolean canSelect(RelDataType type) {
    return isNumber(type) && AggregateFunction.canSelect(TypeMapping.toDataType(type));
  }

  private static RelDataType type(AggregateCall call, RelNode input) {
    return input.getRowType().getFieldList().get(call.getArgList().getFirst()).getType();
  }

  private static @Nullable RexNode column(RelNode input, int column) {
    return input instanceof Project project ? project.getProjects().get(column) : null;
  }

  /** Returns the constant that an expression is, from 0 to 1; null for other expressions. */
  private static @Nullable Double fraction(@Nullable RexNode expression) {
    if (!(expression instanceof RexLiteral literal) || literal.isNull()) {
      return null;
    }
    BigDecimal fraction = literal.getValueAs(BigDecimal.class);
    return fraction != null && fraction.signum() >= 0 && fraction.compareTo(BigDecimal.ONE) <= 0
        ? fraction.doubleValue()
        : null;
  }

  /** Returns the argument of the engine's function. */
  RexNode argument(EngineAggregateOperator quantile, RexNode value) {
    if (quantile.function() != AggregateFunction.QUANTILE_CONT) {
      return value;
    }
    return terms.asDouble(SqlTypeUtil.isDatetime(value.getType()) ? terms.micros(value) : value);
  }

  /**
   * Returns the result of a call, or an element of its list, made of what the engine's function
   * returns.
   */
  RexNode result(AggregateCall call, RexNode computed) {
    RelDataType type =
        call.getAggregation().equals(CollectingOperator.QUANTILES_CONT)
            ? requireNonNull(call.getType().getComponentType())
            : call.getType();
    boolean isContinuous =
        call.getAggregation().equals(CollectingOperator.QUANTILE_CONT)
            || call.getAggregation().equals(CollectingOperator.QUANTILES_CONT);
    return isContinuous && SqlTypeUtil.isDatetime(type) ? terms.moment(computed) : computed;
  }
}
