package dev.paceline.storage.load.column;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.kernel.LaneKernels;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.encoding.ValueColumn;
import dev.paceline.storage.encoding.filter.LaneFilters;
import dev.paceline.storage.encoding.filter.ValueFilter;
import java.lang.foreign.MemorySegment;

/** INTEGRAL values in lanes of 1, 2, 4, 8 or 16 bytes. */
public final class IntegralColumn extends ValueColumn implements CopyableColumn {
  /** The largest distance that 4 bytes hold. */
  private static final long MAX_CODE = 0xFFFF_FFFFL;

  private final NullRows nulls;
  private final MemorySegment lanes;
  private final int width;
  private final long base;
  private final boolean hasBounds;
  private final long min;
  private final long max;

  private IntegralColumn(
      DataType type,
      ColumnStatistics statistics,
      NullRows nulls,
      MemorySegment lanes,
      int width,
      long base) {
    super(type, statistics, nulls.areSome(), nulls.bitmap(), 0);
    this.nulls = nulls;
    this.lanes = lanes;
    this.width = width;
    this.base = base;
    this.hasBounds = statistics.hasLongBounds();
    this.min = statistics.minLong();
    this.max = statistics.maxLong();
  }

  /**
   * Values of 64 bits or less.
   *
   * @param lanes one a row; under a NULL anything
   * @param width 1, 2 or 4: unsigned codes, value = {@code min} + code; 8: the signed values
   * @param min a value that no row that is not NULL is below
   * @param max a value that no row that is not NULL is above
   */
  public static IntegralColumn of(
      DataType type, NullRows nulls, MemorySegment lanes, int width, long min, long max) {
    ColumnStatistics statistics =
        new ColumnStatistics(
            nulls.rowCount(),
            nulls.nullCount(),
            -1,
            true,
            min,
            max,
            false,
            0,
            0,
            null,
            null,
            false,
            false);
    return new IntegralColumn(type, statistics, nulls, lanes, width, width == 8 ? 0 : min);
  }

  /**
   * Values of 128 bits.
   *
   * @param lanes 16 bytes a row, low word first
   */
  public static IntegralColumn wide(DataType type, NullRows nulls, MemorySegment lanes) {
    ColumnStatistics statistics = ColumnStatistics.unknown(nulls.rowCount(), nulls.nullCount());
    return new IntegralColumn(type, statistics, nulls, lanes, 16, 0);
  }

  @Override
  public long copyBytes() {
    return nulls.copyBytes() + (long) copyWidth() * nulls.rowCount();
  }

  /** Stores the distance from the smallest value in as few bytes as the largest one needs. */
  @Override
  public ChunkColumn copyTo(MemorySegment to) {
    int rows = nulls.rowCount();
    MemorySegment copy = to.asSlice(nulls.copyBytes());
    NullRows copiedNulls = nulls.copyTo(to);
    int narrow = copyWidth();
    if (narrow == width) {
      MemorySegment.copy(lanes, 0, copy, 0, (long) width * rows);
      return new IntegralColumn(type(), statistics(), copiedNulls, copy, width, base);
    }
    LaneKernels.encode(lanes, width, rows, min, narrow, copy, 0);
    return new IntegralColumn(type(), statistics(), copiedNulls, copy, narrow, min);
  }

  private int copyWidth() {
    long range = max - min;
    if (width != 8 || !hasBounds || range < 0 || range > MAX_CODE) {
      return width;
    }
    return range < 1 << 8 ? 1 : range < 1 << 16 ? 2 : 4;
  }

  @Override
  protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
    if (!(predicate instanceof LongRanges ranges)) {
      throw mismatch(predicate);
    }
    return width == 16
        ? LaneFilters.wideRanges(lanes, 0, ranges)
        : LaneFilters.affineRanges(lanes, 0, width, base, 1, min, max, ranges);
  }

  @Override
  public void read(int fromRow, int rowCount, ColumnVector out) {
    point(out, lanes, (long) fromRow * width);
    windowNulls(fromRow, rowCount, out);
  }

  @Override
  public void read(int fromRow, Selection selection, ColumnVector out) {
    point(out, selectLanes(lanes, (long) fromRow * width, width, selection, out), 0);
    selectedNulls(fromRow, selection, out);
  }

  private void point(ColumnVector out, MemorySegment from, long at) {
    out.setIntegers(from, at, width, base, 1);
    if (hasBounds) {
      out.setBounds(min, max);
    }
  }
}
