package dev.paceline.core.operator.join.inequality;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Rows sorted by a first key, which are searched by a bound of it and, in the order of the first,
 * by a bound of a second key: over the second keys lies a tree of the largest key of 64 rows, of 64
 * such blocks and so on, by which blocks without a match are skipped. Immutable.
 *
 * <p>This answers what IEJoin answers (Khayyat et al., Lightning Fast and Space Efficient
 * Inequality Joins, VLDB 2015) for left rows in any order, which need not be kept: the bitmap of
 * the rows whose second key matches is not filled in the order of the left rows but computed, 64
 * rows at a time, where the tree says that there is one (as in the priority search tree of
 * McCreight, Priority Search Trees, SIAM Journal on Computing 14(2), 1985).
 */
final class SortedKeys {
  /** Rows of a block, and blocks of a block of the next level. */
  static final int FAN_OUT = 64;

  private final int rowCount;
  private final MemorySegment first;
  private final MemorySegment second;
  private final MemorySegment[] levels;
  private final int[] sizes;

  /**
   * @param first keys in ascending order, one long a row
   * @param second keys of the same rows; NULL if there is no second comparison
   * @param levels per level the largest second key of each block; the last has one block
   * @param sizes blocks of each level
   */
  SortedKeys(
      int rowCount,
      MemorySegment first,
      MemorySegment second,
      MemorySegment[] levels,
      int[] sizes) {
    this.rowCount = rowCount;
    this.first = first;
    this.second = second;
    this.levels = levels;
    this.sizes = sizes;
  }

  int rowCount() {
    return rowCount;
  }

  boolean hasSecond() {
    return levels.length > 0;
  }

  /** One long a row. */
  MemorySegment second() {
    return second;
  }

  /** The first row whose first key is at least the bound; the number of rows if there is none. */
  int firstRow(long bound) {
    int low = 0;
    int rows = rowCount;
    while (rows > 0) {
      int half = rows >>> 1;
      boolean below = first.get(ValueLayout.JAVA_LONG, (long) (low + half) << 3) < bound;
      low = below ? low + half + 1 : low;
      rows = below ? rows - half - 1 : half;
    }
    return low;
  }

  /**
   * The next block of rows of which some second key is at least the bound.
   *
   * @param from the first block to look at
   * @return -1 if there is none
   */
  int nextBlock(int from, long bound) {
    int level = 0;
    int block = from;
    while (block < sizes[level]) {
      if (levels[level].get(ValueLayout.JAVA_LONG, (long) block << 3) >= bound) {
        if (level == 0) {
          return block;
        }
        level--;
        block *= FAN_OUT;
      } else {
        block++;
        while (block % FAN_OUT == 0 && level + 1 < levels.length) {
          block /= FAN_OUT;
          level++;
        }
      }
    }
    return -1;
  }

  /** Whether some second key of a block is at least the bound. */
  boolean blockMatches(int block, long bound) {
    return block < sizes[0] && levels[0].get(ValueLayout.JAVA_LONG, (long) block << 3) >= bound;
  }

  /** Whether some row from a row on has a second key of at least the bound. */
  boolean anyFrom(int row, long bound) {
    int block = row / FAN_OUT;
    int end = Math.min(rowCount, (block + 1) * FAN_OUT);
    if (row % FAN_OUT != 0) {
      for (int i = row; i < end; i++) {
        if (second.get(ValueLayout.JAVA_LONG, (long) i << 3) >= bound) {
          return true;
        }
      }
      block++;
    }
    return nextBlock(block, bound) >= 0;
  }
}
