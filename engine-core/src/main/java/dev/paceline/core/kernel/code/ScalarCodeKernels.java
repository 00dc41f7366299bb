package dev.paceline.core.kernel.code;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Takes as many codes from a word of eight bytes as fit into it. */
public class ScalarCodeKernels extends CodeKernels {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The most bits of codes of which eight, or four, are sure to lie in a word. */
  private static final int EIGHTS = 7;

  private static final int FOURS = 14;

  @Override
  public void unpack(byte[] packed, int firstBit, int bits, int[] target, int offset, int count) {
    if (bits <= EIGHTS) {
      unpackEights(packed, firstBit, bits, target, offset, count);
    } else if (bits <= FOURS) {
      unpackFours(packed, firstBit, bits, target, offset, count);
    } else {
      unpackOnes(packed, firstBit, bits, target, offset, count);
    }
  }

  private static void unpackEights(
      byte[] packed, int firstBit, int bits, int[] target, int offset, int count) {
    int mask = (1 << bits) - 1;
    int done = 0;
    for (; done + 8 <= count; done += 8) {
      int bit = firstBit + done * bits;
      long word = (long) LONGS.get(packed, bit >>> 3) >>> (bit & 7);
      int to = offset + done;
      target[to] = (int) word & mask;
      target[to + 1] = (int) (word >>> bits) & mask;
      target[to + 2] = (int) (word >>> 2 * bits) & mask;
      target[to + 3] = (int) (word >>> 3 * bits) & mask;
      target[to + 4] = (int) (word >>> 4 * bits) & mask;
      target[to + 5] = (int) (word >>> 5 * bits) & mask;
      target[to + 6] = (int) (word >>> 6 * bits) & mask;
      target[to + 7] = (int) (word >>> 7 * bits) & mask;
    }
    unpackOnes(packed, firstBit + done * bits, bits, target, offset + done, count - done);
  }

  private static void unpackFours(
      byte[] packed, int firstBit, int bits, int[] target, int offset, int count) {
    int mask = (1 << bits) - 1;
    int done = 0;
    for (; done + 4 <= count; done += 4) {
      int bit = firstBit + done * bits;
      long word = (long) LONGS.get(packed, bit >>> 3) >>> (bit & 7);
      int to = offset + done;
      target[to] = (int) word & mask;
      target[to + 1] = (int) (word >>> bits) & mask;
      target[to + 2] = (int) (word >>> 2 * bits) & mask;
      target[to + 3] = (int) (word >>> 3 * bits) & mask;
    }
    unpackOnes(packed, firstBit + done * bits, bits, target, offset + done, count - done);
  }

  private static void unpackOnes(
      byte[] packed, int firstBit, int bits, int[] target, int offset, int count) {
    long mask = (1L << bits) - 1;
    for (int i = 0; i < count; i++) {
      int bit = firstBit + i * bits;
      target[offset + i] = (int) ((long) LONGS.get(packed, bit >>> 3) >>> (bit & 7) & mask);
    }
  }
}
