package dev.paceline.calcite.estimate;

/**
 * What is believed of the values of one column.
 *
 * @param distinct different values in the domain that the column draws from; may exceed the rows
 * @param present different values of the domain that filters and joins have left, at most
 * @param min the smallest value as a number (dates in days, times in milliseconds); NaN if unknown
 * @param max the largest; NaN if unknown
 * @param nullFraction share of NULLs
 */
public record ColumnEstimate(
    double distinct, double present, double min, double max, double nullFraction) {
  static ColumnEstimate unknown(double distinct) {
    double atLeastOne = Math.max(1, distinct);
    return new ColumnEstimate(atLeastOne, atLeastOne, Double.NaN, Double.NaN, 0);
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
