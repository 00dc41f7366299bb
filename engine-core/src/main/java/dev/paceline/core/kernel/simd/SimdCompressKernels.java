package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.CompressKernels;
import dev.paceline.core.kernel.ScalarCompressKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link CompressKernels} on the Vector API, for processors with vectors of 512 bits; others are
 * served by the scalar loops. Byte and 16-bit lanes are compressed as 32-bit ones, because plain
 * AVX-512 compresses nothing narrower.
 */
public final class SimdCompressKernels extends CompressKernels implements SimdKernels {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VectorSpecies<Long> EIGHT_LONGS = LongVector.SPECIES_512;
  private static final VectorSpecies<Byte> SIXTEEN_BYTES = ByteVector.SPECIES_128;
  private static final VectorSpecies<Short> SIXTEEN_SHORTS = ShortVector.SPECIES_256;
  private static final VectorSpecies<Integer> SIXTEEN_INTS = IntVector.SPECIES_512;
  private static final boolean WIDE = LongVector.SPECIES_PREFERRED.vectorBitSize() >= 512;

  private final ScalarCompressKernels scalar = new ScalarCompressKernels();

  /** Public for the look-up by name. */
  public SimdCompressKernels() {}

  @Override
  public int compress(
      MemorySegment source,
      long offset,
      int width,
      MemorySegment selection,
      int rows,
      MemorySegment target) {
    if (!WIDE) {
      return scalar.compress(source, offset, width, selection, rows, target);
    }
    return switch (width) {
      case 1 -> compressBytes(source, offset, selection, rows, target);
      case 2 -> compressShorts(source, offset, selection, rows, target);
      case 4 -> compressInts(source, offset, selection, rows, target);
      case 8 -> compressLongs(source, offset, selection, rows, target);
      default -> scalar.compress(source, offset, width, selection, rows, target);
    };
  }

  private static int compressBytes(
      MemorySegment source, long offset, MemorySegment selection, int rows, MemorySegment target) {
    int count = 0;
    for (int row = 0; row < rows; row += 16) {
      int bits = bits16(selection, row, rows);
      if (bits != 0) {
        IntVector lanes =
            (IntVector)
                ByteVector.fromMemorySegment(SIXTEEN_BYTES, source, offset + row, ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_B2I, SIXTEEN_INTS, 0);
        lanes
            .compress(VectorMask.fromLong(SIXTEEN_INTS, bits))
            .convertShape(VectorOperators.I2B, SIXTEEN_BYTES, 0)
            .reinterpretAsBytes()
            .intoMemorySegment(target, count, ORDER);
        count += Integer.bitCount(bits);
      }
    }
    return count;
  }

  private static int compressShorts(
      MemorySegment source, long offset, MemorySegment selection, int rows, MemorySegment target) {
    int count = 0;
    for (int row = 0; row < rows; row += 16) {
      int bits = bits16(selection, row, rows);
      if (bits != 0) {
        IntVector lanes =
            (IntVector)
                ShortVector.fromMemorySegment(
                        SIXTEEN_SHORTS, source, offset + ((long) row << 1), ORDER)
                    .convertShape(VectorOperators.ZERO_EXTEND_S2I, SIXTEEN_INTS, 0);
        lanes
            .compress(VectorMask.fromLong(SIXTEEN_INTS, bits))
            .convertShape(VectorOperators.I2S, SIXTEEN_SHORTS, 0)
            .reinterpretAsShorts()
            .intoMemorySegment(target, (long) count << 1, ORDER);
        count += Integer.bitCount(bits);
      }
    }
    return count;
  }

  private static int compressInts(
      MemorySegment source, long offset, MemorySegment selection, int rows, MemorySegment target) {
    int count = 0;
    for (int row = 0; row < rows; row += 16) {
      int bits = bits16(selection, row, rows);
      if (bits != 0) {
        IntVector.fromMemorySegment(SIXTEEN_INTS, source, offset + ((long) row << 2), ORDER)
            .compress(VectorMask.fromLong(SIXTEEN_INTS, bits))
            .intoMemorySegment(target, (long) count << 2, ORDER);
        count += Integer.bitCount(bits);
      }
    }
    return count;
  }

  private static int compressLongs(
      MemorySegment source, long offset, MemorySegment selection, int rows, MemorySegment target) {
    int count = 0;
    for (int row = 0; row < rows; row += 8) {
      int bits = selection.get(ValueLayout.JAVA_BYTE, row >>> 3) & 0xff;
      if (rows - row < 8) {
        bits &= (1 << rows - row) - 1;
      }
      if (bits != 0) {
        LongVector.fromMemorySegment(EIGHT_LONGS, source, offset + ((long) row << 3), ORDER)
            .compress(VectorMask.fromLong(EIGHT_LONGS, bits))
            .intoMemorySegment(target, (long) count << 3, ORDER);
        count += Integer.bitCount(bits);
      }
    }
    return count;
  }

  /** Sixteen bits of a selection from a multiple of 16 on, without those behind the last row. */
  private static int bits16(MemorySegment selection, int row, int rows) {
    int bits = selection.get(ValueLayout.JAVA_SHORT, row >>> 3) & 0xffff;
    return rows - row < 16 ? bits & (1 << rows - row) - 1 : bits;
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    MemorySegment lanes = batch.left();
    return IntStream.of(1, 2, 4, 8)
        .mapToObj(
            width ->
                (Exercise) rows -> compress(lanes, 0, width, batch.bitmaps(), rows, batch.target()))
        .toList();
  }
}
