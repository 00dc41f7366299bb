package dev.paceline.storage.load.column;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.BytesTest;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnPredicate.NullTest;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.encoding.ZoneMap;
import dev.paceline.storage.encoding.profile.BytesOrder;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/** A column of which all rows have the same value, or are NULL. */
public final class ConstantColumn implements CopyableColumn {
  private final int rowCount;
  private final ColumnVector value;

  private ConstantColumn(DataType type, int rowCount, Consumer<ColumnVector> set) {
    this.rowCount = rowCount;
    this.value = new ColumnVector(type);
    set.accept(value);
  }

  private ConstantColumn(ColumnVector value, int rowCount) {
    this.value = value;
    this.rowCount = rowCount;
  }

  /** Returns the same value in another number of rows. */
  public ConstantColumn withRows(int rows) {
    return new ConstantColumn(value, rows);
  }

  public static ConstantColumn ofNull(DataType type, int rowCount) {
    return new ConstantColumn(type, rowCount, ColumnVector::setConstantNull);
  }

  /** An INTEGRAL value of 64 bits. */
  public static ConstantColumn ofLong(DataType type, int rowCount, long value) {
    return new ConstantColumn(type, rowCount, vector -> vector.setConstantLong(value));
  }

  /**
   * A string.
   *
   * @param heap native memory that starts with its bytes and lives as long as the column
   */
  public static ConstantColumn ofBytes(
      DataType type, int rowCount, MemorySegment heap, int length) {
    return new ConstantColumn(
        type, rowCount, vector -> vector.setConstantView(heap, StringView.of(0, length)));
  }

  private boolean isString() {
    return !value.isConstantNull() && type().family() == TypeFamily.BYTES;
  }

  @Override
  public long copyBytes() {
    return isString() ? StringView.length(value.constantLong()) : 0;
  }

  @Override
  public ChunkColumn copyTo(MemorySegment to) {
    if (!isString()) {
      return this;
    }
    StringView.copy(value.heap(), value.constantLong(), to, 0);
    return ofBytes(type(), rowCount, to, StringView.length(value.constantLong()));
  }

  @Override
  public DataType type() {
    return value.type();
  }

  @Override
  public ColumnStatistics statistics() {
    if (value.isConstantNull()) {
      return ColumnStatistics.unknown(rowCount, rowCount);
    }
    return new ColumnStatistics(
        rowCount,
        0,
        1,
        value.hasBounds(),
        value.min(),
        value.max(),
        false,
        0,
        0,
        null,
        null,
        value.hasBounds(),
        false);
  }

  @Override
  public ChunkFilter filter(ColumnPredicate predicate, ColumnVector scratch) {
    Outcome outcome = matches(predicate) ? Outcome.ALL_MATCH : Outcome.NONE_MATCH;
    return new ChunkFilter() {
      @Override
      public Outcome outcome() {
        return outcome;
      }

      @Override
      public void narrow(int fromRow, int rows, MemorySegment bitmap) {
        if (outcome == Outcome.NONE_MATCH) {
          Bitmaps.zero(bitmap, 0, rows);
        }
      }
    };
  }

  /** Whether the value satisfies a predicate. */
  public boolean matches(ColumnPredicate predicate) {
    if (value.isConstantNull()) {
      return ZoneMap.nullMatches(predicate);
    }
    return switch (predicate) {
      case LongRanges ranges ->
          value.constantHigh() == value.constantLong() >> 63
              && ranges.contains(value.constantLong());
      case DoubleRanges ranges ->
          ranges.ranges().stream().anyMatch(range -> range.contains(value.constantDouble()));
      case BytesRanges ranges ->
          ranges.ranges().stream()
              .anyMatch(range -> BytesOrder.contains(range, value.heap(), value.constantLong()));
      case BytesTest test -> test.matcher().matches(value.heap(), value.constantLong());
      case NullTest test -> !test.isNull();
    };
  }

  @Override
  public void read(int fromRow, int rows, ColumnVector out) {
    out.pointTo(value);
  }

  @Override
  public void read(int fromRow, Selection selection, ColumnVector out) {
    out.pointTo(value);
  }
}
