package dev.paceline.calcite.estimate;

import java.util.List;

/**
 * Estimates of the values of one column.
 *
 * @param distinct different values in the domain that the column draws from; may exceed the rows
 * @param present different values of the domain that filters and joins have left, at most
 * @param min the smallest value as a number (dates in days, times in microseconds); NaN if unknown
 * @param max the largest; NaN if unknown
 * @param nullFraction share of NULLs
 */
public record ColumnEstimate(
    double distinct, double present, double min, double max, double nullFraction) {
  static ColumnEstimate unknown(double distinct) {
    double atLeastOne = Math.max(1, distinct);
    return new ColumnEstimate(atLeastOne, atLeastOne, Double.NaN, Double.NaN, 0);
  }

  /**
   * A column of a union. The inputs are taken to draw their values from one domain, as sales and
   * returns have the same customers and dates; only constants are taken to be different ones.
   */
  static ColumnEstimate union(List<ColumnEstimate> inputs) {
    double domain = 0;
    double constants = 0;
    double present = 0;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    double nullFraction = 0;
    for (ColumnEstimate input : inputs) {
      domain = Math.max(domain, input.distinct);
      constants += input.distinct == 1 ? 1 : 0;
      present += input.present;
      // NaN stays NaN: the bounds of the union are unknown if those of one input are.
      min = Math.min(min, input.min);
      max = Math.max(max, input.max);
      nullFraction += input.nullFraction / inputs.size();
    }
    double distinct = Math.max(domain, constants);
    return new ColumnEstimate(distinct, Math.min(present, distinct), min, max, nullFraction);
  }

  /** Whether the smallest and the largest value are known. */
  public boolean hasBounds() {
    return !Double.isNaN(min) && !Double.isNaN(max);
  }

  ColumnEstimate withDistinct(double newDistinct) {
    double atLeastOne = Math.max(1, newDistinct);
    return new ColumnEstimate(atLeastOne, Math.min(present, atLeastOne), min, max, nullFraction);
  }

  ColumnEstimate withPresent(double limit) {
    return limit >= present
        ? this
        : new ColumnEstimate(distinct, Math.max(1, limit), min, max, nullFraction);
  }

  /**
   * The column as the key of a join with keys from {@code low} to {@code high}. The other side may
   * have keys of a part of the range only, as sales have dates of a few years out of a calendar of
   * two centuries. If filters leave no more keys than there are in this part, queries are taken to
   * ask for keys of this part; else the filters have nothing to do with it.
   *
   * @param low or {@code high} may be NaN if it is unknown
   * @param rows that filters leave
   */
  public ColumnEstimate askedWithin(double low, double high, double rows) {
    if (Double.isNaN(low) || Double.isNaN(high)) {
      return this;
    }
    double inRange = distinct * shareBetween(low, high, 1);
    return Math.min(present, rows) <= inRange ? withDistinct(inRange) : this;
  }

  /** Share of the non-NULL values that lie in [low, high]. */
  double shareBetween(double low, double high, double unknownShare) {
    if (!hasBounds()) {
      return unknownShare;
    }
    double from = Math.max(low, min);
    double to = Math.min(high, max);
    if (from > to) {
      return 0;
    }
    double step = distinct > 1 ? (max - min) / (distinct - 1) : 0;
    return max == min ? 1 : Math.min(1, (to - from + step) / (max - min + step));
  }
}
