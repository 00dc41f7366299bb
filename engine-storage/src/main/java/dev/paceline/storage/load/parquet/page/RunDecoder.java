package dev.paceline.storage.load.parquet.page;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.code.CodeKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Numbers of a fixed number of bits in runs, each of which repeats one number or packs groups of
 * eight (the encoding RLE). Throws unchecked exceptions where the bytes end too early. Not
 * thread-safe.
 */
final class RunDecoder {
  private final MemorySegment bytes;
  private final long end;
  private final int bits;
  private long at;

  /** Packed numbers, because loops over arrays are faster than over segments. */
  private byte[] array = {};

  /** Numbers of the current run that have not been read. */
  private long remaining;

  private boolean isPacked;
  private int repeated;

  /** Position of the next packed number, in bits from {@link #at}. */
  private long bitAt;

  /**
   * @param from position of the first run
   * @param to behind the last one; the segment ends at least 8 bytes later
   * @param bits of a number, 0 to 32
   */
  RunDecoder(MemorySegment bytes, long from, long to, int bits) {
    if (bits < 0 || bits > 32 || from > to || to + Long.BYTES > bytes.byteSize()) {
      throw new IllegalArgumentException("numbers of " + bits + " bits do not fit their page");
    }
    this.bytes = bytes;
    this.at = from;
    this.end = to;
    this.bits = bits;
  }

  /** Reads numbers. */
  void read(int[] target, int offset, int count) {
    int done = 0;
    while (done < count) {
      int part = (int) Math.min(count - done, startRun());
      if (isPacked) {
        unpack(target, offset + done, part);
      } else {
        Arrays.fill(target, offset + done, offset + done + part, repeated);
      }
      remaining -= part;
      done += part;
    }
  }

  /** Skips numbers. */
  void skip(long count) {
    long rest = count;
    while (rest > 0) {
      long part = Math.min(rest, startRun());
      if (isPacked) {
        bitAt += part * bits;
      }
      remaining -= part;
      rest -= part;
    }
  }

  /** Skips numbers of one bit, and counts those that are 1. */
  long skipOnes(long count) {
    long rest = count;
    long ones = 0;
    while (rest > 0) {
      long part = Math.min(rest, startRun());
      if (!isPacked) {
        ones += repeated == 0 ? 0 : part;
      } else {
        part = Math.min(part, Long.SIZE);
        ones += Long.bitCount(packedWord((int) part));
        bitAt += part;
      }
      remaining -= part;
      rest -= part;
    }
    return ones;
  }

  /**
   * Reads numbers of one bit, and sets the bits of those that are 0.
   *
   * @param bitmap whose bits are clear
   * @param firstBit of the first number
   * @return how many numbers are 1
   */
  int setZeros(MemorySegment bitmap, long firstBit, int count) {
    int done = 0;
    int ones = 0;
    while (done < count) {
      int part = (int) Math.min(count - done, startRun());
      if (isPacked) {
        part = Math.min(part, Long.SIZE);
        long word = packedWord(part);
        ones += Long.bitCount(word);
        setBits(bitmap, firstBit + done, ~word & -1L >>> (Long.SIZE - part));
        bitAt += part;
      } else if (repeated != 0) {
        ones += part;
      } else {
        part = Math.min(part, Long.SIZE);
        setBits(bitmap, firstBit + done, -1L >>> (Long.SIZE - part));
      }
      remaining -= part;
      done += part;
    }
    return ones;
  }

  /** Reads numbers of one bit as bits. */
  void readBits(MemorySegment bitmap, long firstBit, int count) {
    int done = 0;
    while (done < count) {
      int part = (int) Math.min(Math.min(count - done, Long.SIZE), startRun());
      long mask = -1L >>> (Long.SIZE - part);
      if (isPacked) {
        setBits(bitmap, firstBit + done, packedWord(part));
        bitAt += part;
      } else if (repeated != 0) {
        setBits(bitmap, firstBit + done, mask);
      }
      remaining -= part;
      done += part;
    }
  }

  /** The next packed bits; those behind {@code count} are 0. */
  private long packedWord(int count) {
    long position = at + (bitAt >>> 3);
    int shift = (int) bitAt & 7;
    if (position + (shift + count + 7 >>> 3) > end) {
      throw new IndexOutOfBoundsException("runs end too early");
    }
    long word = bytes.get(JAVA_LONG_UNALIGNED, position) >>> shift;
    if (shift + count > Long.SIZE) {
      word |= (bytes.get(JAVA_BYTE, position + Long.BYTES) & 0xffL) << (Long.SIZE - shift);
    }
    return word & -1L >>> (Long.SIZE - count);
  }

  static void setBits(MemorySegment bitmap, long firstBit, long bits) {
    long position = firstBit >>> 6 << 3;
    int shift = (int) firstBit & 63;
    bitmap.set(
        ValueLayout.JAVA_LONG,
        position,
        bitmap.get(ValueLayout.JAVA_LONG, position) | bits << shift);
    if (shift != 0 && bits >>> (Long.SIZE - shift) != 0) {
      long next = position + Long.BYTES;
      bitmap.set(
          ValueLayout.JAVA_LONG,
          next,
          bitmap.get(ValueLayout.JAVA_LONG, next) | bits >>> (Long.SIZE - shift));
    }
  }

  private void unpack(int[] target, int offset, int count) {
    long from = at + (bitAt >>> 3);
    int firstBit = (int) bitAt & 7;
    int length = (int) ((long) firstBit + (long) count * bits + 7 >>> 3);
    if (from + length > end) {
      throw new IndexOutOfBoundsException("runs end too early");
    }
    byte[] packed = packedBytes(length);
    MemorySegment.copy(bytes, JAVA_BYTE, from, packed, 0, length);
    CodeKernels.current().unpack(packed, firstBit, bits, target, offset, count);
    bitAt += (long) count * bits;
  }

  /** Returns the array for packed numbers, which is longer by some bytes. */
  private byte[] packedBytes(int length) {
    if (array.length < length + CodeKernels.SPARE_BYTES) {
      array = new byte[2 * length + CodeKernels.SPARE_BYTES];
    }
    return array;
  }

  /** Starts the next run if the current one has ended; returns the numbers that it still has. */
  private long startRun() {
    while (remaining == 0) {
      if (isPacked) {
        at += bitAt + 7 >>> 3;
        isPacked = false;
      }
      long header = varint();
      if ((header & 1) != 0) {
        isPacked = true;
        bitAt = 0;
        remaining = (header >>> 1) * 8;
        // The last group may be cut off behind its last number.
        if (bits > 0) {
          remaining = Math.min(remaining, (end - at) * 8 / bits);
        }
        if (remaining == 0) {
          throw new IndexOutOfBoundsException("a run has no numbers");
        }
      } else {
        remaining = header >>> 1;
        repeated = 0;
        for (int i = 0; i < bits; i += 8) {
          repeated |= unsignedByte() << i;
        }
        if (bits < 32 && repeated >>> bits != 0) {
          throw new IllegalArgumentException("a repeated number has too many bits");
        }
      }
    }
    return remaining;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int b = unsignedByte();
      value |= (b & 0x7fL) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException("the length of a run has too many bytes");
  }

  private int unsignedByte() {
    if (at >= end) {
      throw new IndexOutOfBoundsException("runs end too early");
    }
    return bytes.get(JAVA_BYTE, at++) & 0xff;
  }

  /** Bytes of a bitmap into which bits of a page may be read: a word more than its rows need. */
  static long bitmapBytes(int rows) {
    return Bitmaps.bytes(rows) + Long.BYTES;
  }
}
