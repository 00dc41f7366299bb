package dev.paceline.calcite.rule;

import dev.paceline.calcite.rel.PacelineProject;
import dev.paceline.calcite.rel.PacelineWindow;
import dev.paceline.core.plan.RankLimit;
import dev.paceline.core.plan.WindowCall;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/**
 * Tells window functions that a filter above them wants the first ranks of each partition only, as
 * in {@code WHERE rank <= 3}: they then need not sort the other rows.
 */
final class RankLimits {
  private RankLimits() {}

  /**
   * Returns the input of a filter with the limit that the condition implies; the input itself if it
   * implies none.
   */
  static RelNode limited(RelNode input, RexNode condition) {
    return switch (input) {
      case PacelineWindow window -> {
        RankLimit limit = limit(window, condition);
        yield limit == null ? window : window.withLimit(limit);
      }
      case PacelineProject project when project.getInput() instanceof PacelineWindow window -> {
        RankLimit limit = limit(window, RelOptUtil.pushPastProject(condition, project));
        yield limit == null
            ? project
            : project.copy(project.getTraitSet(), List.of(window.withLimit(limit)));
      }
      default -> input;
    };
  }

  private static @Nullable RankLimit limit(PacelineWindow window, RexNode condition) {
    if (!window.calls().stream().allMatch(RankLimits::looksBackOnly)) {
      return null;
    }
    RankLimit smallest = null;
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      RankLimit limit = limitOf(window, conjunct);
      if (limit != null && (smallest == null || limit.rank() < smallest.rank())) {
        smallest = limit;
      }
    }
    return smallest;
  }

  /** Whether the result for a row depends on nothing but the rows before it and its peers. */
  private static boolean looksBackOnly(WindowCall call) {
    return switch (call.function()) {
      case ROW_NUMBER, RANK, DENSE_RANK -> true;
      default -> false;
    };
  }

  private static @Nullable RankLimit limitOf(PacelineWindow window, RexNode conjunct) {
    if (!(conjunct instanceof RexCall comparison) || comparison.getOperands().size() != 2) {
      return null;
    }
    // beside a fraction, the rank is cast to a type that has fractions
    RexNode left = RexUtil.removeCast(comparison.getOperands().get(0));
    RexNode right = RexUtil.removeCast(comparison.getOperands().get(1));
    return left instanceof RexInputRef column
        ? limitOf(window, column, comparison.getKind(), right)
        : right instanceof RexInputRef column
            ? limitOf(window, column, comparison.getKind().reverse(), left)
            : null;
  }

  private static @Nullable RankLimit limitOf(
      PacelineWindow window, RexInputRef column, SqlKind comparison, RexNode value) {
    int number = column.getIndex() - window.getInput().getRowType().getFieldCount();
    if (number < 0 || !(value instanceof RexLiteral literal) || literal.isNull()) {
      return null;
    }
    WindowCall call = window.calls().get(number);
    BigDecimal most = largest(comparison, literal);
    // the first rows of a partition by its dense rank are any number of rows
    boolean countsRows =
        switch (call.function()) {
          case ROW_NUMBER, RANK -> call.peerKeys() > 0;
          default -> false;
        };
    return countsRows && most != null && isRank(most)
        ? new RankLimit(call.peerKeys(), most.intValueExact())
        : null;
  }

  /** The largest integer for which a comparison can be true; null if that is not known. */
  private static @Nullable BigDecimal largest(SqlKind comparison, RexLiteral literal) {
    if (comparison == SqlKind.SEARCH) {
      return largest(literal.getValueAs(Sarg.class));
    }
    if (!(literal.getValue() instanceof BigDecimal value)) {
      return null;
    }
    return switch (comparison) {
      case EQUALS, LESS_THAN_OR_EQUAL -> value.setScale(0, RoundingMode.FLOOR);
      case LESS_THAN -> value.setScale(0, RoundingMode.CEILING).subtract(BigDecimal.ONE);
      default -> null;
    };
  }

  private static @Nullable BigDecimal largest(@Nullable Sarg<?> sarg) {
    if (sarg == null || sarg.rangeSet.isEmpty() || !sarg.rangeSet.span().hasUpperBound()) {
      return null;
    }
    return sarg.rangeSet.span().upperEndpoint() instanceof BigDecimal value
        ? value.setScale(0, RoundingMode.FLOOR)
        : null;
  }

  private static boolean isRank(BigDecimal value) {
    return value.signum() > 0 && value.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
  }
}
