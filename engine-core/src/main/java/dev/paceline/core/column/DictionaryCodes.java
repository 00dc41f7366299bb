package dev.paceline.core.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reads the codes of DICTIONARY vectors into an array of the thread, so that loops over them do not
 * branch on the width of the lanes. The JIT compiler moves the bounds checks of all branches in
 * front of a loop. There, the check of a lane that is wider than those of the vector fails, and the
 * JVM discards the compiled loop again and again. Until a loop is compiled, arrays are also many
 * times faster than segments.
 */
public final class DictionaryCodes {
  private static final ThreadLocal<DictionaryCodes> OF_THREAD =
      ThreadLocal.withInitial(DictionaryCodes::new);

  private byte[] bytes = {};
  private short[] shorts = {};
  private int[] codes = {};

  private DictionaryCodes() {}

  /**
   * Reads the codes of the first rows of a vector. The codes of rows that are NULL have no meaning.
   *
   * @param vector of the form DICTIONARY
   * @return an array of at least {@code rows} codes, which the next call of the thread overwrites
   */
  public static int[] of(ColumnVector vector, int rows) {
    return OF_THREAD.get().read(vector, rows);
  }

  private int[] read(ColumnVector vector, int rows) {
    if (codes.length < rows) {
      bytes = new byte[rows];
      shorts = new short[rows];
      codes = new int[rows];
    }
    MemorySegment lanes = vector.data();
    long offset = vector.offset();
    switch (vector.width()) {
      case 1 -> {
        MemorySegment.copy(lanes, ValueLayout.JAVA_BYTE, offset, bytes, 0, rows);
        widen(bytes, rows, codes);
      }
      case 2 -> {
        MemorySegment.copy(lanes, ValueLayout.JAVA_SHORT_UNALIGNED, offset, shorts, 0, rows);
        widen(shorts, rows, codes);
      }
      default -> MemorySegment.copy(lanes, ValueLayout.JAVA_INT_UNALIGNED, offset, codes, 0, rows);
    }
    return codes;
  }

  private static void widen(byte[] lanes, int count, int[] codes) {
    for (int i = 0; i < count; i++) {
      codes[i] = lanes[i] & 0xff;
    }
  }

  private static void widen(short[] lanes, int count, int[] codes) {
    for (int i = 0; i < count; i++) {
      codes[i] = lanes[i] & 0xffff;
    }
  }
}
