package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;

/**
 * A set of positions that counts: a bitmap, and for each of its words the number of bits before it
 * (Jacobson, Space-efficient Static Trees and Graphs, 1989, with one level). Words are written by
 * any workers, one word by one worker; after {@link #count} it is immutable.
 */
final class RankedBits {
  /** Words that are looked at one after the other; further ones are found by their ranks. */
  private static final int NEAR_WORDS = 8;

  private final int rows;
  private final MemorySegment bits;
  private final MemorySegment ranks;

  RankedBits(int rows, MemoryScope memory) {
    this.rows = rows;
    // a word behind the last row, so that each position up to the number of rows has a rank
    this.bits = memory.allocate(Bitmaps.bytes(rows) + 8);
    this.ranks = memory.allocate((Bitmaps.bytes(rows) >>> 1) + 4);
    bits.set(JAVA_LONG, Bitmaps.bytes(rows), 0);
  }

  /**
   * Writes 64 bits.
   *
   * @param position of the first, a multiple of 64; bits behind the last row must be clear
   */
  void setWord(int position, long word) {
    bits.set(JAVA_LONG, (long) position >>> 3, word);
  }

  /** Adds one bit to words that have been written. One thread at a time. */
  void set(int position) {
    Bitmaps.set(bits, 0, position);
  }

  /** Counts, when all words have been written. */
  void count() {
    int before = 0;
    for (int word = 0; word << 6 <= rows && word >= 0; word++) {
      ranks.set(JAVA_INT, (long) word << 2, before);
      before += Long.bitCount(bits.get(JAVA_LONG, (long) word << 3));
    }
  }

  boolean get(int position) {
    return Bitmaps.get(bits, 0, position);
  }

  /** The number of positions in the set that are smaller, for positions up to the row count. */
  int rank(int position) {
    int word = position >>> 6;
    long below = bits.get(JAVA_LONG, (long) word << 3) & (1L << position) - 1;
    return ranks.get(JAVA_INT, (long) word << 2) + Long.bitCount(below);
  }

  /** Returns the position that has {@code rank} smaller ones in the set; the row count if none. */
  int select(int rank) {
    int low = 0;
    int high = rows >>> 6;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (ranks.get(JAVA_INT, (long) middle << 2) <= rank) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    long word = bits.get(JAVA_LONG, (long) low << 3);
    int left = rank - ranks.get(JAVA_INT, (long) low << 2);
    if (left >= Long.bitCount(word)) {
      return rows;
    }
    for (int i = 0; i < left; i++) {
      word &= word - 1;
    }
    return (low << 6) + Long.numberOfTrailingZeros(word);
  }

  /** The largest position in the set that is not greater than another one; there must be one. */
  int floor(int position) {
    int at = position >>> 6;
    long word = bits.get(JAVA_LONG, (long) at << 3) & -1L >>> ~position;
    int last = Math.max(0, at - NEAR_WORDS);
    while (word == 0) {
      if (at == last) {
        return select(rank(position + 1) - 1);
      }
      word = bits.get(JAVA_LONG, (long) --at << 3);
    }
    return (at << 6) + 63 - Long.numberOfLeadingZeros(word);
  }

  /** The smallest position in the set that is greater than another one; the row count if none. */
  int higher(int position) {
    int next = position + 1;
    if (next >= rows) {
      return rows;
    }
    int at = next >>> 6;
    long word = bits.get(JAVA_LONG, (long) at << 3) & -1L << next;
    int end = (rows + 63) >>> 6;
    int last = Math.min(end - 1, at + NEAR_WORDS);
    while (word == 0) {
      if (at == last) {
        return last == end - 1 ? rows : select(rank(next));
      }
      word = bits.get(JAVA_LONG, (long) ++at << 3);
    }
    return (at << 6) + Long.numberOfTrailingZeros(word);
  }
}
