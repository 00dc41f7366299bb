package dev.paceline.storage.load.column;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.encoding.ValueColumn;
import dev.paceline.storage.encoding.filter.DoubleFilters;
import dev.paceline.storage.encoding.filter.ValueFilter;
import java.lang.foreign.MemorySegment;

/** FLOATING values. */
public final class DoubleColumn extends ValueColumn implements CopyableColumn {
  private final NullRows nulls;
  private final MemorySegment lanes;

  private DoubleColumn(
      DataType type, ColumnStatistics statistics, NullRows nulls, MemorySegment lanes) {
    super(type, statistics, nulls.areSome(), nulls.bitmap(), 0);
    this.nulls = nulls;
    this.lanes = lanes;
  }

  /**
   * @param lanes a double a row; under a NULL anything
   */
  public static DoubleColumn of(DataType type, NullRows nulls, MemorySegment lanes) {
    ColumnStatistics statistics = ColumnStatistics.unknown(nulls.rowCount(), nulls.nullCount());
    return new DoubleColumn(type, statistics, nulls, lanes);
  }

  /**
   * @param min the smallest value of a row that is not NULL; NaN is the largest of all
   * @param max the largest value
   */
  public static DoubleColumn of(
      DataType type, NullRows nulls, MemorySegment lanes, double min, double max) {
    ColumnStatistics statistics =
        new ColumnStatistics(
            nulls.rowCount(),
            nulls.nullCount(),
            -1,
            false,
            0,
            0,
            true,
            min,
            max,
            null,
            null,
            false,
            false);
    return new DoubleColumn(type, statistics, nulls, lanes);
  }

  @Override
  public long copyBytes() {
    return nulls.copyBytes() + 8L * nulls.rowCount();
  }

  @Override
  public ChunkColumn copyTo(MemorySegment to) {
    MemorySegment copy = to.asSlice(nulls.copyBytes());
    MemorySegment.copy(lanes, 0, copy, 0, 8L * nulls.rowCount());
    return new DoubleColumn(type(), statistics(), nulls.copyTo(to), copy);
  }

  @Override
  protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
    if (!(predicate instanceof DoubleRanges ranges)) {
      throw mismatch(predicate);
    }
    return DoubleFilters.ranges(lanes, 0, ranges.ranges());
  }

  @Override
  public void read(int fromRow, int rowCount, ColumnVector out) {
    out.setDoubles(lanes, (long) fromRow << 3);
    windowNulls(fromRow, rowCount, out);
  }

  @Override
  public void read(int fromRow, Selection selection, ColumnVector out) {
    out.setDoubles(selectLanes(lanes, (long) fromRow << 3, 8, selection, out), 0);
    selectedNulls(fromRow, selection, out);
  }
}
