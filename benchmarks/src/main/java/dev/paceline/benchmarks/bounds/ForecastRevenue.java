package dev.paceline.benchmarks.bounds;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

/**
 * Query 6: three ranges on codes of one and two bytes leave few rows, which are added one by one.
 *
 * @param year of the shipments
 * @param discount percent; one less and one more count, too
 * @param quantity that is too much
 */
record ForecastRevenue(int year, int discount, int quantity) implements BoundQuery {
  static final ForecastRevenue VALIDATION = new ForecastRevenue(1994, 6, 24);

  private static final List<String> COLUMNS =
      List.of("l_shipdate", "l_discount", "l_quantity", "l_extendedprice");

  @Override
  public Query query() {
    return BoundQuery.tpch(
        6,
        "1994-01-01",
        LocalDate.of(year, 1, 1).toString(),
        "1995-01-01",
        LocalDate.of(year + 1, 1, 1).toString(),
        "0.05 and 0.07",
        BigDecimal.valueOf(discount - 1, 2) + " and " + BigDecimal.valueOf(discount + 1, 2),
        "l_quantity < 24",
        "l_quantity < " + quantity);
  }

  @Override
  public Answer run(BlockReader reader) {
    MoneySum sum = new MoneySum();
    reader.scan("lineitem", COLUMNS, blocks -> add(blocks, sum));
    return sum.answer();
  }

  private void add(RowBlocks blocks, MoneySum sum) {
    Codes discounts = blocks.codes(1);
    Codes prices = blocks.codes(3);
    RowBits bits =
        blocks
            .bits()
            .between(discounts, discount - 1, discount + 1)
            .between(blocks.codes(2), Long.MIN_VALUE, (long) Money.ONE * quantity - 1)
            .between(
                blocks.codes(0),
                LocalDate.of(year, 1, 1).toEpochDay(),
                LocalDate.of(year + 1, 1, 1).toEpochDay() - 1);
    Money.requireSum(blocks.rows(), prices.magnitude(), discounts.magnitude());
    int[] hits = blocks.hits();
    int count = bits.collect(hits);
    long value = 0;
    for (int i = 0; i < count; i++) {
      value += prices.value(hits[i]) * discounts.value(hits[i]);
    }
    sum.add(value, count);
  }
}
