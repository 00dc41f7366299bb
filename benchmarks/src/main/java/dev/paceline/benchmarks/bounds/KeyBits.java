package dev.paceline.benchmarks.bounds;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A set of keys, a bit each. */
final class KeyBits {
  private final DenseKeys keys;
  private final int[] words;

  KeyBits(DenseKeys keys) {
    this.keys = keys;
    this.words = new int[(keys.size() >>> 5) + 1];
  }

  DenseKeys keys() {
    return keys;
  }

  /** Adds a key of the range, which must be new. */
  void addUnique(long key) {
    int index = (int) (key - keys.least());
    keys.requireUnique((words[index >>> 5] & 1 << index) == 0);
    words[index >>> 5] |= 1 << index;
  }

  /**
   * Finds the rows whose keys are in the set. The loop has no branch: it writes every row where the
   * next hit belongs, and moves on only behind a hit.
   *
   * @param codes of four bytes
   * @param into as many elements as there are rows
   * @return how many
   */
  int hits(Codes codes, int rows, int[] into) {
    int shift = keys.shift(codes);
    MemorySegment segment = codes.segment();
    long offset = codes.offset();
    int[] bits = words;
    int count = 0;
    for (int row = 0; row < rows; row++) {
      int index = segment.get(ValueLayout.JAVA_INT, offset + ((long) row << 2)) + shift;
      into[count] = row;
      count += bits[index >>> 5] >>> index & 1;
    }
    return count;
  }
}
