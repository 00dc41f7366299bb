package dev.paceline.benchmarks.bounds;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Query 18, where zone maps prove that the lines of an order are neighbours: {@link LargeRuns}
 * finds the few orders that are large enough, and binary searches in the sorted keys find them and
 * their customers.
 *
 * @param quantity that an order must exceed
 */
record LargeVolumeCustomers(int quantity) implements BoundQuery {
  static final LargeVolumeCustomers VALIDATION = new LargeVolumeCustomers(300);

  private static final int LIMIT = 100;

  @Override
  public Query query() {
    return BoundQuery.tpch(18, "> 300", "> " + quantity);
  }

  /** An order that is large enough. */
  private record Order(long key, long customer, long date, long price, long quantity) {}

  @Override
  public Answer run(BlockReader reader) {
    LargeRuns runs = new LargeRuns((long) Money.ONE * quantity);
    reader.scan(
        "lineitem",
        List.of("l_orderkey", "l_quantity"),
        blocks -> runs.add(blocks.codes(0).atWidth(4), blocks.codes(1).atWidth(1), blocks.rows()));
    Map<Long, Long> sums = runs.sums();
    List<Order> orders = new ArrayList<>();
    reader.scan(
        "orders",
        List.of("o_orderkey", "o_custkey", "o_orderdate", "o_totalprice"),
        blocks -> findOrders(blocks, sums, orders));
    requireUnique(
        orders.stream().map(Order::key).distinct().count() == orders.size(), "o_orderkey");
    orders.sort(Comparator.comparingLong(Order::price).reversed().thenComparingLong(Order::date));
    Map<Long, String> names = new HashMap<>();
    orders.forEach(order -> names.put(order.customer, ""));
    reader.scan("customer", List.of("c_custkey", "c_name"), blocks -> findNames(blocks, names));
    List<List<Object>> rows = new ArrayList<>();
    for (Order order : orders) {
      String name = names.get(order.customer);
      if (!name.isEmpty() && rows.size() < LIMIT) {
        rows.add(row(order, name));
      }
    }
    return Answer.ofRows(rows);
  }

  private static List<Object> row(Order order, String name) {
    return List.of(
        name,
        BigDecimal.valueOf(order.customer),
        BigDecimal.valueOf(order.key),
        LocalDate.ofEpochDay(order.date).toString(),
        BigDecimal.valueOf(order.price, Money.SCALE),
        BigDecimal.valueOf(order.quantity, Money.SCALE));
  }

  private static void findOrders(RowBlocks blocks, Map<Long, Long> sums, List<Order> orders) {
    Codes keys = blocks.codes(0);
    Codes customers = blocks.codes(1);
    Codes dates = blocks.codes(2);
    Codes prices = blocks.codes(3);
    sums.forEach(
        (key, sum) -> {
          int row = find(keys, blocks.rows(), key, "o_orderkey");
          if (row >= 0) {
            orders.add(
                new Order(key, customers.value(row), dates.value(row), prices.value(row), sum));
          }
        });
  }

  private static void findNames(RowBlocks blocks, Map<Long, String> names) {
    Codes keys = blocks.codes(0);
    names.replaceAll(
        (key, name) -> {
          int row = find(keys, blocks.rows(), key, "c_custkey");
          if (row < 0) {
            return name;
          }
          requireUnique(name.isEmpty(), "c_custkey");
          return blocks.string(1, row);
        });
  }

  /** The row of a key; -1 if there is none. */
  private static int find(Codes keys, int rows, long key, String column) {
    if (key < keys.min() || key > keys.max()) {
      return -1;
    }
    BlockProperty.require(keys.sorted(), "each block of " + column + " sorted");
    int low = 0;
    int high = rows - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (keys.value(middle) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    requireUnique(low + 1 == rows || keys.value(low + 1) != key, column);
    return keys.value(low) == key ? low : -1;
  }

  private static void requireUnique(boolean isUnique, String column) {
    BlockProperty.require(isUnique, "unique values in " + column);
  }
}
