package dev.paceline.datasets;

import io.trino.tpch.Distributions;
import java.util.List;

/**
 * Rows of lineorder, made order by order. All draws are uniform: 1 to 7 lines an order, quantities
 * of 1 to 50, discounts of 0 to 10 %, taxes of 0 to 8 %, commitments 30 to 90 days after the order.
 * As with TPC-H, the price follows from the part, of every 32 order keys the first 8 are used, and
 * one customer in three has no orders.
 */
final class SsbLineorder implements GeneratedTable.Rows {
  private static final int MAX_LINES = 7;
  private static final int MAX_QUANTITY = 50;
  private static final int MAX_DISCOUNT = 10;
  private static final int MAX_TAX = 8;
  private static final int MIN_COMMIT_DAYS = 30;
  private static final int MAX_COMMIT_DAYS = 90;

  /** The last day with orders is the second of August 1998. */
  private static final int ORDER_DAYS = 2_406;

  private static final List<String> PRIORITIES =
      Distributions.getDefaultDistributions().getOrderPriorities().getValues();
  private static final List<String> SHIP_MODES =
      Distributions.getDefaultDistributions().getShipModes().getValues();

  private final RowRandom random = new RowRandom(SsbSchema.LINEORDER);
  private final int[] dateKeys = SsbDates.keys();
  private final int customersWithOrders;
  private final int parts;
  private final int suppliers;
  private final long orderEnd;

  /** The order whose lines are being written, counted from 0. */
  private long order;

  private int customer;
  private int orderDay;
  private String priority = "";
  private long totalPrice;
  private int lines;
  private int line;
  private final int[] part = new int[MAX_LINES];
  private final int[] supplier = new int[MAX_LINES];
  private final int[] quantity = new int[MAX_LINES];
  private final int[] discount = new int[MAX_LINES];
  private final int[] tax = new int[MAX_LINES];
  private final int[] commitDay = new int[MAX_LINES];
  private final int[] shipMode = new int[MAX_LINES];

  /** The orders from one, counted from 0, up to but without another. */
  SsbLineorder(double scaleFactor, long orderStart, long orderEnd) {
    int customers = SsbScale.customers(scaleFactor);
    this.customersWithOrders = customers - customers / 3;
    this.parts = SsbScale.parts(scaleFactor);
    this.suppliers = SsbScale.suppliers(scaleFactor);
    this.order = orderStart - 1;
    this.orderEnd = orderEnd;
  }

  @Override
  public boolean next(RowSink row) {
    if (line == lines) {
      if (order + 1 >= orderEnd) {
        return false;
      }
      order++;
      drawOrder();
    }
    int i = line++;
    long extendedPrice = extendedPrice(i);
    row.integer(((order + 1) >>> 3 << 5) | ((order + 1) & 7))
        .integer(line)
        .integer(customer)
        .integer(part[i])
        .integer(supplier[i])
        .integer(dateKeys[orderDay])
        .text(priority)
        .character('0')
        .integer(quantity[i])
        .integer(extendedPrice)
        .integer(totalPrice)
        .integer(discount[i])
        .integer(extendedPrice * (100 - discount[i]) / 100)
        .integer(6 * retailPrice(part[i]) / 10)
        .integer(tax[i])
        .integer(dateKeys[commitDay[i]])
        .text(SHIP_MODES.get(shipMode[i]))
        .end();
    return true;
  }

  /** Draws all lines of the order: each of them tells the sum of all. */
  private void drawOrder() {
    random.startRow(order);
    orderDay = random.between(0, ORDER_DAYS - 1);
    int rank = random.between(0, customersWithOrders - 1);
    customer = 1 + rank + rank / 2; // 1, 2, 4, 5, 7, ...
    priority = PRIORITIES.get(random.between(0, PRIORITIES.size() - 1));
    lines = random.between(1, MAX_LINES);
    line = 0;
    totalPrice = 0;
    for (int i = 0; i < lines; i++) {
      part[i] = random.between(1, parts);
      supplier[i] = random.between(1, suppliers);
      quantity[i] = random.between(1, MAX_QUANTITY);
      discount[i] = random.between(0, MAX_DISCOUNT);
      tax[i] = random.between(0, MAX_TAX);
      commitDay[i] = orderDay + random.between(MIN_COMMIT_DAYS, MAX_COMMIT_DAYS);
      shipMode[i] = random.between(0, SHIP_MODES.size() - 1);
      totalPrice += extendedPrice(i) * (100 - discount[i]) / 100 * (100 + tax[i]) / 100;
    }
  }

  /** Returns the extended price in cents. */
  private long extendedPrice(int i) {
    return quantity[i] * retailPrice(part[i]);
  }

  /** TPC-H's price of a part in cents. */
  private static long retailPrice(int part) {
    return 90_000 + part / 10 % 20_001 + part % 1_000 * 100L;
  }
}
