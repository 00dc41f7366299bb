package dev.paceline.core.expr.vector;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.RelationKernels;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;

/** Tests INTEGRAL vectors of at most 64 bits for a range, on their codes where they are affine. */
public final class RangeTest {
  private final PlainLanes lanes;

  public RangeTest(MemoryScope scope) {
    lanes = new PlainLanes(scope);
  }

  /**
   * Sets the bits of the rows whose values lie in [low, high], and clears the others; those of NULL
   * rows are undefined.
   *
   * @param vector FLAT
   */
  public void test(ColumnVector vector, long low, long high, int rows, MemorySegment target) {
    if (low > high || PlainLanes.max(vector) < low || PlainLanes.min(vector) > high) {
      Bitmaps.zero(target, 0, rows);
    } else if (PlainLanes.min(vector) >= low && PlainLanes.max(vector) <= high) {
      Bitmaps.fill(target, 0, rows);
    } else if (vector.width() < 8 && codesAreExact(vector)) {
      testCodes(vector, low, high, rows, target);
    } else {
      lanes.read(vector, rows);
      RelationKernels.current().inRange(lanes.data(), lanes.offset(), 8, low, high, rows, target);
    }
  }

  /** Whether no code wraps around 64 bits, and codes matter at all. */
  private static boolean codesAreExact(ColumnVector vector) {
    long span = vector.multiplier() * maxCode(vector);
    long last = vector.base() + span;
    return vector.multiplier() != 0
        && Math.multiplyHigh(vector.multiplier(), maxCode(vector)) == span >> 63
        && ((vector.base() ^ last) & (span ^ last)) >= 0;
  }

  private static long maxCode(ColumnVector vector) {
    return (1L << (vector.width() << 3)) - 1;
  }

  private static void testCodes(
      ColumnVector vector, long low, long high, int rows, MemorySegment target) {
    long base = vector.base();
    long multiplier = vector.multiplier();
    long end = base + multiplier * maxCode(vector);
    long from = Math.max(low, Math.min(base, end));
    long to = Math.min(high, Math.max(base, end));
    long firstCode;
    long lastCode;
    if (from > to) {
      firstCode = 1;
      lastCode = 0;
    } else if (multiplier > 0) {
      firstCode = Math.ceilDiv(from - base, multiplier);
      lastCode = (to - base) / multiplier;
    } else {
      firstCode = Math.ceilDiv(to - base, multiplier);
      lastCode = (from - base) / multiplier;
    }
    if (firstCode > lastCode) {
      Bitmaps.zero(target, 0, rows);
    } else {
      RelationKernels.current()
          .inRange(
              vector.data(), vector.offset(), vector.width(), firstCode, lastCode, rows, target);
    }
  }
}
