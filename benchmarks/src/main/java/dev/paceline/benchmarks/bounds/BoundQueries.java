package dev.paceline.benchmarks.bounds;

import java.util.List;

/** All queries that are written by hand. */
final class BoundQueries {
  /** With the validation parameters of the specification. */
  static final List<BoundQuery> VALIDATION =
      List.of(
          PricingSummary.VALIDATION,
          ForecastRevenue.VALIDATION,
          ProductProfit.VALIDATION,
          CustomerDistribution.VALIDATION,
          PromotionEffect.VALIDATION,
          SmallQuantityRevenue.VALIDATION,
          LargeVolumeCustomers.VALIDATION,
          DiscountedRevenue.VALIDATION);

  private BoundQueries() {}
}
