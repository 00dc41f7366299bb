package dev.paceline.storage.load.lz4;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The hash function XXH32 with the seed 0, of bytes that come in parts. Not thread-safe. */
final class XxHash32 {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int STRIPE_BYTES = 16;
  private static final int PRIME_1 = 0x9e3779b1;
  private static final int PRIME_2 = 0x85ebca77;
  private static final int PRIME_3 = 0xc2b2ae3d;
  private static final int PRIME_4 = 0x27d4eb2f;
  private static final int PRIME_5 = 0x165667b1;

  /** PRIME_1 + PRIME_2, without the bit that does not fit. */
  private int first = 0x24234428;

  private int second = PRIME_2;
  private int third;
  private int fourth = -PRIME_1;

  /** Bytes that are not yet a whole stripe. */
  private final byte[] rest = new byte[STRIPE_BYTES];

  private long length;

  /** Returns the hash of some bytes. */
  static int of(byte[] bytes, int from, int count) {
    XxHash32 hash = new XxHash32();
    hash.add(bytes, from, count);
    return hash.value();
  }

  /** Adds bytes behind those that were added before. */
  void add(byte[] bytes, int from, int count) {
    int waiting = (int) (length % STRIPE_BYTES);
    int at = from;
    int end = from + count;
    length += count;
    if (waiting > 0) {
      int more = Math.min(STRIPE_BYTES - waiting, count);
      System.arraycopy(bytes, at, rest, waiting, more);
      at += more;
      if (waiting + more < STRIPE_BYTES) {
        return;
      }
      addStripes(rest, 0, STRIPE_BYTES);
    }
    int stripesEnd = end - (end - at) % STRIPE_BYTES;
    addStripes(bytes, at, stripesEnd);
    System.arraycopy(bytes, stripesEnd, rest, 0, end - stripesEnd);
  }

  private void addStripes(byte[] bytes, int from, int to) {
    int a = first;
    int b = second;
    int c = third;
    int d = fourth;
    for (int at = from; at < to; at += STRIPE_BYTES) {
      a = round(a, (int) INTS.get(bytes, at));
      b = round(b, (int) INTS.get(bytes, at + 4));
      c = round(c, (int) INTS.get(bytes, at + 8));
      d = round(d, (int) INTS.get(bytes, at + 12));
    }
    first = a;
    second = b;
    third = c;
    fourth = d;
  }

  private static int round(int state, int input) {
    return Integer.rotateLeft(state + input * PRIME_2, 13) * PRIME_1;
  }

  /** Returns the hash of all bytes so far. */
  int value() {
    int hash =
        length >= STRIPE_BYTES
            ? Integer.rotateLeft(first, 1)
                + Integer.rotateLeft(second, 7)
                + Integer.rotateLeft(third, 12)
                + Integer.rotateLeft(fourth, 18)
            : PRIME_5;
    hash += (int) length;
    int waiting = (int) (length % STRIPE_BYTES);
    int at = 0;
    for (; at + Integer.BYTES <= waiting; at += Integer.BYTES) {
      hash = Integer.rotateLeft(hash + (int) INTS.get(rest, at) * PRIME_3, 17) * PRIME_4;
    }
    for (; at < waiting; at++) {
      hash = Integer.rotateLeft(hash + (rest[at] & 0xff) * PRIME_5, 11) * PRIME_1;
    }
    hash = (hash ^ hash >>> 15) * PRIME_2;
    hash = (hash ^ hash >>> 13) * PRIME_3;
    return hash ^ hash >>> 16;
  }
}
