package dev.paceline.storage.encoding;

import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import java.util.List;

/** Says whether strings of which only the first bytes are known lie in some ranges. */
enum Containment {
  /** All such strings lie in one of the ranges. */
  INSIDE,

  /** No such string lies in any of the ranges. */
  OUTSIDE,

  /** More bytes must be known. */
  UNKNOWN;

  /** Returns whether the empty string lies in one of the ranges. */
  static boolean ofEmpty(List<BytesRange> ranges) {
    for (BytesRange range : ranges) {
      byte[] low = range.low();
      byte[] high = range.high();
      boolean reachesLow = low == null || low.length == 0 && range.lowInclusive();
      boolean reachesHigh = high == null || high.length > 0 || range.highInclusive();
      if (reachesLow && reachesHigh) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns what is known of the strings that begin with a symbol.
   *
   * @param symbol the first byte lowest
   * @param length of the symbol, in bytes; nothing is known of a symbol without bytes
   */
  static Containment ofPrefix(List<BytesRange> ranges, long symbol, int length) {
    if (length == 0) {
      return UNKNOWN;
    }
    boolean outside = true;
    for (BytesRange range : ranges) {
      byte[] low = range.low();
      byte[] high = range.high();
      // What is neither below nor above a bound begins with it, or is the beginning of it.
      int toLow = low == null ? 1 : compare(symbol, length, low);
      int toHigh = high == null ? -1 : compare(symbol, length, high);
      if (toLow > 0 && toHigh < 0) {
        return INSIDE;
      }
      outside &= toLow < 0 || toHigh > 0;
    }
    return outside ? OUTSIDE : UNKNOWN;
  }

  /**
   * Returns whether all strings that begin with a symbol are less (-1) or greater (1) than a bound;
   * 0 if some may be equal to it, or on either side of it.
   */
  private static int compare(long symbol, int length, byte[] bound) {
    for (int i = 0; i < length; i++) {
      if (i == bound.length) {
        return 1;
      }
      int difference = Integer.compare((int) (symbol >>> 8 * i) & 0xff, bound[i] & 0xff);
      if (difference != 0) {
        return difference;
      }
    }
    return 0;
  }
}
