package dev.paceline.calcite.aggregate;

import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Expresses quantiles by the number of values and by the values at some places of their order.
 *
 * @param values of the group or of the frame
 */
record Quantiles(ExpressionTerms terms, SortedValues values) {
  /** The values that are not NULL in their order. */
  interface SortedValues {
    /** Returns how many there are. */
    RexNode count(RexNode value);

    /** Returns the one with a number, from 1; NULL if there is none. */
    RexNode nth(RexNode value, RexNode number);
  }

  /**
   * Returns the number at a fraction, interpolated, or the moment there of dates and timestamps.
   */
  RexNode continuous(RexNode value, RexNode fraction) {
    return SqlTypeUtil.isDatetime(value.getType())
        ? terms.moment(interpolated(terms.micros(value), fraction))
        : interpolated(value, fraction);
  }

  /** The number at fraction × (count - 1) from the first one, between its two neighbours. */
  private RexNode interpolated(RexNode value, RexNode fraction) {
    RexNode number = terms.asDouble(value);
    RexNode distance =
        terms.call(
            SqlStdOperatorTable.MULTIPLY,
            terms.asDouble(
                terms.call(SqlStdOperatorTable.MINUS, values.count(value), terms.whole(1))),
            terms.asDouble(fraction));
    RexNode below = terms.call(SqlStdOperatorTable.FLOOR, distance);
    RexNode low = nth(number, below);
    RexNode high = nth(number, terms.call(SqlStdOperatorTable.CEIL, distance));
    RexNode share = terms.call(SqlStdOperatorTable.MINUS, distance, below);
    RexNode difference = terms.call(SqlStdOperatorTable.MINUS, high, low);
    return terms.call(
        SqlStdOperatorTable.CASE,
        terms.call(SqlStdOperatorTable.EQUALS, high, low),
        low,
        terms.call(
            SqlStdOperatorTable.PLUS,
            low,
            terms.call(SqlStdOperatorTable.MULTIPLY, difference, share)));
  }

  /** Returns the value at the smallest whole number of values that is at least fraction × count. */
  RexNode discrete(RexNode value, RexNode fraction) {
    RexNode count = terms.asDouble(values.count(value));
    RexNode rest =
        terms.call(
            SqlStdOperatorTable.FLOOR,
            terms.call(
                SqlStdOperatorTable.MINUS,
                count,
                terms.call(SqlStdOperatorTable.MULTIPLY, count, terms.asDouble(fraction))));
    RexNode upTo = terms.call(SqlStdOperatorTable.MINUS, count, rest);
    return nth(value, terms.call(SqlStdOperatorTable.MINUS, upTo, terms.asDouble(terms.whole(1))));
  }

  /** Returns the value that has {@code before} values before it; NULL if there is none. */
  private RexNode nth(RexNode value, RexNode before) {
    RexNode number = terms.call(SqlStdOperatorTable.PLUS, terms.asBigint(before), terms.whole(1));
    RexNode valid =
        terms.call(
            SqlStdOperatorTable.CASE,
            terms.call(SqlStdOperatorTable.GREATER_THAN, number, terms.whole(1)),
            number,
            terms.whole(1));
    return values.nth(value, valid);
  }
}
