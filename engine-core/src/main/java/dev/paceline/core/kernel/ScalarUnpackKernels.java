package dev.paceline.core.kernel;

import java.lang.foreign.MemorySegment;

/** {@link UnpackKernels} on arrays of longs, each of which has up to 8 lanes. */
public final class ScalarUnpackKernels extends UnpackKernels {
  private static final int ROW_LONGS = ROW_BYTES / Long.BYTES;

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
    int packed = packedBytes(rows, width, bits) / Long.BYTES;
    int unpacked = (rows + 1) * ROW_LONGS;
    ScratchArrays scratch = ScratchArrays.ofThread();
    long[] words = packed <= ScratchArrays.LANES ? scratch.left : new long[packed];
    long[] lanes = unpacked <= ScratchArrays.LANES ? scratch.right : new long[unpacked];
    ScratchArrays.readLongs(source, from, packed, words);
    if (sums) {
      ScratchArrays.readLongs(target, to - ROW_BYTES, ROW_LONGS, lanes);
    }
    for (int column = 0; column < ROW_LONGS; column++) {
      unpackColumn(words, column, rows, width, bits, inLanes(base, width), sums, lanes);
    }
    MemorySegment.copy(
        MemorySegment.ofArray(lanes), ROW_BYTES, target, to, (long) rows * ROW_BYTES);
  }

  /** Writes a long of each row behind the row above, which lies first in the lanes. */
  private static void unpackColumn(
      long[] words,
      int column,
      int rows,
      int width,
      int bits,
      long bases,
      boolean sums,
      long[] lanes) {
    int laneBits = Byte.SIZE * width;
    long mask = mask(bits, width);
    long kept = sums ? -1 : 0;
    long above = lanes[column] & kept;
    int in = column;
    int out = column + ROW_LONGS;
    long word = 0;
    int shift = bits == 0 ? 0 : laneBits;
    for (int row = 0; row < rows; row++) {
      if (shift == laneBits) {
        word = words[in];
        in += ROW_LONGS;
        shift = 0;
      }
      int rest = laneBits - shift;
      long lane = word >>> shift;
      if (bits <= rest) {
        lane &= mask;
        shift += bits;
      } else {
        word = words[in];
        in += ROW_LONGS;
        shift = bits - rest;
        lane = lane & mask(rest, width) | (word & mask(shift, width)) << rest;
      }
      above = (above & kept) + lane + bases;
      lanes[out] = above;
      out += ROW_LONGS;
    }
  }
}
