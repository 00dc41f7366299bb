package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
  private static final int LOG_SLOTS = 10;

  /** Strings that are looked up before it is judged whether that pays. */
  private static final int TRIAL = 2048;

  private static final long NONE = -1;

  /** A slot: first word, last word, length, and the view; the length is -1 if the slot is empty. */
  private static final int LOG_SLOT_WORDS = 2;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final long[] slots = new long[1 << LOG_SLOTS + LOG_SLOT_WORDS];
  private int slot;
  private long first;
  private long last;
  private int length;
  private int found;
  private int left;
  private boolean paying;

  RecentStrings() {
    clear();
  }

  /** Whether it is worth to ask for strings. */
  boolean pays() {
    return paying;
  }

  /**
   * The view of an equal string; negative if there is none, and {@link #add} may follow.
   *
   * @param heap what the views point into
   */
  long find(byte[] source, int offset, int bytes, MemorySegment heap) {
    if (offset <= source.length - Math.max(Long.BYTES, bytes)) {
      long mask = mask(bytes);
      first = (long) LONG.get(source, offset) & mask;
      last = (long) LONG.get(source, offset + Math.max(0, bytes - Long.BYTES)) & mask;
    } else {
      first = 0;
      for (int i = bytes - 1; i >= 0; i--) {
        first = first << Byte.SIZE | source[offset + i] & 0xff;
      }
      last = first;
    }
    long view = candidate(bytes);
    long known = StringView.offset(view);
    for (int i = Long.BYTES; i < bytes - Long.BYTES && view >= 0; i += Long.BYTES) {
      if ((long) LONG.get(source, offset + i) != heap.get(WORD, known + i)) {
        view = NONE;
      }
    }
    found += view >= 0 ? 1 : 0;
    return view;
  }

  /** Like {@link #find(byte[], int, int, MemorySegment)}, for a string in native memory. */
  long find(MemorySegment source, long offset, int bytes, MemorySegment heap) {
    if (offset <= source.byteSize() - Math.max(Long.BYTES, bytes)) {
      long mask = mask(bytes);
      first = source.get(WORD, offset) & mask;
      last = source.get(WORD, offset + Math.max(0, bytes - Long.BYTES)) & mask;
    } else {
      first = 0;
      for (int i = bytes - 1; i >= 0; i--) {
        first = first << Byte.SIZE | source.get(ValueLayout.JAVA_BYTE, offset + i) & 0xff;
      }
      last = first;
    }
    long view = candidate(bytes);
    long known = StringView.offset(view);
    for (int i = Long.BYTES; i < bytes - Long.BYTES && view >= 0; i += Long.BYTES) {
      if (source.get(WORD, offset + i) != heap.get(WORD, known + i)) {
        view = NONE;
      }
    }
    found += view >= 0 ? 1 : 0;
    return view;
  }

  /**
   * Looks strings up until one is not known.
   *
   * @param strings views into {@code source}, from byte {@code at} on
   * @param known takes the views of the equal strings, from {@code to} on
   * @return how many were known
   */
  int find(
      MemorySegment strings,
      long at,
      int count,
      MemorySegment source,
      MemorySegment heap,
      long[] known,
      int to) {
    long[] table = slots;
    long end = source.byteSize();
    int i = 0;
    for (; i < count; i++) {
      long string = strings.get(ValueLayout.JAVA_LONG_UNALIGNED, at + ((long) i << 3));
      long offset = StringView.offset(string);
      int bytes = StringView.length(string);
      int beforeLast = Math.max(0, bytes - Long.BYTES);
      if (offset + beforeLast > end - Long.BYTES) {
        break;
      }
      long mask = mask(bytes);
      long start = source.get(WORD, offset) & mask;
      long stop = source.get(WORD, offset + beforeLast) & mask;
      int slot = slot(start, stop, bytes);
      if ((table[slot] ^ start | table[slot + 1] ^ stop | table[slot + 2] ^ bytes) != 0) {
        break;
      }
      long view = table[slot + 3];
      long second = Math.min(Long.BYTES, beforeLast);
      long difference =
          source.get(WORD, offset + second) ^ heap.get(WORD, StringView.offset(view) + second);
      if ((difference & mask) != 0
          || bytes > 3 * Long.BYTES
              && !sameMiddle(source, offset, heap, StringView.offset(view), bytes)) {
        break;
      }
      known[to + i] = view;
    }
    found += i;
    left -= i;
    return i;
  }

  private static boolean sameMiddle(
      MemorySegment source, long offset, MemorySegment heap, long known, int bytes) {
    for (int i = 2 * Long.BYTES; i < bytes - Long.BYTES; i += Long.BYTES) {
      if (source.get(WORD, offset + i) != heap.get(WORD, known + i)) {
        return false;
      }
    }
    return true;
  }

  /** The bytes of a string in the word that it starts; those behind it are not its own. */
  private static long mask(int bytes) {
    int halfShift = Math.max(0, Long.BYTES - bytes) << 2; // a whole one would be none at 64
    return -1L >>> halfShift >>> halfShift;
  }

  private static int slot(long first, long last, int bytes) {
    long mixed = (first + bytes ^ Long.rotateLeft(last, 23)) * 0x9E37_79B9_7F4A_7C15L;
    return (int) (mixed >>> Long.SIZE - LOG_SLOTS) << LOG_SLOT_WORDS;
  }

  /** The view of a string of the same length, first word and last word. */
  private long candidate(int bytes) {
    if (--left < 0) {
      judge();
    }
    length = bytes;
    int at = slot(first, last, bytes);
    slot = at;
    boolean same = slots[at] == first && slots[at + 1] == last && slots[at + 2] == bytes;
    return same ? slots[at + 3] : NONE;
  }

  /**
   * Remembers the string that was not found.
   *
   * @param view at least as long as the string, which it starts with
   */
  void add(long view) {
    slots[slot] = first;
    slots[slot + 1] = last;
    slots[slot + 2] = length;
    slots[slot + 3] = view;
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
