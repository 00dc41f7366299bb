package dev.paceline.storage.load.column;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.encoding.ValueColumn;
import dev.paceline.storage.encoding.filter.BitFilters;
import dev.paceline.storage.encoding.filter.ValueFilter;
import java.lang.foreign.MemorySegment;

/** BOOLEAN values. */
public final class BooleanColumn extends ValueColumn {
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
    this.bits = bits;
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
