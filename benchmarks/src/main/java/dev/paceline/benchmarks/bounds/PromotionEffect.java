package dev.paceline.benchmarks.bounds;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;

/**
 * Query 14: a byte for each part says whether it is promoted; a range of dates finds the month's
 * shipments.
 *
 * @param month its first day
 */
record PromotionEffect(LocalDate month) implements BoundQuery {
  static final PromotionEffect VALIDATION = new PromotionEffect(LocalDate.of(1995, 9, 1));

  private static final String PREFIX = "PROMO";
  private static final byte MISSING = 0;
  private static final byte OTHER = 1;
  private static final byte PROMOTED = 2;

  @Override
  public Query query() {
    return BoundQuery.tpch(
        14, "1995-09-01", month.toString(), "1995-10-01", month.plusMonths(1).toString());
  }

  /** Revenue by kind of part. */
  private static final class Revenue {
    final long[] ofKind = new long[PROMOTED + 1];
    long rows;
  }

  @Override
  public Answer run(BlockReader reader) {
    KeyBytes kinds = new KeyBytes(DenseKeys.of(reader, "part", "p_partkey"));
    reader.scan("part", List.of("p_partkey", "p_type"), blocks -> classify(blocks, kinds));
    Revenue revenue = new Revenue();
    reader.scan(
        "lineitem",
        List.of("l_shipdate", "l_partkey", "l_extendedprice", "l_discount"),
        blocks -> add(blocks, kinds, revenue));
    if (revenue.rows == 0) {
      return new Answer(List.of(Arrays.asList((Object) null)));
    }
    BigDecimal promoted = BigDecimal.valueOf(revenue.ofKind[PROMOTED], 4);
    BigDecimal total = promoted.add(BigDecimal.valueOf(revenue.ofKind[OTHER], 4));
    return new Answer(
        List.of(List.of(Money.quotient(new BigDecimal("100.00").multiply(promoted), total))));
  }

  private static void classify(RowBlocks blocks, KeyBytes kinds) {
    Codes types = blocks.codes(1);
    byte[] kindOf = new byte[types.entries().size()];
    for (int code = 0; code < kindOf.length; code++) {
      kindOf[code] = types.entries().get(code).startsWith(PREFIX) ? PROMOTED : OTHER;
    }
    kinds.add(blocks.codes(0), types, kindOf);
  }

  private void add(RowBlocks blocks, KeyBytes kinds, Revenue revenue) {
    Codes partKeys = blocks.codes(1);
    Codes prices = blocks.codes(2);
    Codes discounts = blocks.codes(3);
    RowBits bits =
        blocks
            .bits()
            .between(blocks.codes(0), month.toEpochDay(), month.plusMonths(1).toEpochDay() - 1);
    int shift = kinds.keys().shift(partKeys);
    byte[] kindOf = kinds.bytes();
    Money.requireSum(blocks.rows(), prices.magnitude(), Money.ONE + discounts.magnitude());
    int[] hits = blocks.hits();
    int count = bits.collect(hits);
    long[] sums = new long[PROMOTED + 1];
    for (int i = 0; i < count; i++) {
      int kind = kindOf[(int) partKeys.code(hits[i]) + shift];
      sums[kind] += prices.value(hits[i]) * (Money.ONE - discounts.value(hits[i]));
      revenue.rows += kind == MISSING ? 0 : 1;
    }
    for (int kind = 0; kind < sums.length; kind++) {
      revenue.ofKind[kind] = Math.addExact(revenue.ofKind[kind], sums[kind]);
    }
  }
}
