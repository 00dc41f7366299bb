package dev.paceline.core.kernel.simd;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.kernel.ScalarRunKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link ScalarRunKernels} on the Vector API, for processors with vectors of 512 bits: a run ends
 * where a code differs from the next one, and row numbers are compressed by that mask. Others are
 * served by the scalar loops.
 */
public final class SimdRunKernels extends ScalarRunKernels implements SimdKernels {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final VectorSpecies<Integer> EIGHT_INTS = IntVector.SPECIES_256;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_512;
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  private static final VectorSpecies<Byte> EIGHT_BYTES = ByteVector.SPECIES_64;
  private static final VectorShuffle<Long> BEHIND_1 = VectorShuffle.iota(LONGS, -1, 1, true);
  private static final VectorShuffle<Long> BEHIND_2 = VectorShuffle.iota(LONGS, -2, 1, true);
  private static final VectorShuffle<Long> BEHIND_4 = VectorShuffle.iota(LONGS, -4, 1, true);
  private static final VectorShuffle<Long> LAST =
      VectorShuffle.fromValues(LONGS, 7, 7, 7, 7, 7, 7, 7, 7);
  private static final VectorMask<Long> FROM_1 = VectorMask.fromLong(LONGS, 0b1111_1110);
  private static final VectorMask<Long> FROM_2 = VectorMask.fromLong(LONGS, 0b1111_1100);
  private static final VectorMask<Long> FROM_4 = VectorMask.fromLong(LONGS, 0b1111_0000);
  private static final boolean WIDE = LongVector.SPECIES_PREFERRED.vectorBitSize() >= 512;
  private static final int STEP = INTS.length();

  /** Public for the look-up by name. */
  public SimdRunKernels() {}

  @Override
  public int find(MemorySegment codes, long offset, int width, int rows, MemorySegment lastRows) {
    if (!WIDE) {
      return super.find(codes, offset, width, rows, lastRows);
    }
    lastRows.set(JAVA_INT, 0, -1);
    // Words of 64 rows, of which the last has a next one.
    int bound = rows - 1 & -64;
    int run =
        switch (width) {
          case 1 -> findBytes(codes, offset, bound, lastRows);
          case 2 -> findShorts(codes, offset, bound, lastRows);
          case 4 -> findInts(codes, offset, bound, lastRows);
          default -> findLongs(codes, offset, bound, lastRows);
        };
    int runs = findFrom(codes, offset, width, bound, rows, lastRows, run);
    lastRows.set(JAVA_INT, (long) runs << 2, rows - 1);
    return runs;
  }

  private static int findBytes(
      MemorySegment codes, long offset, int bound, MemorySegment lastRows) {
    int run = 1;
    for (int first = 0; first < bound; first += 64) {
      long at = offset + first;
      long ends =
          ByteVector.fromMemorySegment(BYTES, codes, at, ORDER)
              .compare(
                  VectorOperators.NE, ByteVector.fromMemorySegment(BYTES, codes, at + 1, ORDER))
              .toLong();
      run = write(ends, first, lastRows, run);
    }
    return run;
  }

  private static int findShorts(
      MemorySegment codes, long offset, int bound, MemorySegment lastRows) {
    int run = 1;
    for (int first = 0; first < bound; first += 64) {
      long ends = 0;
      for (int i = 0; i < 64; i += SHORTS.length()) {
        long at = offset + ((long) (first + i) << 1);
        ends |=
            ShortVector.fromMemorySegment(SHORTS, codes, at, ORDER)
                    .compare(
                        VectorOperators.NE,
                        ShortVector.fromMemorySegment(SHORTS, codes, at + 2, ORDER))
                    .toLong()
                << i;
      }
      run = write(ends, first, lastRows, run);
    }
    return run;
  }

  private static int findInts(MemorySegment codes, long offset, int bound, MemorySegment lastRows) {
    int run = 1;
    for (int first = 0; first < bound; first += 64) {
      long ends = 0;
      for (int i = 0; i < 64; i += INTS.length()) {
        long at = offset + ((long) (first + i) << 2);
        ends |=
            IntVector.fromMemorySegment(INTS, codes, at, ORDER)
                    .compare(
                        VectorOperators.NE, IntVector.fromMemorySegment(INTS, codes, at + 4, ORDER))
                    .toLong()
                << i;
      }
      run = write(ends, first, lastRows, run);
    }
    return run;
  }

  private static int findLongs(
      MemorySegment codes, long offset, int bound, MemorySegment lastRows) {
    int run = 1;
    for (int first = 0; first < bound; first += 64) {
      long ends = 0;
      for (int i = 0; i < 64; i += LONGS.length()) {
        long at = offset + ((long) (first + i) << 3);
        ends |=
            LongVector.fromMemorySegment(LONGS, codes, at, ORDER)
                    .compare(
                        VectorOperators.NE,
                        LongVector.fromMemorySegment(LONGS, codes, at + 8, ORDER))
                    .toLong()
                << i;
      }
      run = write(ends, first, lastRows, run);
    }
    return run;
  }

  /** Writes the rows of a word that end runs; returns the run behind. */
  private static int write(long ends, int first, MemorySegment lastRows, int run) {
    IntVector rows = IntVector.broadcast(INTS, first).addIndex(1);
    int next = run;
    for (int i = 0; i < 64; i += STEP) {
      long bits = ends >>> i & (1L << STEP) - 1;
      rows.add(i)
          .compress(VectorMask.fromLong(INTS, bits))
          .intoMemorySegment(lastRows, (long) next << 2, ORDER);
      next += Long.bitCount(bits);
    }
    return next;
  }

  /** Has a loop of its own for codes of a byte. */
  @Override
  public void add(
      MemorySegment codes,
      long offset,
      int width,
      long base,
      long multiplier,
      int rows,
      MemorySegment lastRows,
      int runs,
      MemorySegment sums,
      MemorySegment state) {
    if (!WIDE || width != 1) {
      super.add(codes, offset, width, base, multiplier, rows, lastRows, runs, sums, state);
      return;
    }
    addUpBytes(codes, offset, rows, sums);
    // Sum r - 1 is now that of all rows to the end of run r: its place has been read before.
    for (int run = 1; run <= runs; run++) {
      int last = lastRows.get(JAVA_INT, (long) run << 2);
      sums.set(JAVA_LONG, (long) (run - 1) << 3, sums.get(JAVA_LONG, (long) last << 3));
    }
    addDifferences(base, multiplier, lastRows, runs, sums, state);
  }

  /** Adds up eight codes at once, each to those behind it in three steps. */
  private static void addUpBytes(MemorySegment codes, long offset, int rows, MemorySegment sums) {
    int bound = rows & -LONGS.length();
    LongVector before = LongVector.zero(LONGS);
    for (int i = 0; i < bound; i += LONGS.length()) {
      LongVector sum =
          (LongVector)
              ByteVector.fromMemorySegment(EIGHT_BYTES, codes, offset + i, ORDER)
                  .convertShape(VectorOperators.ZERO_EXTEND_B2L, LONGS, 0);
      sum = sum.add(sum.rearrange(BEHIND_1, FROM_1));
      sum = sum.add(sum.rearrange(BEHIND_2, FROM_2));
      sum = sum.add(sum.rearrange(BEHIND_4, FROM_4)).add(before);
      sum.intoMemorySegment(sums, (long) i << 3, ORDER);
      before = sum.rearrange(LAST);
    }
    long sum = bound == 0 ? 0 : sums.get(JAVA_LONG, (long) (bound - 1) << 3);
    for (int i = bound; i < rows; i++) {
      sum += codes.get(JAVA_BYTE, offset + i) & 0xff;
      sums.set(JAVA_LONG, (long) i << 3, sum);
    }
  }

  /** Adds what each run has; sum r - 1 is that of all rows to the end of run r. */
  private static void addDifferences(
      long base,
      long multiplier,
      MemorySegment lastRows,
      int runs,
      MemorySegment sums,
      MemorySegment state) {
    addDifference(1, base, multiplier, lastRows, 0, sums, state);
    int run = 2;
    for (; run + LONGS.length() <= runs + 1; run += LONGS.length()) {
      long sumAt = (long) (run - 1) << 3;
      LongVector sum =
          LongVector.fromMemorySegment(LONGS, sums, sumAt, ORDER)
              .sub(LongVector.fromMemorySegment(LONGS, sums, sumAt - 8, ORDER));
      LongVector rows =
          (LongVector)
              IntVector.fromMemorySegment(EIGHT_INTS, lastRows, (long) run << 2, ORDER)
                  .sub(
                      IntVector.fromMemorySegment(
                          EIGHT_INTS, lastRows, (long) (run - 1) << 2, ORDER))
                  .convertShape(VectorOperators.I2L, LONGS, 0);
      long at = (long) run << 3;
      LongVector.fromMemorySegment(LONGS, state, at, ORDER)
          .add(sum.mul(multiplier))
          .add(rows.mul(base))
          .intoMemorySegment(state, at, ORDER);
    }
    for (; run <= runs; run++) {
      long before = sums.get(JAVA_LONG, (long) (run - 2) << 3);
      addDifference(run, base, multiplier, lastRows, before, sums, state);
    }
  }

  private static void addDifference(
      int run,
      long base,
      long multiplier,
      MemorySegment lastRows,
      long before,
      MemorySegment sums,
      MemorySegment state) {
    int rows =
        lastRows.get(JAVA_INT, (long) run << 2) - lastRows.get(JAVA_INT, (long) (run - 1) << 2);
    long sum = sums.get(JAVA_LONG, (long) (run - 1) << 3) - before;
    long at = (long) run << 3;
    state.set(JAVA_LONG, at, state.get(JAVA_LONG, at) + base * rows + multiplier * sum);
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    MemorySegment codes = batch.left();
    MemorySegment lastRows = batch.positions();
    MemorySegment sums = batch.target();
    MemorySegment state = batch.right();
    return IntStream.of(1, 2, 4, 8)
        .mapToObj(
            width ->
                (Exercise)
                    rows -> {
                      int runs = find(codes, 0, width, rows - 1, lastRows);
                      add(codes, 0, width, 5, 1, rows - 1, lastRows, runs, sums, state);
                    })
        .toList();
  }
}
