package dev.paceline.benchmarks.bounds;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.util.ArrayList;
import java.util.List;

/**
 * Query 19: evaluates the conditions on parts once for each part, as a byte with one bit for each
 * branch of the disjunction. The conditions that all branches share leave few rows of lineitem. For
 * these rows, a table that is indexed by the byte of the part and the quantity decides.
 *
 * @param brands of small, medium and large containers
 * @param quantities the least of each branch; ten more are the most
 */
record DiscountedRevenue(List<String> brands, List<Integer> quantities) implements BoundQuery {
  static final DiscountedRevenue VALIDATION =
      new DiscountedRevenue(List.of("Brand#12", "Brand#23", "Brand#34"), List.of(1, 10, 20));

  private static final int BRANCHES = 3;
  private static final int QUANTITY_SPAN = 10;
  private static final List<List<String>> CONTAINERS =
      List.of(
          List.of("SM CASE", "SM BOX", "SM PACK", "SM PKG"),
          List.of("MED BAG", "MED BOX", "MED PKG", "MED PACK"),
          List.of("LG CASE", "LG BOX", "LG PACK", "LG PKG"));
  private static final List<Integer> SIZES = List.of(5, 10, 15);
  private static final List<String> SHIP_MODES = List.of("AIR", "AIR REG");
  private static final String SHIP_INSTRUCTION = "DELIVER IN PERSON";

  @Override
  public Query query() {
    List<String> replacements = new ArrayList<>();
    for (int i = 0; i < BRANCHES; i++) {
      replacements.add(VALIDATION.brands.get(i));
      replacements.add(brands.get(i));
      replacements.add(range(VALIDATION.quantities.get(i)));
      replacements.add(range(quantities.get(i)));
    }
    return BoundQuery.tpch(19, replacements.toArray(String[]::new));
  }

  private static String range(int least) {
    return "l_quantity >= " + least + " and l_quantity <= " + (least + QUANTITY_SPAN);
  }

  @Override
  public Answer run(BlockReader reader) {
    DenseKeys keys = DenseKeys.of(reader, "part", "p_partkey");
    byte[] branches = new byte[keys.size()];
    reader.scan(
        "part",
        List.of("p_partkey", "p_brand", "p_container", "p_size"),
        blocks -> classify(blocks, keys, branches));
    MoneySum sum = new MoneySum();
    reader.scan(
        "lineitem",
        List.of(
            "l_shipmode",
            "l_shipinstruct",
            "l_quantity",
            "l_partkey",
            "l_extendedprice",
            "l_discount"),
        blocks -> add(blocks, keys, branches, sum));
    return sum.answer();
  }

  private void classify(RowBlocks blocks, DenseKeys keys, byte[] branches) {
    Codes partKeys = blocks.codes(0);
    Codes brandCodes = blocks.codes(1);
    Codes containers = blocks.codes(2);
    Codes sizes = blocks.codes(3);
    byte[] ofBrand = new byte[brandCodes.entries().size()];
    byte[] ofContainer = new byte[containers.entries().size()];
    for (int i = 0; i < BRANCHES; i++) {
      mark(ofBrand, brandCodes, brands.get(i), i);
      for (String container : CONTAINERS.get(i)) {
        mark(ofContainer, containers, container, i);
      }
    }
    byte[] ofSize = new byte[Math.toIntExact(Math.max(0, sizes.max()) + 1)];
    for (int i = 0; i < BRANCHES; i++) {
      for (int size = 1; size <= Math.min(sizes.max(), SIZES.get(i)); size++) {
        ofSize[size] |= (byte) (1 << i);
      }
    }
    int shift = keys.shift(partKeys);
    for (int row = 0; row < blocks.rows(); row++) {
      int bits = ofBrand[(int) brandCodes.code(row)] & ofContainer[(int) containers.code(row)];
      if (bits == 0) {
        continue;
      }
      bits &= ofSize[(int) Math.max(0, sizes.value(row))];
      if (bits != 0) {
        int key = (int) partKeys.code(row) + shift;
        keys.requireUnique(branches[key] == 0);
        branches[key] = (byte) bits;
      }
    }
  }

  private static void mark(byte[] bits, Codes codes, String entry, int branch) {
    int code = codes.entries().indexOf(entry);
    if (code >= 0) {
      bits[code] |= (byte) (1 << branch);
    }
  }

  private void add(RowBlocks blocks, DenseKeys keys, byte[] branches, MoneySum sum) {
    Codes modes = blocks.codes(0);
    Codes instructions = blocks.codes(1);
    Codes quantityCodes = blocks.codes(2).atWidth(1);
    Codes partKeys = blocks.codes(3);
    Codes prices = blocks.codes(4);
    Codes discounts = blocks.codes(5);
    RowBits lines =
        blocks
            .bits()
            .equal(modes, SHIP_MODES.getFirst())
            .or(blocks.bits().equal(modes, SHIP_MODES.getLast()))
            .equal(instructions, SHIP_INSTRUCTION);
    int shift = keys.shift(partKeys);
    Money.requireSum(blocks.rows(), prices.magnitude(), Money.ONE + discounts.magnitude());
    byte[] fits = fits(quantityCodes);
    int[] hits = blocks.hits();
    int found = lines.collect(hits);
    int count = 0;
    for (int i = 0; i < found; i++) {
      int row = hits[i];
      hits[count] = row;
      int bits = branches[(int) partKeys.code(row) + shift] & fits[(int) quantityCodes.code(row)];
      count += bits == 0 ? 0 : 1;
    }
    long value = 0;
    for (int i = 0; i < count; i++) {
      value += prices.value(hits[i]) * (Money.ONE - discounts.value(hits[i]));
    }
    sum.add(value, count);
  }

  /** The branches that a quantity suits, by its code. */
  private byte[] fits(Codes quantityCodes) {
    byte[] fits = new byte[256];
    for (int code = 0; code < fits.length; code++) {
      long quantity = quantityCodes.base() + quantityCodes.multiplier() * code;
      for (int i = 0; i < BRANCHES; i++) {
        long least = (long) Money.ONE * quantities.get(i);
        if (least <= quantity && quantity <= least + (long) Money.ONE * QUANTITY_SPAN) {
          fits[code] |= (byte) (1 << i);
        }
      }
    }
    return fits;
  }
}
