package dev.paceline.storage.encoding.filter;

import dev.paceline.core.kernel.StringKernels;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds anchors: codes of compressed strings, of which every string that contains a given part has
 * at least one. They are the codes of the symbols that have the part's byte at a certain place and
 * fit the part around it, and the escape of this byte.
 */
public final class Anchors {
  private Anchors() {}

  /**
   * Returns the anchors of the part, and of the place in it, whose codes are rarest.
   *
   * @param symbols first byte lowest
   * @param lengths in bytes, of as many symbols
   * @param frequencies of all 256 codes in a sample
   * @param most anchors that are still faster than none
   * @return as {@link StringKernels#mark} wants them; null if there are none that pay
   */
  public static byte @Nullable [] rarest(
      List<byte[]> parts, long[] symbols, byte[] lengths, int count, int[] frequencies, int most) {
    byte[] best = null;
    int least = most + 1;
    for (byte[] part : parts) {
      for (int place = 0; place < part.length; place++) {
        byte[] anchors = of(part, place, symbols, lengths, count);
        int found = 0;
        for (byte code : anchors) {
          found += frequencies[code & 0xff];
        }
        if (found < least) {
          least = found;
          best = anchors;
        }
      }
    }
    return best == null ? null : padded(best);
  }

  private static byte[] of(byte[] part, int place, long[] symbols, byte[] lengths, int count) {
    byte[] codes = new byte[count + 1];
    int found = 0;
    codes[found++] = part[place];
    for (int code = 0; code < count; code++) {
      if (code != (part[place] & 0xff) && fits(symbols[code], lengths[code], part, place)) {
        codes[found++] = (byte) code;
      }
    }
    return Arrays.copyOf(codes, found);
  }

  /** Whether a symbol has the byte of a place, and around it nothing but what the part has. */
  private static boolean fits(long symbol, int length, byte[] part, int place) {
    for (int at = 0; at < length; at++) {
      boolean same = true;
      for (int i = 0; i < length && same; i++) {
        int position = place + i - at;
        same =
            position < 0
                || position >= part.length
                || part[position] == (byte) (symbol >>> Byte.SIZE * i);
      }
      if (same) {
        return true;
      }
    }
    return false;
  }

  private static byte[] padded(byte[] anchors) {
    int step = StringKernels.MARKED_AT_ONCE;
    byte[] padded = Arrays.copyOf(anchors, (anchors.length + step - 1) / step * step);
    Arrays.fill(padded, anchors.length, padded.length, anchors[0]);
    return padded;
  }
}
