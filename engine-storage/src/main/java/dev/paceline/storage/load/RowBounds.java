package dev.paceline.storage.load;

import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.storage.encoding.ZoneMap;
import java.util.List;

/**
 * The number of rows that satisfy a predicate, as far as it is known from statistics alone.
 *
 * @param matching rows that satisfy it
 * @param undecided rows that may or may not satisfy it
 */
public record RowBounds(long matching, long undecided) {
  /**
   * Returns what the statistics of the parts of a column tell.
   *
   * @param parts whose rows are different ones
   */
  public static RowBounds of(List<ColumnStatistics> parts, ColumnPredicate predicate) {
    long matching = 0;
    long undecided = 0;
    for (ColumnStatistics part : parts) {
      if (ZoneMap.allMatch(part, predicate)) {
        matching += part.rowCount();
      } else if (ZoneMap.mayMatch(part, predicate)) {
        undecided += part.rowCount();
      }
    }
    return new RowBounds(matching, undecided);
  }

  /** Returns the bounds for the rows of two tables together. */
  public RowBounds plus(RowBounds other) {
    return new RowBounds(matching + other.matching, undecided + other.undecided);
  }
}
