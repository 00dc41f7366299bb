package dev.paceline.storage.load;

import dev.paceline.core.scan.ColumnStatistics;
import java.util.List;

/** Statistics of the parts of a table of files, such as row groups. */
public final class FileStatistics {
  private FileStatistics() {}

  /** Returns what is known of the rows of several parts together. */
  public static ColumnStatistics together(List<ColumnStatistics> parts) {
    long rows = 0;
    long nulls = 0;
    boolean hasLongBounds = !parts.isEmpty();
    long minLong = Long.MAX_VALUE;
    long maxLong = Long.MIN_VALUE;
    for (ColumnStatistics part : parts) {
      rows += part.rowCount();
      nulls += part.nullCount();
      hasLongBounds &= part.hasLongBounds() || part.nullCount() == part.rowCount();
      if (part.hasLongBounds()) {
        minLong = Math.min(minLong, part.minLong());
        maxLong = Math.max(maxLong, part.maxLong());
      }
    }
    return hasLongBounds && minLong <= maxLong
        ? new ColumnStatistics(
            rows, nulls, -1, true, minLong, maxLong, false, 0, 0, null, null, false, false)
        : ColumnStatistics.unknown(rows, nulls);
  }
}
