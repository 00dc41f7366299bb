package dev.paceline.core.kernel.simd;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.kernel.ScalarArithmeticKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Full vectors, and the last rows through a masked load and store. A checked product is exact when
 * both factors of every row fit 32 bits, or else is done by the scalar twin.
 */
public final class SimdArithmeticKernels extends ScalarArithmeticKernels implements SimdKernels {
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final int LANES = LONGS.length();
  private static final VectorSpecies<Integer> INTS =
      VectorSpecies.of(int.class, VectorShape.forBitSize(Math.max(64, LANES * 32)));
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_64;
  private static final VectorSpecies<Byte> MANY_BYTES = ByteVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  @Override
  public void addLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = LONGS.loopBound(count);
    int i = 0;
    for (; i < bound; i += LANES) {
      long at = (long) i << 3;
      LongVector.fromMemorySegment(LONGS, left, leftOffset + at, ORDER)
          .add(LongVector.fromMemorySegment(LONGS, right, rightOffset + at, ORDER))
          .intoMemorySegment(target, at, ORDER);
    }
    if (i < count) {
      long at = (long) i << 3;
      VectorMask<Long> rest = LONGS.indexInRange(i, count);
      LongVector.fromMemorySegment(LONGS, left, leftOffset + at, ORDER, rest)
          .add(LongVector.fromMemorySegment(LONGS, right, rightOffset + at, ORDER, rest))
          .intoMemorySegment(target, at, ORDER, rest);
    }
  }

  @Override
  public void addDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = DOUBLES.loopBound(count);
    int i = 0;
    for (; i < bound; i += LANES) {
      long at = (long) i << 3;
      DoubleVector.fromMemorySegment(DOUBLES, left, leftOffset + at, ORDER)
          .add(DoubleVector.fromMemorySegment(DOUBLES, right, rightOffset + at, ORDER))
          .intoMemorySegment(target, at, ORDER);
    }
    if (i < count) {
      long at = (long) i << 3;
      VectorMask<Double> rest = DOUBLES.indexInRange(i, count);
      DoubleVector.fromMemorySegment(DOUBLES, left, leftOffset + at, ORDER, rest)
          .add(DoubleVector.fromMemorySegment(DOUBLES, right, rightOffset + at, ORDER, rest))
          .intoMemorySegment(target, at, ORDER, rest);
    }
  }

  @Override
  public void subtractLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = LONGS.loopBound(count);
    int i = 0;
    for (; i < bound; i += LANES) {
      long at = (long) i << 3;
      LongVector.fromMemorySegment(LONGS, left, leftOffset + at, ORDER)
          .sub(LongVector.fromMemorySegment(LONGS, right, rightOffset + at, ORDER))
          .intoMemorySegment(target, at, ORDER);
    }
    if (i < count) {
      long at = (long) i << 3;
      VectorMask<Long> rest = LONGS.indexInRange(i, count);
      LongVector.fromMemorySegment(LONGS, left, leftOffset + at, ORDER, rest)
          .sub(LongVector.fromMemorySegment(LONGS, right, rightOffset + at, ORDER, rest))
          .intoMemorySegment(target, at, ORDER, rest);
    }
  }

  @Override
  public void subtractDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = DOUBLES.loopBound(count);
    int i = 0;
    for (; i < bound; i += LANES) {
      long at = (long) i << 3;
      DoubleVector.fromMemorySegment(DOUBLES, left, leftOffset + at, ORDER)
          .sub(DoubleVector.fromMemorySegment(DOUBLES, right, rightOffset + at, ORDER))
          .intoMemorySegment(target, at, ORDER);
    }
    if (i < count) {
      long at = (long) i << 3;
      VectorMask<Double> rest = DOUBLES.indexInRange(i, count);
      DoubleVector.fromMemorySegment(DOUBLES, left, leftOffset + at, ORDER, rest)
          .sub(DoubleVector.fromMemorySegment(DOUBLES, right, rightOffset + at, ORDER, rest))
          .intoMemorySegment(target, at, ORDER, rest);
    }
  }

  @Override
  public void multiplyLongs(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = LONGS.loopBound(count);
    int i = 0;
    for (; i < bound; i += LANES) {
      long at = (long) i << 3;
      LongVector.fromMemorySegment(LONGS, left, leftOffset + at, ORDER)
          .mul(LongVector.fromMemorySegment(LONGS, right, rightOffset + at, ORDER))
          .intoMemorySegment(target, at, ORDER);
    }
    if (i < count) {
      long at = (long) i << 3;
      VectorMask<Long> rest = LONGS.indexInRange(i, count);
      LongVector.fromMemorySegment(LONGS, left, leftOffset + at, ORDER, rest)
          .mul(LongVector.fromMemorySegment(LONGS, right, rightOffset + at, ORDER, rest))
          .intoMemorySegment(target, at, ORDER, rest);
    }
  }

  @Override
  public void multiplyDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = DOUBLES.loopBound(count);
    int i = 0;
    for (; i < bound; i += LANES) {
      long at = (long) i << 3;
      DoubleVector.fromMemorySegment(DOUBLES, left, leftOffset + at, ORDER)
          .mul(DoubleVector.fromMemorySegment(DOUBLES, right, rightOffset + at, ORDER))
          .intoMemorySegment(target, at, ORDER);
    }
    if (i < count) {
      long at = (long) i << 3;
      VectorMask<Double> rest = DOUBLES.indexInRange(i, count);
      DoubleVector.fromMemorySegment(DOUBLES, left, leftOffset + at, ORDER, rest)
          .mul(DoubleVector.fromMemorySegment(DOUBLES, right, rightOffset + at, ORDER, rest))
          .intoMemorySegment(target, at, ORDER, rest);
    }
  }

  @Override
  public boolean addLongsChecked(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = LONGS.loopBound(count);
    LongVector overflow = LongVector.zero(LONGS);
    for (int i = 0; i < bound; i += LANES) {
      long at = (long) i << 3;
      LongVector a = LongVector.fromMemorySegment(LONGS, left, leftOffset + at, ORDER);
      LongVector b = LongVector.fromMemorySegment(LONGS, right, rightOffset + at, ORDER);
      LongVector c = a.add(b);
      overflow =
          overflow.or(a.lanewise(VectorOperators.XOR, c).and(b.lanewise(VectorOperators.XOR, c)));
      c.intoMemorySegment(target, at, ORDER);
    }
    long done = (long) bound << 3;
    boolean restOverflows =
        super.addLongsChecked(
            left,
            leftOffset + done,
            right,
            rightOffset + done,
            count - bound,
            target.asSlice(done));
    return restOverflows | overflow.lt(0).anyTrue();
  }

  @Override
  public boolean subtractLongsChecked(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = LONGS.loopBound(count);
    LongVector overflow = LongVector.zero(LONGS);
    for (int i = 0; i < bound; i += LANES) {
      long at = (long) i << 3;
      LongVector a = LongVector.fromMemorySegment(LONGS, left, leftOffset + at, ORDER);
      LongVector b = LongVector.fromMemorySegment(LONGS, right, rightOffset + at, ORDER);
      LongVector c = a.sub(b);
      overflow =
          overflow.or(a.lanewise(VectorOperators.XOR, b).and(a.lanewise(VectorOperators.XOR, c)));
      c.intoMemorySegment(target, at, ORDER);
    }
    long done = (long) bound << 3;
    boolean restOverflows =
        super.subtractLongsChecked(
            left,
            leftOffset + done,
            right,
            rightOffset + done,
            count - bound,
            target.asSlice(done));
    return restOverflows | overflow.lt(0).anyTrue();
  }

  @Override
  public boolean multiplyLongsChecked(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = LONGS.loopBound(count);
    LongVector wide = LongVector.zero(LONGS);
    for (int i = 0; i < bound; i += LANES) {
      long at = (long) i << 3;
      LongVector a = LongVector.fromMemorySegment(LONGS, left, leftOffset + at, ORDER);
      LongVector b = LongVector.fromMemorySegment(LONGS, right, rightOffset + at, ORDER);
      wide =
          wide.or(a.lanewise(VectorOperators.XOR, a.lanewise(VectorOperators.ASHR, 63)))
              .or(b.lanewise(VectorOperators.XOR, b.lanewise(VectorOperators.ASHR, 63)));
    }
    if (wide.compare(VectorOperators.UGT, Integer.MAX_VALUE).anyTrue()) {
      return super.multiplyLongsChecked(left, leftOffset, right, rightOffset, count, target);
    }
    long done = (long) bound << 3;
    multiplyLongs(left, leftOffset, right, rightOffset, bound, target);
    return super.multiplyLongsChecked(
        left, leftOffset + done, right, rightOffset + done, count - bound, target.asSlice(done));
  }

  @Override
  public boolean anyOutside(MemorySegment longs, long offset, int count, long low, long high) {
    int bound = LONGS.loopBound(count);
    VectorMask<Long> outside = LONGS.maskAll(false);
    for (int i = 0; i < bound; i += LANES) {
      LongVector values =
          LongVector.fromMemorySegment(LONGS, longs, offset + ((long) i << 3), ORDER);
      outside = outside.or(values.lt(low)).or(values.compare(VectorOperators.GT, high));
    }
    return outside.anyTrue()
        | super.anyOutside(longs, offset + ((long) bound << 3), count - bound, low, high);
  }

  @Override
  public boolean divideDoubles(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      int count,
      MemorySegment target) {
    int bound = DOUBLES.loopBound(count);
    VectorMask<Double> zero = DOUBLES.maskAll(false);
    for (int i = 0; i < bound; i += LANES) {
      long at = (long) i << 3;
      DoubleVector divisor =
          DoubleVector.fromMemorySegment(DOUBLES, right, rightOffset + at, ORDER);
      zero = zero.or(divisor.eq(0));
      DoubleVector.fromMemorySegment(DOUBLES, left, leftOffset + at, ORDER)
          .div(divisor)
          .intoMemorySegment(target, at, ORDER);
    }
    long done = (long) bound << 3;
    return zero.anyTrue()
        | super.divideDoubles(
            left,
            leftOffset + done,
            right,
            rightOffset + done,
            count - bound,
            target.asSlice(done));
  }

  @Override
  public void blendLongs(
      MemorySegment mask,
      MemorySegment source,
      long sourceOffset,
      int count,
      MemorySegment target) {
    for (int i = 0; i < count; i += LANES) {
      long at = (long) i << 3;
      long bits = mask.get(JAVA_LONG, (long) (i >>> 6) << 3) >>> i;
      VectorMask<Long> chosen = VectorMask.fromLong(LONGS, bits & rest(count - i));
      LongVector.fromMemorySegment(LONGS, source, sourceOffset + at, ORDER, chosen)
          .intoMemorySegment(target, at, ORDER, chosen);
    }
  }

  @Override
  public void blendLong(MemorySegment mask, long value, int count, MemorySegment target) {
    LongVector values = LongVector.broadcast(LONGS, value);
    for (int i = 0; i < count; i += LANES) {
      long bits = mask.get(JAVA_LONG, (long) (i >>> 6) << 3) >>> i;
      VectorMask<Long> chosen = VectorMask.fromLong(LONGS, bits & rest(count - i));
      values.intoMemorySegment(target, (long) i << 3, ORDER, chosen);
    }
  }

  @Override
  public void blendByte(MemorySegment mask, byte value, int count, MemorySegment target) {
    ByteVector values = ByteVector.broadcast(MANY_BYTES, value);
    for (int i = 0; i < count; i += MANY_BYTES.length()) {
      long bits = mask.get(JAVA_LONG, (long) (i >>> 6) << 3) >>> i;
      long valid = count - i >= Long.SIZE ? -1L : (1L << (count - i)) - 1;
      values.intoMemorySegment(target, i, ORDER, VectorMask.fromLong(MANY_BYTES, bits & valid));
    }
  }

  private static long rest(int rows) {
    return rows >= LANES ? -1L : (1L << rows) - 1;
  }

  /**
   * Has loops for factors of unit multipliers, of which one is 1 byte wide; there the negation of a
   * code is an exclusive or: base - code = (code ^ -1) + (base + 1). A multiplication of 64-bit
   * lanes is several instructions, but one if both factors visibly are unsigned 32-bit numbers.
   */
  @Override
  public void multiplyCodes(
      MemorySegment left,
      long leftOffset,
      int leftWidth,
      long leftBase,
      long leftMultiplier,
      MemorySegment right,
      long rightOffset,
      int rightWidth,
      long rightBase,
      long rightMultiplier,
      boolean unsignedInts,
      int count,
      MemorySegment target) {
    int done = 0;
    if (rightWidth == 1
        && LANES >= 4
        && (leftWidth == 4 || leftWidth == 8)
        && Math.abs(leftMultiplier) == 1
        && Math.abs(rightMultiplier) == 1) {
      done = count & -BYTES.length();
      long leftSign = leftMultiplier >> 63;
      long rightSign = rightMultiplier >> 63;
      long a = leftBase - leftSign;
      long b = rightBase - rightSign;
      if (leftWidth == 8) {
        multiplyLongsBytes(
            left,
            leftOffset,
            a,
            leftSign,
            right,
            rightOffset,
            b,
            rightSign,
            unsignedInts,
            done,
            target);
      } else if (unsignedInts) {
        multiplyIntsBytes(
            left, leftOffset, a, leftSign, right, rightOffset, b, rightSign, done, target);
      } else {
        done = 0;
      }
    }
    super.multiplyCodes(
        left,
        leftOffset + (long) done * leftWidth,
        leftWidth,
        leftBase,
        leftMultiplier,
        right,
        rightOffset + (long) done * rightWidth,
        rightWidth,
        rightBase,
        rightMultiplier,
        unsignedInts,
        count - done,
        target.asSlice((long) done << 3));
  }

  private static void multiplyIntsBytes(
      MemorySegment left,
      long leftOffset,
      long leftBase,
      long leftSign,
      MemorySegment right,
      long rightOffset,
      long rightBase,
      long rightSign,
      int bound,
      MemorySegment target) {
    for (int i = 0; i < bound; i += 8) {
      ByteVector bytes = ByteVector.fromMemorySegment(BYTES, right, rightOffset + i, ORDER);
      LongVector a = longs(left, leftOffset + ((long) i << 2));
      LongVector b = (LongVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2L, LONGS, 0);
      factor(a, leftSign, leftBase)
          .mul(factor(b, rightSign, rightBase))
          .intoMemorySegment(target, (long) i << 3, ORDER);
      if (LANES == 4) {
        a = longs(left, leftOffset + ((long) (i + 4) << 2));
        b = (LongVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2L, LONGS, 1);
        factor(a, leftSign, leftBase)
            .mul(factor(b, rightSign, rightBase))
            .intoMemorySegment(target, (long) (i + 4) << 3, ORDER);
      }
    }
  }

  private static LongVector longs(MemorySegment ints, long offset) {
    return (LongVector)
        IntVector.fromMemorySegment(INTS, ints, offset, ORDER)
            .convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, 0);
  }

  /** An unsigned 32-bit factor, with the mask that lets the compiler see it as one. */
  private static LongVector factor(LongVector codes, long sign, long base) {
    return codes.lanewise(VectorOperators.XOR, sign).add(base).and(0xFFFF_FFFFL);
  }

  private static void multiplyLongsBytes(
      MemorySegment left,
      long leftOffset,
      long leftBase,
      long leftSign,
      MemorySegment right,
      long rightOffset,
      long rightBase,
      long rightSign,
      boolean unsignedInts,
      int bound,
      MemorySegment target) {
    if (unsignedInts) {
      multiplyUnsignedBytes(
          left,
          leftOffset,
          leftBase,
          leftSign,
          right,
          rightOffset,
          rightBase,
          rightSign,
          bound,
          target);
      return;
    }
    for (int i = 0; i < bound; i += 8) {
      ByteVector bytes = ByteVector.fromMemorySegment(BYTES, right, rightOffset + i, ORDER);
      LongVector a = LongVector.fromMemorySegment(LONGS, left, leftOffset + ((long) i << 3), ORDER);
      LongVector b = (LongVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2L, LONGS, 0);
      signed(a, leftSign, leftBase)
          .mul(signed(b, rightSign, rightBase))
          .intoMemorySegment(target, (long) i << 3, ORDER);
      if (LANES == 4) {
        a = LongVector.fromMemorySegment(LONGS, left, leftOffset + ((long) (i + 4) << 3), ORDER);
        b = (LongVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2L, LONGS, 1);
        signed(a, leftSign, leftBase)
            .mul(signed(b, rightSign, rightBase))
            .intoMemorySegment(target, (long) (i + 4) << 3, ORDER);
      }
    }
  }

  private static void multiplyUnsignedBytes(
      MemorySegment left,
      long leftOffset,
      long leftBase,
      long leftSign,
      MemorySegment right,
      long rightOffset,
      long rightBase,
      long rightSign,
      int bound,
      MemorySegment target) {
    for (int i = 0; i < bound; i += 8) {
      ByteVector bytes = ByteVector.fromMemorySegment(BYTES, right, rightOffset + i, ORDER);
      LongVector a = LongVector.fromMemorySegment(LONGS, left, leftOffset + ((long) i << 3), ORDER);
      LongVector b = (LongVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2L, LONGS, 0);
      factor(a, leftSign, leftBase)
          .mul(factor(b, rightSign, rightBase))
          .intoMemorySegment(target, (long) i << 3, ORDER);
      if (LANES == 4) {
        a = LongVector.fromMemorySegment(LONGS, left, leftOffset + ((long) (i + 4) << 3), ORDER);
        b = (LongVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2L, LONGS, 1);
        factor(a, leftSign, leftBase)
            .mul(factor(b, rightSign, rightBase))
            .intoMemorySegment(target, (long) (i + 4) << 3, ORDER);
      }
    }
  }

  private static LongVector signed(LongVector codes, long sign, long base) {
    return codes.lanewise(VectorOperators.XOR, sign).add(base);
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    MemorySegment a = batch.left();
    MemorySegment b = batch.right();
    MemorySegment numbers = batch.numbers();
    MemorySegment masks = batch.bitmaps();
    MemorySegment target = batch.target();
    return List.of(
        rows -> addLongs(a, 0, b, 0, rows, target),
        rows -> subtractLongs(a, 0, b, 0, rows, target),
        rows -> multiplyLongs(a, 0, b, 0, rows, target),
        rows -> addLongsChecked(a, 0, b, 0, rows, target),
        rows -> subtractLongsChecked(a, 0, b, 0, rows, target),
        rows -> multiplyLongsChecked(numbers, 0, numbers, 0, rows, target),
        rows -> multiplyCodes(a, 0, 4, 0, 1, b, 0, 1, 9, -1, true, rows, target),
        rows -> multiplyCodes(numbers, 0, 8, 0, 1, b, 0, 1, 9, -1, true, rows, target),
        rows -> multiplyCodes(a, 0, 8, 0, 1, b, 0, 1, 9, -1, false, rows, target),
        rows -> anyOutside(numbers, 0, rows, 0, 2_000_000),
        rows -> addDoubles(a, 0, b, 0, rows, target),
        rows -> subtractDoubles(a, 0, b, 0, rows, target),
        rows -> multiplyDoubles(a, 0, b, 0, rows, target),
        rows -> divideDoubles(a, 0, b, 0, rows, target),
        rows -> blendLongs(masks, a, 0, rows, target),
        rows -> blendLong(masks, 7, rows, target),
        rows -> blendByte(masks, (byte) 7, rows, target));
  }
}
