package dev.paceline.datasets;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Set;

/**
 * The 22 queries of TPC-H with their validation parameters (specification 2.4), intervals folded
 * into dates and views written as WITH. Standard SQL that Paceline and its peers both read.
 */
public final class TpchQueries {
  /** Queries are numbered from 1 to this. */
  public static final int COUNT = 22;

  /** Queries whose ORDER BY may leave ties: sums and prices that two rows could share. */
  private static final Set<Integer> MAY_TIE = Set.of(3, 5, 10, 11, 18);

  private static final List<String> TITLES =
      List.of(
          "Pricing Summary Report",
          "Minimum Cost Supplier",
          "Shipping Priority",
          "Order Priority Checking",
          "Local Supplier Volume",
          "Forecasting Revenue Change",
          "Volume Shipping",
          "National Market Share",
          "Product Type Profit Measure",
          "Returned Item Reporting",
          "Important Stock Identification",
          "Shipping Modes and Order Priority",
          "Customer Distribution",
          "Promotion Effect",
          "Top Supplier",
          "Parts/Supplier Relationship",
          "Small-Quantity-Order Revenue",
          "Large Volume Customer",
          "Discounted Revenue",
          "Potential Part Promotion",
          "Suppliers Who Kept Orders Waiting",
          "Global Sales Opportunity");

  private TpchQueries() {}

  /** Returns the title of a query in the specification. */
  public static String title(int number) {
    return TITLES.get(number - 1);
  }

  /**
   * The text of a query, without a semicolon at its end.
   *
   * @param number from 1 to {@link #COUNT}
   * @param scale the scale factor of the data: the threshold of query 11 depends on it
   */
  public static String sql(int number, double scale) {
    if (number < 1 || number > COUNT) {
      throw new PacelineException(
          INVALID_ARGUMENT, "TPC-H has the queries 1 to " + COUNT + ", not " + number);
    }
    String file = (number < 10 ? "tpch/q0" : "tpch/q") + number + ".sql";
    BigDecimal fraction =
        new BigDecimal("0.0001").divide(BigDecimal.valueOf(scale), MathContext.DECIMAL32);
    return StatementFile.read(file).replace("${fraction}", fraction.toPlainString());
  }

  /** Whether ORDER BY fixes the place of every row of the answer (or it has just one row). */
  public static boolean isTotallyOrdered(int number) {
    return !MAY_TIE.contains(number);
  }
}
