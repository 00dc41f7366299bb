package dev.paceline.core.expr.pattern;

import java.util.List;

/**
 * Ranges of code points without other ranges.
 *
 * @param included pairs of the first and the last one
 * @param excluded pairs of the first and the last one
 */
record CodePointSet(List<int[]> included, List<int[]> excluded) {
  static final CodePointSet ANY =
      new CodePointSet(List.of(new int[] {0, Character.MAX_CODE_POINT}), List.of());

  static CodePointSet of(int codePoint) {
    return new CodePointSet(List.of(new int[] {codePoint, codePoint}), List.of());
  }

  /** Returns all code points without some ranges. */
  static CodePointSet without(List<int[]> excluded) {
    return new CodePointSet(ANY.included, excluded);
  }

  boolean contains(int codePoint) {
    return isIn(included, codePoint) && !isIn(excluded, codePoint);
  }

  private static boolean isIn(List<int[]> ranges, int codePoint) {
    for (int[] range : ranges) {
      if (range[0] <= codePoint && codePoint <= range[1]) {
        return true;
      }
    }
    return false;
  }
}
