package dev.paceline.benchmarks.bounds;

import static dev.paceline.core.error.ErrorCode.NOT_SUPPORTED;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ColumnStatistics;

/**
 * Keys that lie in a range, by their zone maps, which is small enough to have an array element for
 * each of its numbers.
 *
 * @param least of the range
 * @param size numbers in the range
 */
record DenseKeys(String column, long least, int size) {
  private static final long MAX_SIZE = 1 << 28;

  /** The keys of a column, of all row groups. */
  static DenseKeys of(BlockReader reader, String table, String column) {
    ColumnStatistics statistics = reader.statistics(table, column);
    if (statistics.rowCount() == 0) {
      return new DenseKeys(column, 0, 0);
    }
    long size = statistics.maxLong() - statistics.minLong() + 1;
    if (!statistics.hasLongBounds() || size <= 0 || size > MAX_SIZE) {
      throw new PacelineException(
          NOT_SUPPORTED, "hand-written queries need keys that lie close together in " + column);
    }
    return new DenseKeys(column, statistics.minLong(), (int) size);
  }

  /**
   * What to add to a code to have the element of its key.
   *
   * @param codes whose neighbours are neighbouring keys
   * @throws PacelineException NOT_SUPPORTED if a key of the block lies outside of the range
   */
  int shift(Codes codes) {
    if (codes.multiplier() != 1 || codes.min() < least || codes.max() - least >= size) {
      throw new PacelineException(
          NOT_SUPPORTED, "hand-written queries need foreign keys inside the range of " + column);
    }
    return Math.toIntExact(codes.base() - least);
  }

  /** A key has come twice. */
  PacelineException notUnique() {
    return new PacelineException(
        NOT_SUPPORTED, "hand-written queries need unique keys, but " + column + " has doubles");
  }

  /** A foreign key refers to none of the keys. */
  PacelineException missing() {
    return new PacelineException(
        NOT_SUPPORTED, "hand-written queries need " + column + " to have all foreign keys");
  }
}
