package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.ScalarFilterKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link dev.paceline.core.kernel.FilterKernels} on the Vector API: words of the set are gathered
 * for a vector of rows. Sets without a copy in the heap, lanes of 8 bytes and negative multipliers
 * take the scalar loops.
 */
public final class SimdFilterKernels extends ScalarFilterKernels implements SimdKernels {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final int LANES = INTS.length();
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(INTS.vectorBitSize() / 2));
  private static final VectorSpecies<Byte> BYTES =
      VectorSpecies.of(byte.class, VectorShape.forBitSize(Math.max(64, INTS.vectorBitSize() / 4)));

  /** The number of wanted rows per word up to which only those rows are looked up. */
  private static final int FEW = 6;

  private static final long MAX_LANE = 0xffff_ffffL;

  /** Public for the look-up by name. */
  public SimdFilterKernels() {}

  @Override
  public void narrow(
      MemorySegment data,
      long offset,
      int width,
      long base,
      long multiplier,
      int count,
      BitmapSet set,
      MemorySegment bitmap) {
    long start = base - set.min();
    if (set.copy().length == 0
        || width > 4
        || multiplier <= 0
        || BYTES.length() != LANES
        || start == Long.MIN_VALUE
        || overflows(base, set.min())
        || overflows(set.range(), start)) {
      super.narrow(data, offset, width, base, multiplier, count, set, bitmap);
      return;
    }
    long low = start >= 0 ? 0 : Math.ceilDiv(-start, multiplier);
    long high = Math.min(Math.floorDiv(set.range() - start, multiplier), MAX_LANE);
    boolean none = low > high;
    Window window = new Window((int) low, (int) high, (int) start, (int) multiplier);
    int[] indexes = new int[LANES];
    for (int word = 0; word << 6 < count; word++) {
      int end = Math.min(64, count - (word << 6));
      long wanted = bitmap.get(ValueLayout.JAVA_LONG, (long) word << 3) & -1L >>> 64 - end;
      if (wanted == 0) {
        continue;
      }
      long at = offset + ((long) word << 6) * width;
      long hits =
          none
              ? 0
              : end < 64 || Long.bitCount(wanted) <= FEW
                  ? few(data, at, width, start, multiplier, wanted, set)
                  : contained(data, at, width, wanted, window, set.copy(), indexes);
      bitmap.set(ValueLayout.JAVA_LONG, (long) word << 3, wanted & hits);
    }
  }

  private static boolean overflows(long left, long right) {
    return ((left ^ right) & (left ^ (left - right))) < 0;
  }

  /**
   * Lanes whose values are in the range of the set; there, 32 bits are enough.
   *
   * @param low the least
   * @param high the largest, unsigned
   * @param start index in the set of the value of lane 0, modulo 2³², as are the sums and products
   */
  private record Window(int low, int high, int start, int multiplier) {}

  /**
   * Looks up 64 rows. All in one method: a vector that crosses the border of one of ours becomes an
   * object where the JIT does not inline it, and the loop ten times slower.
   */
  private static long contained(
      MemorySegment data,
      long at,
      int width,
      long wanted,
      Window window,
      int[] bits,
      int[] indexes) {
    long hits = 0;
    for (int i = 0; i < 64; i += LANES) {
      if ((wanted >>> i & (1L << LANES) - 1) == 0) {
        continue;
      }
      IntVector lanes =
          switch (width) {
            case 1 ->
                (IntVector)
                    ByteVector.fromMemorySegment(BYTES, data, at + i, ORDER)
                        .convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, 0);
            case 2 ->
                (IntVector)
                    ShortVector.fromMemorySegment(SHORTS, data, at + 2L * i, ORDER)
                        .convertShape(VectorOperators.ZERO_EXTEND_S2I, INTS, 0);
            default -> IntVector.fromMemorySegment(INTS, data, at + 4L * i, ORDER);
          };
      VectorMask<Integer> outside =
          lanes.sub(window.low).compare(VectorOperators.UGT, window.high - window.low);
      IntVector index = lanes.mul(window.multiplier).add(window.start).blend(0, outside);
      index.lanewise(VectorOperators.LSHR, 5).intoArray(indexes, 0);
      IntVector words = IntVector.fromArray(INTS, bits, 0, indexes, 0);
      IntVector bit = IntVector.broadcast(INTS, 1).lanewise(VectorOperators.LSHL, index);
      hits |= words.and(bit).compare(VectorOperators.NE, 0).andNot(outside).toLong() << i;
    }
    return hits;
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    MemorySegment bits = batch.right();
    BitmapSet set = new BitmapSet(100, (1 << 17) - 1, bits).complete();
    return IntStream.of(1, 2, 4)
        .mapToObj(
            width ->
                (Exercise)
                    rows -> narrow(batch.left(), 0, width, 90, 1, rows, set, batch.bitmaps()))
        .toList();
  }
}
