package dev.paceline.benchmarks.bounds;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;

/**
 * Query 17: a bit for each part that counts, small enough for the first-level cache; lineitem is
 * read once, its few hits are kept, and what is below their part's average is added in the end.
 *
 * @param brand and
 * @param container of the parts
 */
record SmallQuantityRevenue(String brand, String container) implements BoundQuery {
  static final SmallQuantityRevenue VALIDATION = new SmallQuantityRevenue("Brand#23", "MED BOX");

  /** Fraction digits of SQL's average. */
  private static final int AVERAGE_SCALE = 12;

  @Override
  public Query query() {
    return BoundQuery.tpch(17, VALIDATION.brand, brand, VALIDATION.container, container);
  }

  @Override
  public Answer run(BlockReader reader) {
    DenseKeys keys = DenseKeys.of(reader, "part", "p_partkey");
    KeyBits parts = new KeyBits(keys);
    reader.scan(
        "part", List.of("p_partkey", "p_brand", "p_container"), blocks -> choose(blocks, parts));
    PartRows lines = new PartRows();
    reader.scan(
        "lineitem",
        List.of("l_partkey", "l_quantity", "l_extendedprice"),
        blocks -> collect(blocks, parts, lines));
    return answer(lines, keys);
  }

  private void choose(RowBlocks blocks, KeyBits parts) {
    Codes partKeys = blocks.codes(0);
    Codes brands = blocks.codes(1);
    Codes containers = blocks.codes(2);
    int[] hits = blocks.hits();
    int count = blocks.bits().equal(brands, brand).equal(containers, container).collect(hits);
    for (int i = 0; i < count; i++) {
      parts.addUnique(partKeys.value(hits[i]));
    }
  }

  private static void collect(RowBlocks blocks, KeyBits parts, PartRows lines) {
    Codes partKeys = blocks.codes(0).unitsAtWidth(4);
    Codes quantities = blocks.codes(1);
    Codes prices = blocks.codes(2);
    int shift = parts.keys().shift(partKeys);
    int[] hits = blocks.hits();
    int count = parts.hits(partKeys, blocks.rows(), hits);
    for (int i = 0; i < count; i++) {
      int row = hits[i];
      lines.add((int) partKeys.code(row) + shift, quantities.value(row), prices.value(row));
    }
  }

  private static Answer answer(PartRows lines, DenseKeys keys) {
    long[] quantities = new long[keys.size()];
    int[] counts = new int[keys.size()];
    for (int i = 0; i < lines.count; i++) {
      quantities[lines.parts[i]] = Math.addExact(quantities[lines.parts[i]], lines.first[i]);
      counts[lines.parts[i]]++;
    }
    long sum = 0;
    boolean found = false;
    for (int i = 0; i < lines.count; i++) {
      int part = lines.parts[i];
      BigDecimal average = average(quantities[part], counts[part]);
      if (BigDecimal.valueOf(lines.first[i], Money.SCALE)
              .compareTo(average.multiply(new BigDecimal("0.2")))
          < 0) {
        sum = Math.addExact(sum, lines.second[i]);
        found = true;
      }
    }
    BigDecimal yearly =
        found ? Money.quotient(BigDecimal.valueOf(sum, Money.SCALE), new BigDecimal("7.0")) : null;
    return new Answer(List.of(Arrays.asList(yearly)));
  }

  private static BigDecimal average(long sum, int count) {
    return BigDecimal.valueOf(sum, Money.SCALE)
        .divide(BigDecimal.valueOf(count), AVERAGE_SCALE, RoundingMode.HALF_UP);
  }
}
