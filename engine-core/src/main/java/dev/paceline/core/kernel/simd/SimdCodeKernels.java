package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.code.ScalarCodeKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.util.List;
import java.util.Random;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Unpacks a vector of codes at a time. Their bits lie in as many words of four bytes as there are
 * codes, or in fewer, so that two moves between lanes bring to each code the word in which it
 * begins and the one behind that. Groups of codes begin at whole bytes, so that the moves and the
 * shifts depend on the number of bits only.
 */
public final class SimdCodeKernels extends ScalarCodeKernels implements SimdKernels {
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final int LANES = INTS.length();

  /** Fewer codes do not begin at whole bytes. */
  private static final boolean IS_WIDE = LANES >= Byte.SIZE;

  // For each number of bits, by lanes: the word in which a code begins, the word behind it, and its
  // first bit in that word.
  private static final int[] WORDS = new int[(MOST_BITS + 1) * LANES];
  private static final int[] NEXT_WORDS = new int[(MOST_BITS + 1) * LANES];
  private static final int[] SHIFTS = new int[(MOST_BITS + 1) * LANES];

  static {
    for (int bits = 0; bits <= MOST_BITS; bits++) {
      for (int lane = 0; lane < LANES; lane++) {
        int bit = lane * bits;
        int at = bits * LANES + lane;
        WORDS[at] = bit / Integer.SIZE;
        NEXT_WORDS[at] = Math.min(LANES - 1, WORDS[at] + 1);
        SHIFTS[at] = bit % Integer.SIZE;
      }
    }
  }

  /** Public for the look-up by name. */
  public SimdCodeKernels() {}

  @Override
  public void unpack(byte[] packed, int firstBit, int bits, int[] target, int offset, int count) {
    int done = 0;
    if (IS_WIDE) {
      while (done < count && (firstBit + done * bits & Byte.SIZE - 1) != 0) {
        done++;
      }
      super.unpack(packed, firstBit, bits, target, offset, done);
      done +=
          unpackVectors(
              packed, firstBit + done * bits >>> 3, bits, target, offset + done, count - done);
    }
    super.unpack(packed, firstBit + done * bits, bits, target, offset + done, count - done);
  }

  /** Returns how many codes were unpacked. */
  private static int unpackVectors(
      byte[] packed, int from, int bits, int[] target, int offset, int count) {
    int table = bits * LANES;
    IntVector words = IntVector.fromArray(INTS, WORDS, table);
    IntVector nextWords = IntVector.fromArray(INTS, NEXT_WORDS, table);
    IntVector shifts = IntVector.fromArray(INTS, SHIFTS, table);
    IntVector nextShifts = shifts.neg().add(Integer.SIZE - 1);
    int mask = (int) ((1L << bits) - 1);
    int step = LANES * bits >>> 3;
    int at = from;
    int done = 0;
    for (; done + LANES <= count; done += LANES) {
      IntVector bytes = ByteVector.fromArray(BYTES, packed, at).reinterpretAsInts();
      // The word behind is shifted by one bit more, because a shift by all bits would be none.
      IntVector next =
          nextWords
              .selectFrom(bytes)
              .lanewise(VectorOperators.LSHL, 1)
              .lanewise(VectorOperators.LSHL, nextShifts);
      words
          .selectFrom(bytes)
          .lanewise(VectorOperators.LSHR, shifts)
          .or(next)
          .and(mask)
          .intoArray(target, offset + done);
      at += step;
    }
    return done;
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    byte[] packed = new byte[ExerciseBatch.MAX_ROWS * Integer.BYTES + SPARE_BYTES];
    new Random(1).nextBytes(packed);
    int[] target = new int[ExerciseBatch.MAX_ROWS];
    return List.of(
        rows -> unpack(packed, 0, 13, target, 0, rows),
        rows -> unpack(packed, rows % 64, 6, target, 0, rows),
        rows -> unpack(packed, 0, 20, target, 0, rows));
  }
}
