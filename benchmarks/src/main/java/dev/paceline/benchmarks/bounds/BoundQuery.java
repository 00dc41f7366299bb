package dev.paceline.benchmarks.bounds;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.RewrittenQuery;
import dev.paceline.datasets.TpchQueries;
import java.util.List;

/** A query of TPC-H with its parameters, in SQL and written by hand. */
interface BoundQuery {
  /** All of them, with the validation parameters of the specification. */
  List<BoundQuery> VALIDATION =
      List.of(
          PricingSummary.VALIDATION,
          ForecastRevenue.VALIDATION,
          ProductProfit.VALIDATION,
          CustomerDistribution.VALIDATION,
          PromotionEffect.VALIDATION,
          SmallQuantityRevenue.VALIDATION,
          LargeVolumeCustomers.VALIDATION,
          DiscountedRevenue.VALIDATION);

  /** Returns the query in SQL. */
  Query query();

  /**
   * Computes the whole answer from the blocks of a database.
   *
   * @throws dev.paceline.core.error.PacelineException NOT_SUPPORTED where the data does not have a
   *     property that this program needs
   */
  Answer run(BlockReader reader);

  /** Returns a query of TPC-H with other parameters; see {@link RewrittenQuery#put}. */
  static Query tpch(int number, String... replacements) {
    return new Query(
        Integer.toString(number),
        RewrittenQuery.of(number, 1).put(replacements).sql(),
        TpchQueries.isTotallyOrdered(number));
  }
}
