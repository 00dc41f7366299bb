package dev.paceline.benchmarks.bounds;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.core.expr.pattern.LikePattern;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesTest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Query 13: an array with a counter for each customer key replaces the join and the aggregation. It
 * first counts all orders, and then subtracts those whose comment has both words; their comments
 * are searched in compressed form.
 *
 * @param first the word that comes first in the comment of an excluded order
 * @param second the word that comes later in such a comment
 */
record CustomerDistribution(String first, String second) implements BoundQuery {
  static final CustomerDistribution VALIDATION = new CustomerDistribution("special", "requests");

  private static final int NO_CUSTOMER = -1;

  @Override
  public Query query() {
    return BoundQuery.tpch(13, "%special%requests%", pattern());
  }

  private String pattern() {
    return "%" + first + "%" + second + "%";
  }

  @Override
  public Answer run(BlockReader reader) {
    DenseKeys keys = DenseKeys.of(reader, "customer", "c_custkey");
    int[] orders = new int[keys.size()];
    Arrays.fill(orders, NO_CUSTOMER);
    reader.scan("customer", List.of("c_custkey"), blocks -> begin(blocks, keys, orders));
    BytesTest words = new BytesTest(LikePattern.of(pattern(), null), false);
    reader.scan(
        "orders", List.of("o_custkey", "o_comment"), blocks -> count(blocks, keys, words, orders));
    return answer(orders);
  }

  private static void begin(RowBlocks blocks, DenseKeys keys, int[] orders) {
    Codes customers = blocks.codes(0);
    int shift = keys.shift(customers);
    for (int row = 0; row < blocks.rows(); row++) {
      int key = (int) customers.code(row) + shift;
      keys.requireUnique(orders[key] == NO_CUSTOMER);
      orders[key] = 0;
    }
  }

  private static void count(RowBlocks blocks, DenseKeys keys, ColumnPredicate words, int[] orders) {
    Codes customers = blocks.codes(0).unitsAtWidth(4);
    int shift = keys.shift(customers);
    boolean missing = false;
    for (int row = 0; row < blocks.rows(); row++) {
      int key = (int) customers.code(row) + shift;
      missing |= orders[key]++ == NO_CUSTOMER;
    }
    keys.requireAll(!missing);
    int count = blocks.matches(1, words);
    int[] hits = blocks.hits();
    for (int i = 0; i < count; i++) {
      orders[(int) customers.code(hits[i]) + shift]--;
    }
  }

  private static Answer answer(int[] orders) {
    int[] customers = new int[Arrays.stream(orders).max().orElse(0) + 1];
    for (int count : orders) {
      if (count != NO_CUSTOMER) {
        customers[count]++;
      }
    }
    Comparator<Integer> order = Comparator.comparingInt(count -> -customers[count]);
    List<List<Object>> rows = new ArrayList<>();
    IntStream.range(0, customers.length)
        .filter(count -> customers[count] > 0)
        .boxed()
        .sorted(order.thenComparing(Comparator.reverseOrder()))
        .forEach(
            count ->
                rows.add(List.of(BigDecimal.valueOf(count), BigDecimal.valueOf(customers[count]))));
    return Answer.ofRows(rows);
  }
}
