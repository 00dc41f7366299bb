package dev.paceline.core.kernel.simd;

import static dev.paceline.core.kernel.digit.DigitWords.BEYOND_NINE;
import static dev.paceline.core.kernel.digit.DigitWords.DASHES;
import static dev.paceline.core.kernel.digit.DigitWords.DASHES_MASK;
import static dev.paceline.core.kernel.digit.DigitWords.DIGITS;
import static dev.paceline.core.kernel.digit.DigitWords.EIGHT_FACTOR;
import static dev.paceline.core.kernel.digit.DigitWords.FRACTION_BITS;
import static dev.paceline.core.kernel.digit.DigitWords.HIGH_BITS;
import static dev.paceline.core.kernel.digit.DigitWords.INVALID;
import static dev.paceline.core.kernel.digit.DigitWords.LOWER_HALVES;
import static dev.paceline.core.kernel.digit.DigitWords.LOW_BITS;
import static dev.paceline.core.kernel.digit.DigitWords.PAIRS;
import static dev.paceline.core.kernel.digit.DigitWords.PAIR_FACTOR;
import static dev.paceline.core.kernel.digit.DigitWords.QUADS;
import static dev.paceline.core.kernel.digit.DigitWords.QUAD_FACTOR;
import static dev.paceline.core.kernel.digit.DigitWords.UPPER_HALVES;
import static dev.paceline.core.kernel.digit.DigitWords.ZEROS;

import dev.paceline.core.kernel.digit.DigitKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** A vector of words at a time; the last one goes beyond the count, where the arrays have room. */
public final class SimdDigitKernels extends DigitKernels implements SimdKernels {
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final int LANES = LONGS.length();

  /** Public for the look-up by name. */
  public SimdDigitKernels() {}

  @Override
  public int pointed(
      long[] words, long[] next, long[] lengths, int count, long points, long[] numbers) {
    removePoints(words, next, lengths, count, points);
    repeatLast(words, count);
    repeatLast(next, count);
    repeatLast(lengths, count);
    LongVector all = LongVector.broadcast(LONGS, -1);
    LongVector any = LongVector.zero(LONGS);
    for (int i = 0; i < count; i += LANES) {
      LongVector digitCount = LongVector.fromArray(LONGS, lengths, i);
      LongVector aligned = aligned(LongVector.fromArray(LONGS, words, i), digitCount);
      LongVector number =
          value(aligned)
              .lanewise(VectorOperators.LSHL, FRACTION_BITS)
              .or(LongVector.fromArray(LONGS, next, i))
              .blend(INVALID, isOther(aligned, digitCount));
      number.intoArray(numbers, i);
      all = all.and(number);
      any = any.or(number);
    }
    return common(all.reduceLanes(VectorOperators.AND), any.reduceLanes(VectorOperators.OR));
  }

  /**
   * Makes whole numbers of those with a point. It is a plain loop because C2 inlines a limited
   * number of vector operations into one method, and those of {@link #pointed} would be too many:
   * vectors become objects where a method is called.
   *
   * @param words become the digits without the point
   * @param next becomes the number of digits behind the point
   * @param lengths become the numbers of all digits
   */
  private static void removePoints(
      long[] words, long[] next, long[] lengths, int count, long points) {
    for (int i = 0; i < count; i++) {
      long word = words[i];
      long length = lengths[i];
      long others = word ^ points;
      long found = others - LOW_BITS & ~others & HIGH_BITS;
      // The bytes before the point: the lowest bit that was found, moved to the byte's lowest bit,
      // less one. All bytes if there is no point.
      long before = ((found & -found) >>> Byte.SIZE - 1) - 1;
      int point = Long.bitCount(before) >>> 3;
      long isPointed = point - length >> 63 & point - (long) Long.BYTES >> 63;
      words[i] = word & (before | ~isPointed) | next[i] & ~before & isPointed;
      lengths[i] = length + isPointed;
      next[i] = length - 1 - point & isPointed;
    }
  }

  @Override
  public boolean whole(long[] words, long[] lengths, int count, long[] numbers) {
    repeatLast(words, count);
    repeatLast(lengths, count);
    LongVector any = LongVector.zero(LONGS);
    for (int i = 0; i < count; i += LANES) {
      LongVector length = LongVector.fromArray(LONGS, lengths, i);
      LongVector aligned = aligned(LongVector.fromArray(LONGS, words, i), length);
      LongVector number = value(aligned).blend(INVALID, isOther(aligned, length));
      number.intoArray(numbers, i);
      any = any.or(number);
    }
    return any.reduceLanes(VectorOperators.OR) >= 0;
  }

  @Override
  public void dates(long[] fronts, long[] backs, int count, long[] dates) {
    for (int i = 0; i < count; i += LANES) {
      LongVector front = LongVector.fromArray(LONGS, fronts, i);
      LongVector back = LongVector.fromArray(LONGS, backs, i);
      LongVector month = back.lanewise(VectorOperators.LSHR, 24).and(0xffff);
      LongVector day = back.and(-1L << 48);
      LongVector digits =
          front.and(0xffff_ffffL).or(month.lanewise(VectorOperators.LSHL, 32)).or(day);
      VectorMask<Long> isDate = front.and(DASHES_MASK).eq(DASHES).and(areDigits(digits));
      pairs(digits).blend(INVALID, isDate.not()).intoArray(dates, i);
    }
  }

  /** Fills up the last vector, so that it has no other texts than those that are wanted. */
  private static void repeatLast(long[] values, int count) {
    if (count % LANES != 0) {
      Arrays.fill(values, count, count - count % LANES + LANES, values[count - 1]);
    }
  }

  /** Moves the digits to the end of the word, behind zeros. */
  private static LongVector aligned(LongVector digits, LongVector count) {
    LongVector bits = count.lanewise(VectorOperators.LSHL, 3);
    LongVector moved =
        digits.lanewise(VectorOperators.LSHL, bits.neg().add(Long.SIZE).and(Long.SIZE - 1));
    LongVector zeros =
        LongVector.broadcast(LONGS, ZEROS)
            .lanewise(VectorOperators.LSHR, bits.sub(Byte.SIZE).and(Long.SIZE - 1))
            .lanewise(VectorOperators.LSHR, Byte.SIZE);
    return moved.or(zeros);
  }

  /** Returns the value of eight digits; anything if there are other characters. */
  private static LongVector value(LongVector digits) {
    LongVector quads = pairs(digits).mul(QUAD_FACTOR).lanewise(VectorOperators.LSHR, 16);
    return quads.and(QUADS).mul(EIGHT_FACTOR).lanewise(VectorOperators.LSHR, 32);
  }

  /** Whether there are no or too many digits, or other characters. */
  private static VectorMask<Long> isOther(LongVector aligned, LongVector count) {
    return areDigits(aligned)
        .not()
        .or(count.compare(VectorOperators.LE, 0))
        .or(count.compare(VectorOperators.GT, Long.BYTES));
  }

  private static LongVector pairs(LongVector digits) {
    return digits.and(LOWER_HALVES).mul(PAIR_FACTOR).lanewise(VectorOperators.LSHR, 8).and(PAIRS);
  }

  private static VectorMask<Long> areDigits(LongVector digits) {
    LongVector carried =
        digits.add(BEYOND_NINE).and(UPPER_HALVES).lanewise(VectorOperators.LSHR, 4);
    return digits.and(UPPER_HALVES).or(carried).eq(DIGITS);
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    int room = ExerciseBatch.MAX_ROWS + SPARE;
    long[] words = new long[room];
    long[] next = new long[room];
    long[] lengths = new long[room];
    long[] numbers = new long[room];
    MemorySegment.copy(batch.left(), ValueLayout.JAVA_LONG, 0, words, 0, ExerciseBatch.MAX_ROWS);
    MemorySegment.copy(
        batch.numbers(), ValueLayout.JAVA_LONG, 0, lengths, 0, ExerciseBatch.MAX_ROWS);
    return List.of(
        rows -> pointed(words, next, lengths, rows, ZEROS, numbers),
        rows -> whole(words, lengths, rows, numbers),
        rows -> dates(words, next, rows, numbers));
  }
}
