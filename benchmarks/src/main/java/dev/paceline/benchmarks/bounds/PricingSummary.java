package dev.paceline.benchmarks.bounds;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Query 1: the two dictionaries tell how many groups there can be; {@link GroupSums} adds four of
 * them at a time.
 *
 * @param lastDate of the shipments that count
 */
record PricingSummary(LocalDate lastDate) implements BoundQuery {
  static final PricingSummary VALIDATION = new PricingSummary(LocalDate.of(1998, 9, 2));

  private static final int GROUPS_AT_ONCE = 4;
  private static final int NO_GROUP = GroupSums.OUT - 1;
  private static final List<String> COLUMNS =
      List.of(
          "l_shipdate",
          "l_returnflag",
          "l_linestatus",
          "l_quantity",
          "l_extendedprice",
          "l_discount",
          "l_tax");

  @Override
  public Query query() {
    return BoundQuery.tpch(1, "1998-09-02", lastDate.toString());
  }

  /** The sums of a group: quantity, price, discount, net price, charge; and its rows. */
  private static final class Totals {
    private long quantity;
    private long price;
    private long discount;
    private BigDecimal net = BigDecimal.ZERO;
    private BigDecimal charge = BigDecimal.ZERO;
    private long count;
  }

  private record Group(String flag, String status) {}

  private static final Comparator<Group> ANSWER_ORDER =
      Comparator.comparing(Group::flag).thenComparing(Group::status);

  @Override
  public Answer run(BlockReader reader) {
    TreeMap<Group, Totals> totals = new TreeMap<>(ANSWER_ORDER);
    MemorySegment groups = reader.scratch(RowGroup.MAX_ROWS);
    reader.scan("lineitem", COLUMNS, blocks -> add(blocks, groups, totals));
    List<List<Object>> rows = new ArrayList<>();
    totals.forEach((group, sums) -> rows.add(row(group, sums)));
    return Answer.ofRows(rows);
  }

  private void add(RowBlocks blocks, MemorySegment groups, Map<Group, Totals> totals) {
    Codes flags = blocks.codes(1).atWidth(1);
    Codes statuses = blocks.codes(2).atWidth(1);
    Codes quantities = blocks.codes(3);
    Codes prices = blocks.codes(4);
    Codes discounts = blocks.codes(5);
    Codes taxes = blocks.codes(6);
    int groupCount = flags.entries().size() * statuses.entries().size();
    BlockProperty.require(groupCount < NO_GROUP, "fewer than " + NO_GROUP + " groups");
    GroupSums sums = new GroupSums(blocks.rows(), groups, quantities, prices, discounts, taxes);
    RowBits inside = blocks.bits().between(blocks.codes(0), Long.MIN_VALUE, lastDate.toEpochDay());
    sums.assign(inside, flags, statuses, groupCount);
    int[] present = new int[groupCount + GROUPS_AT_ONCE];
    Arrays.fill(present, NO_GROUP);
    int found = 0;
    for (int group = 0; group < groupCount; group++) {
      if (sums.counts[group] > 0) {
        present[found++] = group;
      }
    }
    for (int i = 0; i < found; i += GROUPS_AT_ONCE) {
      sums.add(present[i], present[i + 1], present[i + 2], present[i + 3]);
    }
    for (int i = 0; i < found; i++) {
      int number = present[i];
      int status = number % statuses.entries().size();
      Group group =
          new Group(
              flags.entries().get(number / statuses.entries().size()),
              statuses.entries().get(status));
      Totals total = totals.computeIfAbsent(group, any -> new Totals());
      long count = sums.counts[number];
      total.count += count;
      total.quantity += value(quantities, count, sums.quantity[number], quantities.multiplier());
      total.price += value(prices, count, sums.price[number], 1);
      total.discount += value(discounts, count, sums.discount[number], 1);
      total.net = total.net.add(BigDecimal.valueOf(sums.net[number], 4));
      total.charge = total.charge.add(BigDecimal.valueOf(sums.charge[number], 6));
    }
  }

  private static long value(Codes codes, long count, long sumOfCodes, long multiplier) {
    return Math.addExact(
        Math.multiplyExact(codes.base(), count), Math.multiplyExact(multiplier, sumOfCodes));
  }

  private static List<Object> row(Group group, Totals sums) {
    BigDecimal count = BigDecimal.valueOf(sums.count);
    BigDecimal quantity = BigDecimal.valueOf(sums.quantity, Money.SCALE);
    BigDecimal price = BigDecimal.valueOf(sums.price, Money.SCALE);
    BigDecimal discount = BigDecimal.valueOf(sums.discount, Money.SCALE);
    return List.of(
        group.flag,
        group.status,
        quantity,
        price,
        sums.net,
        sums.charge,
        Money.quotient(quantity, count),
        Money.quotient(price, count),
        Money.quotient(discount, count),
        count);
  }
}
