package dev.paceline.storage.encoding;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Decodes the codes of several strings as one run. Decoding each string on its own would mispredict
 * the branch at its end, which costs more than its eight or so codes. A first pass over a run adds
 * up the lengths of the symbols, and a second one copies the symbols to the positions found, so
 * that neither waits for the other's stores. Both work on arrays, whose accesses are cheap before
 * C2 has compiled them, too.
 *
 * <p>Each thread has a decoder of its own, whose results are valid until it decodes the next run.
 */
final class SymbolDecoder {
  /** The most codes of a run, those of about 100 strings of prose: the arrays fit the L1 cache. */
  static final int MAX_CODES = 1024;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LOW_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  private static final ThreadLocal<SymbolDecoder> OF_THREAD =
      ThreadLocal.withInitial(SymbolDecoder::new);

  private final byte[] codes = new byte[MAX_CODES];
  private final byte[] text = new byte[(MAX_CODES + 1) * SymbolTable.MAX_SYMBOL_LENGTH];
  private final int[] positions = new int[MAX_CODES + 1];
  private int[] starts = new int[0];
  private short[] startsInGroup = new short[0];

  private SymbolDecoder() {}

  /** Returns the decoder of this thread. */
  static SymbolDecoder ofThread() {
    return OF_THREAD.get();
  }

  /** Returns an array of at least {@code count} entries, for the starts of strings. */
  int[] starts(int count) {
    if (starts.length < count) {
      starts = new int[Math.max(count, 2 * starts.length)];
    }
    return starts;
  }

  /** Returns an array of {@code count} or more entries for starts of strings in their groups. */
  short[] startsInGroup(int count) {
    if (startsInGroup.length < count) {
      startsInGroup = new short[Math.max(count, 2 * startsInGroup.length)];
    }
    return startsInGroup;
  }

  /**
   * Decodes a run of at most {@link #MAX_CODES} codes.
   *
   * @param source where the codes are, from {@code from} on
   * @param symbols for each code its symbol, first byte lowest
   * @param lengths for each code the bytes of its symbol
   * @param to where in the target the decoded bytes begin
   * @return the number of decoded bytes
   */
  int decode(
      MemorySegment source,
      long from,
      int count,
      long[] symbols,
      byte[] lengths,
      MemorySegment target,
      long to) {
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, from, codes, 0, count);
    int length = findPositions(count, lengths);
    copySymbols(count, symbols);
    MemorySegment.copy(text, 0, target, ValueLayout.JAVA_BYTE, to, length);
    return length;
  }

  /** Returns where a code's text begins in the decoded bytes of the last run; the end, too. */
  int position(int code) {
    return positions[code];
  }

  private int findPositions(int count, byte[] lengths) {
    byte[] codes = this.codes;
    int[] positions = this.positions;
    int position = 0;
    int i = 0;
    while (i < count) {
      int escape = nextEscape(i, count);
      for (; i < escape; i++) {
        positions[i] = position;
        position += lengths[codes[i] & 0xff];
      }
      if (i < count) {
        positions[i] = position;
        positions[i + 1] = position;
        position++;
        i += 2;
      }
    }
    positions[count] = position;
    return position;
  }

  /** Writes a whole word for each symbol. The next symbol overwrites the bytes behind its end. */
  private void copySymbols(int count, long[] symbols) {
    byte[] codes = this.codes;
    byte[] text = this.text;
    int[] positions = this.positions;
    int i = 0;
    while (i < count) {
      int escape = nextEscape(i, count);
      for (; i < escape; i++) {
        WORD.set(text, positions[i], symbols[codes[i] & 0xff]);
      }
      if (i < count) {
        text[positions[i]] = codes[i + 1];
        i += 2;
      }
    }
  }

  /** Returns the position of the next escape, or the end. */
  private int nextEscape(int from, int end) {
    byte[] codes = this.codes;
    int i = from;
    for (; i + Long.BYTES <= end; i += Long.BYTES) {
      // A byte with all bits set is a zero in the complement, which the subtraction borrows from.
      long word = (long) WORD.get(codes, i);
      long escapes = ~word - LOW_BITS & word & HIGH_BITS;
      if (escapes != 0) {
        return i + (Long.numberOfTrailingZeros(escapes) >>> 3);
      }
    }
    while (i < end && codes[i] != (byte) SymbolTable.ESCAPE) {
      i++;
    }
    return i;
  }
}
