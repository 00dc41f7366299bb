package dev.paceline.benchmarks.bounds;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.core.expr.pattern.LikePattern;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesTest;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;

/**
 * Query 9: the parts whose names have a word in them, as bits, thin out partsupp and lineitem; the
 * few offers of a part are searched one by one; nations of suppliers and years of orders are a byte
 * for each key.
 *
 * @param word in the name of the part
 */
record ProductProfit(String word) implements BoundQuery {
  static final ProductProfit VALIDATION = new ProductProfit("green");

  private static final int MAX_NATIONS = 127;
  private static final int MAX_YEARS = 127;

  @Override
  public Query query() {
    return BoundQuery.tpch(9, "%green%", pattern());
  }

  private String pattern() {
    return "%" + word + "%";
  }

  @Override
  public Answer run(BlockReader reader) {
    KeyBits parts = new KeyBits(DenseKeys.of(reader, "part", "p_partkey"));
    BytesTest name = new BytesTest(LikePattern.of(pattern(), null), false);
    reader.scan("part", List.of("p_partkey", "p_name"), blocks -> choose(blocks, name, parts));
    Offers offers = new Offers(parts);
    reader.scan("partsupp", List.of("ps_partkey", "ps_suppkey", "ps_supplycost"), offers::add);
    offers.finish();
    KeyBytes nations = new KeyBytes(DenseKeys.of(reader, "supplier", "s_suppkey"));
    reader.scan(
        "supplier",
        List.of("s_suppkey", "s_nationkey"),
        blocks -> addNumbers(nations, blocks, nation -> nation, MAX_NATIONS));
    KeyBytes years = new KeyBytes(DenseKeys.of(reader, "orders", "o_orderkey"));
    int firstYear = year(reader.statistics("orders", "o_orderdate").minLong());
    reader.scan(
        "orders",
        List.of("o_orderkey", "o_orderdate"),
        blocks -> addNumbers(years, blocks, date -> year(date) - firstYear, MAX_YEARS));
    long[] profit = new long[MAX_NATIONS << LineProfit.YEAR_BITS];
    boolean[] found = new boolean[profit.length];
    LineProfit lines = new LineProfit(parts, offers, nations, years, profit, found);
    reader.scan("lineitem", LineProfit.COLUMNS, lines::add);
    return answer(names(reader), firstYear, profit, found);
  }

  private static int year(long epochDay) {
    return LocalDate.ofEpochDay(epochDay).getYear();
  }

  /** Adds numbers that are not negative, plus one, because 0 stands for a missing key. */
  private static void addNumbers(
      KeyBytes numbers, RowBlocks blocks, LongUnaryOperator number, int limit) {
    Codes codes = blocks.codes(1);
    BlockProperty.require(
        number.applyAsLong(codes.min()) >= 0 && number.applyAsLong(codes.max()) < limit,
        "fewer than " + limit + " nations and years");
    numbers.add(blocks.codes(0), codes, codes.bytes(value -> number.applyAsLong(value) + 1));
  }

  private static void choose(RowBlocks blocks, ColumnPredicate name, KeyBits parts) {
    Codes keys = blocks.codes(0);
    int count = blocks.matches(1, name);
    int[] hits = blocks.hits();
    for (int i = 0; i < count; i++) {
      parts.addUnique(keys.value(hits[i]));
    }
  }

  private static Map<Long, String> names(BlockReader reader) {
    Map<Long, String> names = new HashMap<>();
    reader.scan(
        "nation",
        List.of("n_nationkey", "n_name"),
        blocks -> {
          Codes keys = blocks.codes(0);
          for (int row = 0; row < blocks.rows(); row++) {
            names.put(keys.value(row), blocks.string(1, row));
          }
        });
    return names;
  }

  private static Answer answer(
      Map<Long, String> names, int firstYear, long[] profit, boolean[] found) {
    TreeMap<String, TreeMap<Integer, BigDecimal>> groups = new TreeMap<>();
    for (int group = 0; group < profit.length; group++) {
      String name = names.get((long) (group >>> LineProfit.YEAR_BITS));
      if (found[group] && name != null) {
        groups
            .computeIfAbsent(name, any -> new TreeMap<>(Comparator.reverseOrder()))
            .merge(
                firstYear + (group & MAX_YEARS),
                BigDecimal.valueOf(profit[group], 4),
                BigDecimal::add);
      }
    }
    List<List<Object>> rows = new ArrayList<>();
    groups.forEach(
        (name, years) ->
            years.forEach((year, sum) -> rows.add(List.of(name, BigDecimal.valueOf(year), sum))));
    return Answer.ofRows(rows);
  }
}
