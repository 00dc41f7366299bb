package dev.paceline.storage.load.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Checks that bytes are UTF-8 as the Unicode standard defines it (table 3-7). */
public final class Utf8Text {
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

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

  /** Whether bytes are UTF-8. */
  public static boolean isValid(MemorySegment text, long start, long end) {
    long at = start;
    while (at < end) {
      int lead = text.get(JAVA_BYTE, at) & 0xff;
      if (lead < 0x80) {
        at++;
        continue;
      }
      int length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
      if (length == 0 || end - at < length) {
        return false;
      }
      int second = text.get(JAVA_BYTE, at + 1) & 0xff;
      int low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
      int high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
      if (second < low || second > high) {
        return false;
      }
      for (int i = 2; i < length; i++) {
        if ((text.get(JAVA_BYTE, at + i) & 0xc0) != 0x80) {
          return false;
        }
      }
      at += length;
    }
    return true;
  }
}
