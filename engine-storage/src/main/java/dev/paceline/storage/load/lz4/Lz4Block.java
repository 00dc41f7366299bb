package dev.paceline.storage.load.lz4;

import java.io.IOException;

/**
 * Decodes LZ4 blocks. Matches may refer to bytes of previous blocks, which the library that
 * decompresses Parquet files does not support.
 */
final class Lz4Block {
  private static final int MIN_MATCH = 4;

  /** A length of 15 goes on in the bytes that follow. */
  private static final int LONG_LENGTH = 15;

  private Lz4Block() {}

  /**
   * Decodes a block.
   *
   * @param from of the block in {@code source}
   * @param to the end of the block
   * @param target starts with the bytes before the block, as far as matches may reach
   * @param start where the first byte goes
   * @param limit where the bytes have to end at the latest
   * @return where they end
   * @throws IOException if the block is damaged
   */
  static int decode(byte[] source, int from, int to, byte[] target, int start, int limit)
      throws IOException {
    int in = from;
    int out = start;
    while (true) {
      int token = next(source, in++, to);
      int literals = token >>> 4;
      if (literals == LONG_LENGTH) {
        int more;
        do {
          more = next(source, in++, to);
          literals += more;
        } while (more == 0xff);
      }
      if (literals > to - in || literals > limit - out) {
        throw damaged();
      }
      System.arraycopy(source, in, target, out, literals);
      in += literals;
      out += literals;
      if (in == to) {
        return out; // the last sequence has no match
      }
      int distance = next(source, in++, to);
      distance |= next(source, in++, to) << 8;
      int length = token & LONG_LENGTH;
      if (length == LONG_LENGTH) {
        int more;
        do {
          more = next(source, in++, to);
          length += more;
        } while (more == 0xff);
      }
      length += MIN_MATCH;
      if (distance == 0 || distance > out || length > limit - out) {
        throw damaged();
      }
      if (distance >= length) {
        System.arraycopy(target, out - distance, target, out, length);
      } else {
        for (int i = 0; i < length; i++) {
          target[out + i] = target[out - distance + i];
        }
      }
      out += length;
    }
  }

  private static int next(byte[] source, int at, int to) throws IOException {
    if (at >= to) {
      throw damaged();
    }
    return source[at] & 0xff;
  }

  private static IOException damaged() {
    return new IOException("an LZ4 block is damaged");
  }
}
