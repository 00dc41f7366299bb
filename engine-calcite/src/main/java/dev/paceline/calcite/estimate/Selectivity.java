package dev.paceline.calcite.estimate;

import com.google.common.collect.Range;
import dev.paceline.calcite.rex.TermBundle;
import dev.paceline.calcite.table.CalciteTimes;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.Sarg;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Share of rows for which a condition is true. Conjuncts count as independent; where nothing is
 * known the shares are those that optimisers have used since System R, tuned so that a wrong guess
 * errs towards few rows only for equalities.
 */
public final class Selectivity {
  private static final double UNKNOWN = 0.25;
  private static final double UNKNOWN_RANGE = 1.0 / 3;
  private static final double COMPUTED_EQUAL = 0.05;
  private static final double COLUMNS_LESS = 0.5;
  private static final double LIKE_PREFIX = 0.02;
  private static final double LIKE_ANYWHERE = 0.05;
  private static final double LIKE_SUFFIX = 0.1;

  private Selectivity() {}

  /** Share of the rows of {@code input} for which {@code condition} is true. */
  public static double of(RexNode condition, RelEstimate input) {
    double share = 1;
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      share *= ofConjunct(conjunct, input);
    }
    return share;
  }

  private static double ofConjunct(RexNode condition, RelEstimate input) {
    if (condition.isAlwaysTrue()) {
      return 1;
    }
    if (condition.isAlwaysFalse()) {
      return 0;
    }
    if (!(condition instanceof RexCall call)) {
      return 0.5;
    }
    List<RexNode> operands = call.getOperands();
    SqlKind bundle = TermBundle.kind(call);
    return switch (bundle == null ? call.getKind() : bundle) {
      case AND -> {
        double all = 1;
        for (RexNode operand : operands) {
          all *= of(operand, input);
        }
        yield all;
      }
      case OR -> {
        double none = 1;
        for (RexNode operand : operands) {
          none *= 1 - of(operand, input);
        }
        yield 1 - none;
      }
      case NOT -> 1 - of(operands.getFirst(), input);
      case IS_NULL -> nullFraction(operands.getFirst(), input);
      case IS_NOT_NULL -> 1 - nullFraction(operands.getFirst(), input);
      case IS_TRUE, IS_NOT_FALSE -> of(operands.getFirst(), input);
      case IS_FALSE, IS_NOT_TRUE -> 1 - of(operands.getFirst(), input);
      case EQUALS, IS_NOT_DISTINCT_FROM -> equal(operands.get(0), operands.get(1), input);
      case NOT_EQUALS, IS_DISTINCT_FROM -> 1 - equal(operands.get(0), operands.get(1), input);
      case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          less(call.getKind(), operands.get(0), operands.get(1), input);
      case SEARCH -> search(operands.get(0), (RexLiteral) operands.get(1), input);
      case LIKE -> like(operands.get(1));
      default -> UNKNOWN;
    };
  }

  private static double nullFraction(RexNode operand, RelEstimate input) {
    ColumnEstimate column = column(operand, input);
    return column == null ? 0.1 : column.nullFraction();
  }

  private static double equal(RexNode left, RexNode right, RelEstimate input) {
    ColumnEstimate leftColumn = column(left, input);
    ColumnEstimate rightColumn = column(right, input);
    if (leftColumn != null && rightColumn != null) {
      return 1 / Math.max(leftColumn.distinct(), rightColumn.distinct());
    }
    ColumnEstimate column = leftColumn == null ? rightColumn : leftColumn;
    if (column == null) {
      return COMPUTED_EQUAL;
    }
    double value = number(leftColumn == null ? left : right);
    return !Double.isNaN(value)
            && column.hasBounds()
            && (value < column.min() || value > column.max())
        ? 0
        : (1 - column.nullFraction()) / column.distinct();
  }

  private static double less(SqlKind kind, RexNode left, RexNode right, RelEstimate input) {
    ColumnEstimate leftColumn = column(left, input);
    ColumnEstimate rightColumn = column(right, input);
    if (leftColumn != null && rightColumn != null) {
      return COLUMNS_LESS;
    }
    if (leftColumn == null && rightColumn == null) {
      return UNKNOWN_RANGE;
    }
    boolean mirrored = leftColumn == null;
    ColumnEstimate column = mirrored ? rightColumn : leftColumn;
    double value = number(mirrored ? left : right);
    if (Double.isNaN(value)) {
      return UNKNOWN_RANGE;
    }
    boolean below = (kind == SqlKind.LESS_THAN || kind == SqlKind.LESS_THAN_OR_EQUAL) != mirrored;
    double share =
        below
            ? column.shareBetween(Double.NEGATIVE_INFINITY, value, UNKNOWN_RANGE)
            : column.shareBetween(value, Double.POSITIVE_INFINITY, UNKNOWN_RANGE);
    return share * (1 - column.nullFraction());
  }

  private static double search(RexNode operand, RexLiteral literal, RelEstimate input) {
    Sarg<?> sarg = literal.getValueAs(Sarg.class);
    if (sarg == null) {
      return UNKNOWN;
    }
    ColumnEstimate column = column(operand, input);
    if (sarg.isComplementedPoints()) {
      double excluded = sarg.negate().pointCount;
      return Math.max(0, 1 - excluded * (column == null ? COMPUTED_EQUAL : 1 / column.distinct()));
    }
    double share = 0;
    for (Range<?> range : sarg.rangeSet.asRanges()) {
      share += share(range, column);
    }
    return Math.min(1, share);
  }

  private static double share(Range<?> range, @Nullable ColumnEstimate column) {
    if (column == null) {
      return isPoint(range) ? COMPUTED_EQUAL : UNKNOWN;
    }
    if (isPoint(range)) {
      double value = number(range.lowerEndpoint());
      return column.hasBounds() && (value < column.min() || value > column.max())
          ? 0
          : 1 / column.distinct();
    }
    double low = range.hasLowerBound() ? number(range.lowerEndpoint()) : Double.NEGATIVE_INFINITY;
    double high = range.hasUpperBound() ? number(range.upperEndpoint()) : Double.POSITIVE_INFINITY;
    if (Double.isNaN(low) || Double.isNaN(high)) {
      return UNKNOWN;
    }
    return column.shareBetween(low, high, UNKNOWN);
  }

  private static boolean isPoint(Range<?> range) {
    return range.hasLowerBound()
        && range.hasUpperBound()
        && range.lowerEndpoint().equals(range.upperEndpoint());
  }

  private static double like(RexNode pattern) {
    String text = pattern instanceof RexLiteral literal ? literal.getValueAs(String.class) : null;
    if (text == null) {
      return LIKE_ANYWHERE;
    }
    return text.startsWith("%")
        ? text.endsWith("%") ? Math.pow(LIKE_ANYWHERE, wordCount(text)) : LIKE_SUFFIX
        : LIKE_PREFIX;
  }

  private static long wordCount(String pattern) {
    return java.util.Arrays.stream(pattern.split("%")).filter(word -> !word.isEmpty()).count();
  }

  private static @Nullable ColumnEstimate column(RexNode operand, RelEstimate input) {
    RexNode inner = operand;
    while (inner.getKind() == SqlKind.CAST && SqlTypeUtil.isNumeric(inner.getType())) {
      inner = ((RexCall) inner).getOperands().getFirst();
    }
    return inner instanceof RexInputRef reference ? input.column(reference.getIndex()) : null;
  }

  /** A literal as a number that compares with the bounds of a column; NaN if it is not one. */
  private static double number(RexNode node) {
    return node instanceof RexLiteral literal
        ? number(literal.getValueAs(Comparable.class))
        : Double.NaN;
  }

  private static double number(@Nullable Object value) {
    return switch (value) {
      case Number number -> number.doubleValue();
      case DateString date -> date.getDaysSinceEpoch();
      case TimeString time -> CalciteTimes.toMicros(time);
      case TimestampString timestamp -> CalciteTimes.toMicros(timestamp);
      case null, default -> Double.NaN;
    };
  }
}
