package dev.paceline.storage.load.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Checks that bytes are UTF-8 as the Unicode standard defines it (table 3-7). */
public final class Utf8Text {
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  private static final ValueLayout.OfLong WORD =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  // Four characters of two bytes in a word: the fixed bits of all bytes, and the bits of the first
  // bytes that are not all zero, because the character would need only one byte if they were.
  private static final long PAIR_MASK = 0xc0e0_c0e0_c0e0_c0e0L;
  private static final long PAIRS = 0x80c0_80c0_80c0_80c0L;
  private static final long PAIR_VALUES = 0x001e_001e_001e_001eL;
  private static final long PAIR_CARRIES = 0x00fe_00fe_00fe_00feL;
  private static final long PAIR_SIGNS = 0x0100_0100_0100_0100L;

  private Utf8Text() {}

  /** Whether all bytes are ASCII characters. */
  public static boolean isAscii(MemorySegment text, long start, long length) {
    long i = 0;
    long high = 0;
    for (; i + 8 <= length; i += 8) {
      high |= text.get(JAVA_LONG_UNALIGNED, start + i);
    }
    for (; i < length; i++) {
      high |= text.get(JAVA_BYTE, start + i);
    }
    return (high & HIGH_BITS) == 0;
  }

  /**
   * Whether bytes are UTF-8. Eight bytes at a time that are ASCII, or four characters of two bytes,
   * as the letters of many scripts, are passed in one step.
   */
  public static boolean isValid(MemorySegment text, long start, long end) {
    long at = start;
    while (at < end) {
      if (at + Long.BYTES <= end) {
        long word = text.get(WORD, at);
        long high = word & HIGH_BITS;
        if (high == 0 || arePairs(word)) {
          at += Long.BYTES;
          continue;
        }
        at += Long.numberOfTrailingZeros(high) / Byte.SIZE;
      }
      if (text.get(JAVA_BYTE, at) >= 0) {
        at++;
        continue;
      }
      int length = characterLength(text, at, end);
      if (length == 0) {
        return false;
      }
      at += length;
    }
    return true;
  }

  private static boolean arePairs(long word) {
    return (word & PAIR_MASK) == PAIRS
        && ((word & PAIR_VALUES) + PAIR_CARRIES & PAIR_SIGNS) == PAIR_SIGNS;
  }

  /** Returns the bytes of a character of more than one byte; 0 if there is none. */
  private static int characterLength(MemorySegment text, long at, long end) {
    int lead = text.get(JAVA_BYTE, at) & 0xff;
    int length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length == 0 || end - at < length) {
      return 0;
    }
    int second = text.get(JAVA_BYTE, at + 1) & 0xff;
    int low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    int high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (second < low || second > high) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if (!continues(text.get(JAVA_BYTE, at + i))) {
        return 0;
      }
    }
    return length;
  }

  /** Whether a byte is one of a character that began before it. */
  public static boolean continues(byte value) {
    return (value & 0xc0) == 0x80;
  }
}
