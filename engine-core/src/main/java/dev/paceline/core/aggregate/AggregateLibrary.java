package dev.paceline.core.aggregate;

import java.util.List;

/** All aggregate functions of the registry. A new one is added here. */
public final class AggregateLibrary {
  private static final PairMoments PAIRS = PairMoments.INSTANCE;
  private static final PowerMoments POWERS = PowerMoments.INSTANCE;

  public static final List<LibraryAggregate> AGGREGATES =
      List.of(
          new LibraryAggregate(
              "corr",
              PAIRS,
              1,
              "Returns the correlation of y and x; NULL if one of them is constant.",
              (s, at, count) ->
                  PairMoments.xy(s, at)
                      / Math.sqrt(PairMoments.yy(s, at))
                      / Math.sqrt(PairMoments.xx(s, at))),
          new LibraryAggregate(
              "covar_pop",
              PAIRS,
              1,
              "Returns the covariance of y and x.",
              (s, at, count) -> PairMoments.xy(s, at) / count),
          new LibraryAggregate(
              "covar_samp",
              PAIRS,
              2,
              "Returns the covariance of samples of y and x.",
              (s, at, count) -> PairMoments.xy(s, at) / (count - 1)),
          new LibraryAggregate(
              "regr_avgx",
              PAIRS,
              1,
              "Returns the mean of x over the pairs.",
              (s, at, count) -> PairMoments.meanX(s, at)),
          new LibraryAggregate(
              "regr_avgy",
              PAIRS,
              1,
              "Returns the mean of y over the pairs.",
              (s, at, count) -> PairMoments.meanY(s, at)),
          new LibraryAggregate(
              "regr_intercept",
              PAIRS,
              1,
              "Returns where the line that fits the pairs best crosses the axis of y; NULL if x is"
                  + " constant.",
              (s, at, count) ->
                  PairMoments.meanY(s, at)
                      - PairMoments.xy(s, at) / PairMoments.xx(s, at) * PairMoments.meanX(s, at)),
          new LibraryAggregate(
              "regr_r2",
              PAIRS,
              1,
              "Returns the square of the correlation; 1 if y is constant, NULL if x is.",
              (s, at, count) ->
                  determination(
                      PairMoments.xx(s, at), PairMoments.yy(s, at), PairMoments.xy(s, at))),
          new LibraryAggregate(
              "regr_slope",
              PAIRS,
              1,
              "Returns the slope of the line that fits the pairs best; NULL if x is constant.",
              (s, at, count) -> PairMoments.xy(s, at) / PairMoments.xx(s, at)),
          new LibraryAggregate(
              "regr_sxx",
              PAIRS,
              1,
              "Returns the sum of the squared distances of x from its mean.",
              (s, at, count) -> PairMoments.xx(s, at)),
          new LibraryAggregate(
              "regr_sxy",
              PAIRS,
              1,
              "Returns the sum of the products of the distances of y and x from their means.",
              (s, at, count) -> PairMoments.xy(s, at)),
          new LibraryAggregate(
              "regr_syy",
              PAIRS,
              1,
              "Returns the sum of the squared distances of y from its mean.",
              (s, at, count) -> PairMoments.yy(s, at)),
          new LibraryAggregate(
              "weighted_avg",
              PAIRS,
              1,
              "Returns the mean of y weighted by x.",
              (s, at, count) ->
                  PairMoments.meanY(s, at)
                      + PairMoments.xy(s, at) / count / PairMoments.meanX(s, at)),
          new LibraryAggregate(
              "kurtosis",
              POWERS,
              4,
              "Returns the excess kurtosis of a sample; NULL for fewer than four values or equal"
                  + " ones.",
              (s, at, n) ->
                  (n - 1)
                      / ((n - 2) * (n - 3))
                      * ((n + 1)
                              * n
                              * PowerMoments.fourth(s, at)
                              / square(PowerMoments.second(s, at))
                          - 3 * (n - 1))),
          new LibraryAggregate(
              "kurtosis_pop",
              POWERS,
              2,
              "Returns the excess kurtosis; NULL for fewer than two values or equal ones.",
              (s, at, n) ->
                  n * PowerMoments.fourth(s, at) / square(PowerMoments.second(s, at)) - 3),
          new LibraryAggregate(
              "sem",
              POWERS,
              1,
              "Returns the standard error of the mean, which is the standard deviation divided by"
                  + " the square root of the number of values.",
              (s, at, n) -> Math.sqrt(PowerMoments.second(s, at)) / n),
          new LibraryAggregate(
              "skewness",
              POWERS,
              3,
              "Returns the skewness of a sample; NULL for fewer than three values or equal ones.",
              (s, at, n) ->
                  Math.sqrt(n * (n - 1))
                      / (n - 2)
                      * Math.sqrt(n)
                      * PowerMoments.third(s, at)
                      / Math.pow(PowerMoments.second(s, at), 1.5)),
          new LibraryAggregate(
              "product",
              ProductMoments.INSTANCE,
              1,
              "Returns the product of the values.",
              (s, at, count) -> ProductMoments.product(s, at)),
          new LibraryAggregate(
              "geomean",
              LogMoments.INSTANCE,
              1,
              "Returns the geometric mean of positive values.",
              (s, at, count) -> Math.exp(LogMoments.logarithms(s, at) / count)));

  private AggregateLibrary() {}

  private static double determination(double xx, double yy, double xy) {
    if (xx == 0) {
      return Double.NaN;
    }
    return yy == 0 ? 1 : xy / xx * (xy / yy);
  }

  private static double square(double number) {
    return number * number;
  }
}
