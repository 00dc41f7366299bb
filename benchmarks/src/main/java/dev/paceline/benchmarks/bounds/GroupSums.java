package dev.paceline.benchmarks.bounds;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The sums of query 1 over one row group: every row has the byte of its group, and four groups at a
 * time are added under masks. Prices, quantities and discounts are added in lanes of 32 bits (the
 * latter two in one) for as many rows as cannot overflow them, products in lanes of 64.
 */
final class GroupSums {
  /** Groups are less than this. */
  static final int OUT = 255;

  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> INT_BYTES =
      INTS.length() > 8 ? ByteVector.SPECIES_128 : ByteVector.SPECIES_64;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final int HALF_BITS = 16;

  /** Vectors that are added until lanes of two bytes, each sum of bytes, could overflow. */
  private static final int MAX_STEPS = 128;

  private final int rows;
  private final MemorySegment groups;
  private final Codes quantities;
  private final Codes prices;
  private final Codes discounts;
  private final Codes taxes;
  private final int steps;

  final long[] counts = new long[OUT + 1];
  final long[] quantity = new long[OUT + 1];
  final long[] price = new long[OUT + 1];
  final long[] discount = new long[OUT + 1];
  final long[] net = new long[OUT + 1];
  final long[] charge = new long[OUT + 1];

  /**
   * @param groups at least as many bytes as rows, and a vector more
   */
  GroupSums(
      int rows,
      MemorySegment groups,
      Codes quantities,
      Codes prices,
      Codes discounts,
      Codes taxes) {
    this.rows = rows;
    this.groups = groups;
    this.quantities = quantities.atWidth(1);
    this.prices = prices.unitsAtWidth(4);
    this.discounts = discounts.unitsAtWidth(1);
    this.taxes = taxes.unitsAtWidth(1);
    long greatest = Math.max(1, prices.max() - prices.base());
    Money.requireSum(1L << Integer.SIZE, prices.magnitude(), Money.ONE + discounts.magnitude());
    Money.requireSum(
        rows, prices.magnitude(), Money.ONE + discounts.magnitude(), Money.ONE + taxes.magnitude());
    steps = Math.clamp(Integer.MAX_VALUE / greatest, 1, MAX_STEPS);
  }

  /**
   * Gives every row its group: first key × number of second keys + second key, or {@link #OUT}.
   *
   * @param groupCount less than {@link #OUT}
   */
  void assign(RowBits rowsInside, Codes first, Codes second, int groupCount) {
    byte seconds = (byte) second.entries().size();
    int row = 0;
    for (; row + RowBits.WORD_ROWS <= rows; row += RowBits.WORD_ROWS) {
      long mask = rowsInside.word(row);
      for (int i = 0; i < RowBits.WORD_ROWS; i += BYTES.length()) {
        long at = (long) row + i;
        ByteVector group =
            ByteVector.fromMemorySegment(BYTES, first.segment(), first.offset() + at, ORDER)
                .mul(seconds)
                .add(
                    ByteVector.fromMemorySegment(
                        BYTES, second.segment(), second.offset() + at, ORDER));
        ByteVector inside =
            ByteVector.broadcast(BYTES, (byte) OUT)
                .blend(group, VectorMask.fromLong(BYTES, mask >>> i));
        inside.intoMemorySegment(groups, at, ORDER);
        for (int number = 0; number < groupCount; number++) {
          counts[number] += inside.eq((byte) number).trueCount();
        }
      }
    }
    long mask = row < rows ? rowsInside.word(row) : 0;
    for (; row < rows; row++, mask >>>= 1) {
      long group = (mask & 1) == 0 ? OUT : first.code(row) * seconds + second.code(row);
      groups.set(ValueLayout.JAVA_BYTE, row, (byte) group);
      counts[(int) group]++;
    }
    ByteVector.broadcast(BYTES, (byte) OUT).intoMemorySegment(groups, row, ORDER);
  }

  /** Adds the rows of four groups, of which some may be {@link #OUT} minus one: none. */
  void add(int a, int b, int c, int d) {
    int batch = steps * INTS.length();
    for (int row = 0; row < rows; row += batch) {
      addInts(row, Math.min(rows, row + batch), a, b, c, d);
    }
    addLongs(a, b, c, d);
  }

  private static IntVector ints(MemorySegment segment, long offset) {
    return (IntVector)
        ByteVector.fromMemorySegment(INT_BYTES, segment, offset, ORDER)
            .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
  }

  private static LongVector longs(MemorySegment segment, long offset) {
    return (LongVector)
        ByteVector.fromMemorySegment(ByteVector.SPECIES_64, segment, offset, ORDER)
            .convertShape(VectorOperators.ZERO_EXTEND_B2L, LONGS, 0);
  }

  private void addInts(int from, int to, int a, int b, int c, int d) {
    MemorySegment groupSegment = groups;
    MemorySegment priceSegment = prices.segment();
    MemorySegment quantitySegment = quantities.segment();
    MemorySegment discountSegment = discounts.segment();
    long priceOffset = prices.offset();
    long quantityOffset = quantities.offset();
    long discountOffset = discounts.offset();
    IntVector zero = IntVector.zero(INTS);
    IntVector priceA = zero;
    IntVector priceB = zero;
    IntVector priceC = zero;
    IntVector priceD = zero;
    IntVector bothA = zero;
    IntVector bothB = zero;
    IntVector bothC = zero;
    IntVector bothD = zero;
    for (int row = from; row < to; row += INTS.length()) {
      IntVector group = ints(groupSegment, row);
      IntVector priceLanes =
          IntVector.fromMemorySegment(INTS, priceSegment, priceOffset + ((long) row << 2), ORDER);
      IntVector both =
          ints(discountSegment, discountOffset + row)
              .lanewise(VectorOperators.LSHL, HALF_BITS)
              .or(ints(quantitySegment, quantityOffset + row));
      VectorMask<Integer> inA = group.eq(a);
      VectorMask<Integer> inB = group.eq(b);
      VectorMask<Integer> inC = group.eq(c);
      VectorMask<Integer> inD = group.eq(d);
      priceA = priceA.add(priceLanes, inA);
      priceB = priceB.add(priceLanes, inB);
      priceC = priceC.add(priceLanes, inC);
      priceD = priceD.add(priceLanes, inD);
      bothA = bothA.add(both, inA);
      bothB = bothB.add(both, inB);
      bothC = bothC.add(both, inC);
      bothD = bothD.add(both, inD);
    }
    flush(a, priceA, bothA);
    flush(b, priceB, bothB);
    flush(c, priceC, bothC);
    flush(d, priceD, bothD);
  }

  private void flush(int group, IntVector prices, IntVector both) {
    price[group] +=
        ((LongVector) prices.convertShape(VectorOperators.I2L, LONGS, 0))
            .add((LongVector) prices.convertShape(VectorOperators.I2L, LONGS, 1))
            .reduceLanes(VectorOperators.ADD);
    quantity[group] += both.and((1 << HALF_BITS) - 1).reduceLanes(VectorOperators.ADD);
    discount[group] +=
        both.lanewise(VectorOperators.LSHR, HALF_BITS).reduceLanes(VectorOperators.ADD);
  }

  private void addLongs(int a, int b, int c, int d) {
    MemorySegment groupSegment = groups;
    MemorySegment priceSegment = prices.segment();
    MemorySegment discountSegment = discounts.segment();
    MemorySegment taxSegment = taxes.segment();
    long priceOffset = prices.offset();
    long discountOffset = discounts.offset();
    long taxOffset = taxes.offset();
    int priceBase = (int) prices.base();
    int rest = (int) (Money.ONE - discounts.base());
    long taxed = Money.ONE + taxes.base();
    LongVector zero = LongVector.zero(LONGS);
    LongVector netA = zero;
    LongVector netB = zero;
    LongVector netC = zero;
    LongVector netD = zero;
    LongVector chargeA = zero;
    LongVector chargeB = zero;
    LongVector chargeC = zero;
    LongVector chargeD = zero;
    for (int row = 0; row < rows; row += INTS.length()) {
      IntVector nets =
          IntVector.fromMemorySegment(INTS, priceSegment, priceOffset + ((long) row << 2), ORDER)
              .add(priceBase)
              .mul(
                  IntVector.broadcast(INTS, rest).sub(ints(discountSegment, discountOffset + row)));
      for (int part = 0; part < 2; part++) {
        long at = row + (long) part * LONGS.length();
        LongVector wide = (LongVector) nets.convertShape(VectorOperators.I2L, LONGS, part);
        LongVector charges = wide.mul(longs(taxSegment, taxOffset + at).add(taxed));
        LongVector group = longs(groupSegment, at);
        VectorMask<Long> inA = group.eq(a);
        VectorMask<Long> inB = group.eq(b);
        VectorMask<Long> inC = group.eq(c);
        VectorMask<Long> inD = group.eq(d);
        netA = netA.add(wide, inA);
        netB = netB.add(wide, inB);
        netC = netC.add(wide, inC);
        netD = netD.add(wide, inD);
        chargeA = chargeA.add(charges, inA);
        chargeB = chargeB.add(charges, inB);
        chargeC = chargeC.add(charges, inC);
        chargeD = chargeD.add(charges, inD);
      }
    }
    net[a] += netA.reduceLanes(VectorOperators.ADD);
    net[b] += netB.reduceLanes(VectorOperators.ADD);
    net[c] += netC.reduceLanes(VectorOperators.ADD);
    net[d] += netD.reduceLanes(VectorOperators.ADD);
    charge[a] += chargeA.reduceLanes(VectorOperators.ADD);
    charge[b] += chargeB.reduceLanes(VectorOperators.ADD);
    charge[c] += chargeC.reduceLanes(VectorOperators.ADD);
    charge[d] += chargeD.reduceLanes(VectorOperators.ADD);
  }
}
