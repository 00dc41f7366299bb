package dev.paceline.storage.load.parquet.page;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Whole numbers as differences in blocks of packed bits (the encoding DELTA_BINARY_PACKED). Throws
 * unchecked exceptions where the bytes end too early. Not thread-safe.
 */
final class DeltaDecoder {
  private static final int MAX_BLOCK_VALUES = 1 << 16;

  private final MemorySegment bytes;
  private final long end;
  private final int miniBlocks;
  private final int miniBlockValues;
  private final long count;
  private final int[] widths;
  private long at;
  private long value;
  private long read;
  private long smallestDelta;

  /** The next small block in its block. */
  private int miniBlock;

  /** Differences of the current small block that have not been read. */
  private int remaining;

  private long bitAt;
  private int width;

  /**
   * @param to behind the last byte; the segment ends at least 16 bytes later
   */
  DeltaDecoder(MemorySegment bytes, long from, long to) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
    long blockValues = varint();
    long blocks = varint();
    if (blockValues <= 0
        || blockValues > MAX_BLOCK_VALUES
        || blocks <= 0
        || blocks > blockValues
        || blockValues % blocks != 0
        || blockValues / blocks % 8 != 0) {
      throw new IllegalArgumentException("blocks of differences have a wrong size");
    }
    miniBlocks = (int) blocks;
    miniBlockValues = (int) (blockValues / blocks);
    count = varint();
    long first = varint();
    value = first >>> 1 ^ -(first & 1);
    widths = new int[miniBlocks];
    miniBlock = miniBlocks;
  }

  /** Returns how many numbers there are. */
  long count() {
    return count;
  }

  /** Returns the next number. */
  long next() {
    if (read == count) {
      throw new IndexOutOfBoundsException("differences end too early");
    }
    if (read++ == 0) {
      return value;
    }
    if (remaining == 0) {
      startMiniBlock();
    }
    remaining--;
    value += smallestDelta + packed();
    return value;
  }

  /**
   * Returns the position behind the last block. Called when all numbers have been read; packed
   * numbers of the last small block that are only there to fill it are skipped.
   */
  long position() {
    return remaining == 0 ? at : at + (long) miniBlockValues * width / 8;
  }

  private long packed() {
    if (width == 0) {
      return 0;
    }
    long position = at + (bitAt >>> 3);
    int shift = (int) bitAt & 7;
    long word = bytes.get(JAVA_LONG_UNALIGNED, position) >>> shift;
    if (shift + width > Long.SIZE) {
      word |= (bytes.get(JAVA_BYTE, position + Long.BYTES) & 0xffL) << (Long.SIZE - shift);
    }
    bitAt += width;
    if (remaining == 0) {
      at += (long) miniBlockValues * width / 8;
    }
    return width == Long.SIZE ? word : word & (1L << width) - 1;
  }

  private void startMiniBlock() {
    if (miniBlock == miniBlocks) {
      long delta = varint();
      smallestDelta = delta >>> 1 ^ -(delta & 1);
      for (int i = 0; i < miniBlocks; i++) {
        widths[i] = unsignedByte();
        if (widths[i] > Long.SIZE) {
          throw new IllegalArgumentException("differences have too many bits");
        }
      }
      miniBlock = 0;
    }
    width = widths[miniBlock++];
    remaining = miniBlockValues;
    bitAt = 0;
    if ((long) miniBlockValues * width / 8 > end - at) {
      throw new IndexOutOfBoundsException("differences end too early");
    }
  }

  private long varint() {
    long result = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int b = unsignedByte();
      result |= (b & 0x7fL) << shift;
      if (b < 0x80) {
        return result;
      }
    }
    throw new IllegalArgumentException("a number has too many bytes");
  }

  private int unsignedByte() {
    if (at >= end) {
      throw new IndexOutOfBoundsException("differences end too early");
    }
    return bytes.get(JAVA_BYTE, at++) & 0xff;
  }
}
