package dev.paceline.storage.load.parquet.write;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.storage.load.GrowingBuffer;
import java.lang.foreign.MemorySegment;

/** Writes numbers of a fixed number of bits in runs (the encoding RLE). */
final class RunEncoder {
  /** Shorter runs are packed with their neighbours. */
  private static final int MIN_RUN = 16;

  private RunEncoder() {}

  /**
   * Writes definition levels behind their length: 0 for rows that are NULL, 1 for others.
   *
   * @param nulls bit set = NULL, in whole words; not looked at if there are none
   */
  static void writeLevels(MemorySegment nulls, int rows, int nullCount, GrowingBuffer out) {
    long lengthAt = out.extend(Integer.BYTES);
    if (nullCount == 0 || nullCount == rows) {
      out.writeVarint((long) rows << 1);
      out.writeByte(nullCount == 0 ? 1 : 0);
    } else {
      int groups = (rows + 7) / 8;
      out.writeVarint((long) groups << 1 | 1);
      long at = out.extend(groups);
      for (int i = 0; i < groups; i++) {
        byte levels = (byte) ~nulls.get(JAVA_BYTE, i);
        out.segment().set(JAVA_BYTE, at + i, levels);
      }
    }
    int length = (int) (out.length() - lengthAt - Integer.BYTES);
    out.segment().set(JAVA_INT_UNALIGNED, lengthAt, length);
  }

  /**
   * Writes levels behind their length.
   *
   * @param max the highest level, at least 1
   */
  static void writeLevels(int[] levels, int count, int max, GrowingBuffer out) {
    long lengthAt = out.extend(Integer.BYTES);
    writeCodes(levels, 0, count, Integer.SIZE - Integer.numberOfLeadingZeros(max), out);
    int length = (int) (out.length() - lengthAt - Integer.BYTES);
    out.segment().set(JAVA_INT_UNALIGNED, lengthAt, length);
  }

  /**
   * Writes some codes.
   *
   * @param from the first one
   * @param to the one behind the last
   * @param bits of a code, 1 to 32
   */
  static void writeCodes(int[] codes, int from, int to, int bits, GrowingBuffer out) {
    int packedFrom = from;
    int at = from;
    while (at < to) {
      int end = at + 1;
      while (end < to && codes[end] == codes[at]) {
        end++;
      }
      // Packed codes come in groups of 8, which the first codes of a run may fill.
      int missing = -(at - packedFrom) & 7;
      if (end - at - missing >= MIN_RUN) {
        writePacked(codes, packedFrom, at + missing, bits, out);
        writeRun(codes[at], end - at - missing, bits, out);
        packedFrom = end;
      }
      at = end;
    }
    writePacked(codes, packedFrom, to, bits, out);
  }

  private static void writeRun(int code, int count, int bits, GrowingBuffer out) {
    out.writeVarint((long) count << 1);
    for (int shift = 0; shift < bits; shift += 8) {
      out.writeByte(code >>> shift);
    }
  }

  private static void writePacked(int[] codes, int from, int to, int bits, GrowingBuffer out) {
    if (from == to) {
      return;
    }
    int groups = (to - from + 7) / 8;
    out.writeVarint((long) groups << 1 | 1);
    int length = groups * bits;
    long at = out.extend(length);
    // The last word may reach into the padding of the buffer.
    MemorySegment segment = out.segment();
    long word = 0;
    int filled = 0;
    long position = at;
    for (int i = from; i < to; i++) {
      long code = codes[i];
      word |= code << filled;
      filled += bits;
      if (filled >= Long.SIZE) {
        segment.set(JAVA_LONG_UNALIGNED, position, word);
        position += Long.BYTES;
        filled -= Long.SIZE;
        word = filled == 0 ? 0 : code >>> bits - filled;
      }
    }
    while (position < at + length) {
      segment.set(JAVA_BYTE, position++, (byte) word);
      word >>>= 8;
    }
  }
}
