package dev.paceline.benchmarks.bounds;

import dev.paceline.core.scan.ColumnStatistics;

/**
 * Keys that lie in a range, by their statistics, which is small enough to have an array element for
 * each of its numbers.
 *
 * @param least of the range
 * @param size numbers in the range
 */
record DenseKeys(String column, long least, int size) {
  private static final long MAX_SIZE = 1 << 28;

  /** Returns the keys of a column of all row groups. */
  static DenseKeys of(BlockReader reader, String table, String column) {
    ColumnStatistics statistics = reader.statistics(table, column);
    if (statistics.rowCount() == 0) {
      return new DenseKeys(column, 0, 0);
    }
    long size = statistics.maxLong() - statistics.minLong() + 1;
    BlockProperty.require(
        statistics.hasLongBounds() && size > 0 && size <= MAX_SIZE,
        "keys that lie close together in " + column);
    return new DenseKeys(column, statistics.minLong(), (int) size);
  }

  /**
   * Returns what to add to a code to have the array element of its key.
   *
   * @param codes whose neighbours are neighbouring keys
   * @throws dev.paceline.core.error.PacelineException NOT_SUPPORTED if a key of the block lies
   *     outside of the range
   */
  int shift(Codes codes) {
    BlockProperty.require(
        codes.multiplier() == 1 && codes.min() >= least && codes.max() - least < size,
        "foreign keys inside the range of " + column);
    return Math.toIntExact(codes.base() - least);
  }

  /** Refuses the data if a key has come twice. */
  void requireUnique(boolean isUnique) {
    BlockProperty.require(isUnique, "unique keys, but " + column + " has duplicates");
  }

  /** Refuses the data if a foreign key refers to none of the keys. */
  void requireAll(boolean areAll) {
    BlockProperty.require(areAll, column + " to have all foreign keys");
  }
}
