package dev.paceline.core.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** {@link UnpackKernels} on longs, each of which has up to 8 lanes. */
public final class ScalarUnpackKernels extends UnpackKernels {
  @Override
  public void unpack(
      MemorySegment source,
      long from,
      int rows,
      int width,
      int bits,
      long base,
      boolean sums,
      MemorySegment target,
      long to) {
    int laneBits = Byte.SIZE * width;
    long mask = mask(bits, width);
    long bases = inLanes(base, width);
    long kept = sums ? -1 : 0;
    for (int column = 0; column < ROW_BYTES; column += Long.BYTES) {
      long above = sums ? target.get(ValueLayout.JAVA_LONG, to - ROW_BYTES + column) : 0;
      long in = from + column;
      long out = to + column;
      long word = 0;
      int shift = bits == 0 ? 0 : laneBits;
      for (int row = 0; row < rows; row++) {
        if (shift == laneBits) {
          word = source.get(ValueLayout.JAVA_LONG, in);
          in += ROW_BYTES;
          shift = 0;
        }
        int rest = laneBits - shift;
        long lanes = word >>> shift;
        if (bits <= rest) {
          lanes &= mask;
          shift += bits;
        } else {
          word = source.get(ValueLayout.JAVA_LONG, in);
          in += ROW_BYTES;
          shift = bits - rest;
          lanes = lanes & mask(rest, width) | (word & mask(shift, width)) << rest;
        }
        above = (above & kept) + lanes + bases;
        target.set(ValueLayout.JAVA_LONG, out, above);
        out += ROW_BYTES;
      }
    }
  }
}
