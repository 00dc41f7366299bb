package dev.paceline.storage.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The strings that a column had lately, so that rows with equal strings share bytes and view: a
 * column of few strings is neither copied nor, by the encoder, hashed row by row. Gives up where
 * strings do not come again. One thread at a time.
 */
final class RecentStrings {
  /** Longer strings are not remembered. */
  static final int MAX_LENGTH = 128;

  private static final int LOG_SLOTS = 10;

  /** Strings that are looked up before it is judged whether that pays. */
  private static final int TRIAL = 2048;

  private static final long NONE = -1;
  private static final byte[] EMPTY = {};

  /** A slot: first word, last word, length, and the view; the length is -1 if the slot is empty. */
  private static final int LOG_SLOT_WORDS = 2;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final long[] slots = new long[1 << LOG_SLOTS + LOG_SLOT_WORDS];

  /** Of each slot the string, if two words do not hold it. */
  private final byte[][] strings = new byte[1 << LOG_SLOTS][];

  private int slot;
  private int found;
  private int left;
  private boolean paying;

  RecentStrings() {
    Arrays.fill(strings, EMPTY);
    clear();
  }

  /** Whether it is worth to ask {@link #find}. */
  boolean takes(int length) {
    return paying && length <= MAX_LENGTH;
  }

  /** The view of an equal string; negative if there is none, and {@link #add} may follow. */
  long find(byte[] source, int offset, int length) {
    if (--left < 0) {
      judge();
    }
    long first = firstWord(source, offset, length);
    long last = lastWord(source, offset, length);
    long mixed = (first + length ^ Long.rotateLeft(last, 23)) * 0x9E37_79B9_7F4A_7C15L;
    int at = (int) (mixed >>> Long.SIZE - LOG_SLOTS) << LOG_SLOT_WORDS;
    slot = at;
    if (slots[at] != first
        || slots[at + 1] != last
        || slots[at + 2] != length
        || length > 2 * Long.BYTES && !isSame(strings[at >>> LOG_SLOT_WORDS], source, offset)) {
      return NONE;
    }
    found++;
    return slots[at + 3];
  }

  private static long firstWord(byte[] source, int offset, int length) {
    if (length >= Long.BYTES) {
      return (long) LONG.get(source, offset);
    }
    if (length >= Integer.BYTES) {
      return (int) INT.get(source, offset);
    }
    long word = 0;
    for (int i = 0; i < length; i++) {
      word = word << Byte.SIZE | source[offset + i] & 0xff;
    }
    return word;
  }

  /** Overlaps the first word; 0 where that holds the whole string. */
  private static long lastWord(byte[] source, int offset, int length) {
    return length >= Long.BYTES
        ? (long) LONG.get(source, offset + length - Long.BYTES)
        : length >= Integer.BYTES ? (int) INT.get(source, offset + length - Integer.BYTES) : 0;
  }

  /** Compares what is between first and last word. */
  private static boolean isSame(byte[] known, byte[] source, int offset) {
    for (int i = Long.BYTES; i < known.length - Long.BYTES; i += Long.BYTES) {
      if ((long) LONG.get(known, i) != (long) LONG.get(source, offset + i)) {
        return false;
      }
    }
    return true;
  }

  /** Remembers the string that was not found. */
  void add(byte[] source, int offset, int length, long view) {
    slots[slot] = firstWord(source, offset, length);
    slots[slot + 1] = lastWord(source, offset, length);
    slots[slot + 2] = length;
    slots[slot + 3] = view;
    if (length > 2 * Long.BYTES) {
      int index = slot >>> LOG_SLOT_WORDS;
      byte[] known = strings[index];
      if (known.length != length) {
        known = new byte[length];
        strings[index] = known;
      }
      System.arraycopy(source, offset, known, 0, length);
    }
  }

  /** Three of four strings must have been there before. */
  private void judge() {
    paying = found >= TRIAL / 4 * 3;
    found = 0;
    left = TRIAL;
  }

  /** Forgets all strings. */
  void clear() {
    Arrays.fill(slots, NONE);
    found = 0;
    left = TRIAL;
    paying = true;
  }
}
