package dev.paceline.storage.load.column;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.encoding.ValueColumn;
import dev.paceline.storage.encoding.filter.BitFilters;
import dev.paceline.storage.encoding.filter.ValueFilter;
import java.lang.foreign.MemorySegment;

/** BOOLEAN values. */
public final class BooleanColumn extends ValueColumn implements CopyableColumn {
  private final NullRows nulls;
  private final MemorySegment bits;

  /**
   * @param bits a bitmap in whole words, bit set = true; under a NULL anything
   */
  public BooleanColumn(NullRows nulls, MemorySegment bits) {
    super(
        DataType.BOOLEAN,
        ColumnStatistics.unknown(nulls.rowCount(), nulls.nullCount()),
        nulls.areSome(),
        nulls.bitmap(),
        0);
    this.nulls = nulls;
    this.bits = bits;
  }

  @Override
  public long copyBytes() {
    return nulls.copyBytes() + Bitmaps.bytes(nulls.rowCount());
  }

  @Override
  public ChunkColumn copyTo(MemorySegment to) {
    MemorySegment copy = to.asSlice(nulls.copyBytes());
    MemorySegment.copy(bits, 0, copy, 0, Bitmaps.bytes(nulls.rowCount()));
    return new BooleanColumn(nulls.copyTo(to), copy);
  }

  @Override
  protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
    if (!(predicate instanceof LongRanges ranges)) {
      throw mismatch(predicate);
    }
    return BitFilters.ranges(bits, 0, ranges);
  }

  @Override
  public void read(int fromRow, int rowCount, ColumnVector out) {
    readBits(bits, 0, fromRow, rowCount, out);
  }

  @Override
  public void read(int fromRow, Selection selection, ColumnVector out) {
    readBits(bits, 0, fromRow, selection, out);
  }
}
