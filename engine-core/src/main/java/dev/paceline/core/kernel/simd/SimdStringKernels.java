package dev.paceline.core.kernel.simd;

import dev.paceline.core.kernel.ScalarStringKernels;
import dev.paceline.core.kernel.tier.ExerciseBatch;
import dev.paceline.core.kernel.tier.SimdKernels;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Compares the first and the last byte of the needle at many places at once, and the bytes between
 * only where both are right. Texts are short, so vectors are of 256 bits at most.
 */
public final class SimdStringKernels extends ScalarStringKernels implements SimdKernels {
  private static final VectorSpecies<Byte> BYTES =
      ByteVector.SPECIES_PREFERRED.length() >= 32 ? ByteVector.SPECIES_256 : ByteVector.SPECIES_128;
  private static final int LANES = BYTES.length();

  /** The widest species, for long runs of bytes. */
  private static final VectorSpecies<Byte> WIDE = ByteVector.SPECIES_PREFERRED;

  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  @Override
  public long indexOf(MemorySegment heap, long from, long to, byte[] needle) {
    int distance = needle.length - 1;
    long last = to - needle.length;
    ByteVector first = ByteVector.broadcast(BYTES, needle[0]);
    ByteVector finish = ByteVector.broadcast(BYTES, needle[distance]);
    long at = from;
    long readable = heap.byteSize() - LANES - distance;
    for (; at <= last && at <= readable; at += LANES) {
      long candidates =
          ByteVector.fromMemorySegment(BYTES, heap, at, ORDER)
              .eq(first)
              .and(ByteVector.fromMemorySegment(BYTES, heap, at + distance, ORDER).eq(finish))
              .toLong();
      while (candidates != 0) {
        long place = at + Long.numberOfTrailingZeros(candidates);
        if (place > last) {
          return -1;
        }
        if (matches(heap, place, needle)) {
          return place;
        }
        candidates &= candidates - 1;
      }
    }
    return at > last ? -1 : super.indexOf(heap, at, to, needle);
  }

  @Override
  public void mark(MemorySegment heap, long from, int length, byte[] wanted, long[] bits) {
    int whole = length & -Long.SIZE;
    for (int i = 0; i < wanted.length; i += MARKED_AT_ONCE) {
      byte a = wanted[i];
      byte b = wanted[i + 1];
      byte c = wanted[i + 2];
      byte d = wanted[i + 3];
      for (int at = 0; at < whole; at += Long.SIZE) {
        long word = i == 0 ? 0 : bits[at / Long.SIZE];
        for (int lane = 0; lane < Long.SIZE; lane += WIDE.length()) {
          ByteVector values = ByteVector.fromMemorySegment(WIDE, heap, from + at + lane, ORDER);
          long found = values.eq(a).or(values.eq(b)).or(values.eq(c).or(values.eq(d))).toLong();
          word |= found << lane;
        }
        bits[at / Long.SIZE] = word;
      }
    }
    mark(heap, from, whole, length, wanted, bits);
  }

  @Override
  public boolean changeCase(
      MemorySegment heap, long from, int length, byte first, MemorySegment target, long to) {
    ByteVector all = ByteVector.zero(WIDE);
    int i = 0;
    for (; i + WIDE.length() <= length; i += WIDE.length()) {
      ByteVector values = ByteVector.fromMemorySegment(WIDE, heap, from + i, ORDER);
      VectorMask<Byte> letters = values.sub(first).compare(VectorOperators.ULE, (byte) 25);
      all = all.or(values);
      values
          .lanewise(VectorOperators.XOR, CASE_BIT, letters)
          .intoMemorySegment(target, to + i, ORDER);
    }
    return !all.test(VectorOperators.IS_NEGATIVE).anyTrue()
        && changeCase(heap, from, i, length, first, target, to);
  }

  @Override
  public boolean isAscii(MemorySegment heap, long from, int length) {
    ByteVector all = ByteVector.zero(WIDE);
    int i = 0;
    for (; i + WIDE.length() <= length; i += WIDE.length()) {
      all = all.or(ByteVector.fromMemorySegment(WIDE, heap, from + i, ORDER));
    }
    return !all.test(VectorOperators.IS_NEGATIVE).anyTrue() && isAscii(heap, from, i, length);
  }

  @Override
  public List<Exercise> exercises(ExerciseBatch batch) {
    MemorySegment heap = batch.left();
    // The first byte matches now and then, the whole needle never.
    byte[] needle = {1, 2, 3, 4, 5, 6};
    byte[] shortNeedle = {1, 2};
    byte[] wanted = {1, 2, 3, 4, 5, 5, 5, 5};
    long[] bits = new long[ExerciseBatch.MAX_ROWS / Long.SIZE];
    return List.of(
        rows -> {
          for (int at = 0; at < rows; at += 100) {
            indexOf(heap, at, at + 99, needle);
            indexOf(heap, at, at + 99, shortNeedle);
          }
        },
        rows -> mark(heap, 0, rows, wanted, bits),
        rows -> changeCase(heap, 0, rows, (byte) 'a', batch.target(), 0),
        rows -> isAscii(heap, 0, rows));
  }
}
