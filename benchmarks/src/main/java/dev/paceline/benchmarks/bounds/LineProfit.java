package dev.paceline.benchmarks.bounds;

import dev.paceline.storage.table.rowgroup.RowGroup;
import java.util.List;

/** The part of query 9 that reads lineitem. */
final class LineProfit {
  static final List<String> COLUMNS =
      List.of(
          "l_partkey", "l_suppkey", "l_orderkey", "l_quantity", "l_extendedprice", "l_discount");

  /** Bits of a group's number that are the year. */
  static final int YEAR_BITS = 7;

  private static final int NO_GROUP = -1;

  /** More offers than a part has of a supplier. */
  private static final int MAX_OFFERS = 1 << 16;

  private final KeyBits parts;
  private final Offers offers;
  private final KeyBytes nations;
  private final KeyBytes years;
  private final long[] profit;
  private final boolean[] found;

  private final int[] groups = new int[RowGroup.MAX_ROWS];
  private final long[] revenues = new long[RowGroup.MAX_ROWS];

  /**
   * @param profit of each group: nation, year
   * @param found whether a group has rows
   */
  LineProfit(
      KeyBits parts,
      Offers offers,
      KeyBytes nations,
      KeyBytes years,
      long[] profit,
      boolean[] found) {
    this.parts = parts;
    this.offers = offers;
    this.nations = nations;
    this.years = years;
    this.profit = profit;
    this.found = found;
  }

  void add(RowBlocks blocks) {
    Codes partKeys = blocks.codes(0).unitsAtWidth(4);
    Codes suppliers = blocks.codes(1);
    Codes orders = blocks.codes(2);
    Codes quantities = blocks.codes(3);
    Codes prices = blocks.codes(4);
    Codes discounts = blocks.codes(5);
    Money.requireSum(MAX_OFFERS, prices.magnitude(), Money.ONE + discounts.magnitude());
    Money.requireSum(MAX_OFFERS, offers.greatestCost(), quantities.magnitude());
    int partShift = parts.keys().shift(partKeys);
    int supplierShift = nations.keys().shift(suppliers);
    int orderShift = years.keys().shift(orders);
    byte[] nationOf = nations.bytes();
    byte[] yearOf = years.bytes();
    int[] hits = blocks.hits();
    int count = parts.hits(partKeys, blocks.rows(), hits);
    for (int i = 0; i < count; i++) {
      int row = hits[i];
      int nation = nationOf[(int) suppliers.code(row) + supplierShift];
      int year = yearOf[(int) orders.code(row) + orderShift];
      groups[i] = nation == 0 || year == 0 ? NO_GROUP : nation - 1 << YEAR_BITS | year - 1;
    }
    for (int i = 0; i < count; i++) {
      int row = hits[i];
      revenues[i] = prices.value(row) * (Money.ONE - discounts.value(row));
    }
    for (int i = 0; i < count; i++) {
      int row = hits[i];
      int part = (int) partKeys.code(row) + partShift;
      long supplier = suppliers.value(row);
      int offerCount = offers.count(part, supplier);
      if (groups[i] != NO_GROUP && offerCount > 0) {
        long amount =
            offerCount * revenues[i] - offers.cost(part, supplier) * quantities.value(row);
        profit[groups[i]] = Math.addExact(profit[groups[i]], amount);
        found[groups[i]] = true;
      }
    }
  }
}
