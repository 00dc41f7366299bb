package dev.paceline.core.operator.row;

/**
 * Moves rows of the parts of a column into its combined vector. Any threads may use it at the same
 * time, for different rows.
 */
@FunctionalInterface
interface LaneCopy {
  /**
   * Copies consecutive rows of a block.
   *
   * @param part number of the part that the block belongs to
   * @param from first row within the block
   * @param row of the combined column that the first row becomes
   */
  void copy(int part, LaneBlock block, int from, int count, int row);
}
