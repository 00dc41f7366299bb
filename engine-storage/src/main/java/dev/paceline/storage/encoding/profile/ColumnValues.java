package dev.paceline.storage.encoding.profile;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column before they are encoded.
 *
 * @param rowCount at least 1
 * @param nullCount NULL rows
 * @param lanes 8 bytes a row: the value (of 128 bits: its low word), 0 or 1 for a BOOLEAN, the bits
 *     of a double, a {@link dev.paceline.core.column.StringView}; anything under a NULL, but views
 *     are valid. Encoders may overwrite lanes under a NULL
 * @param highs high words of 128-bit values; null if all values fit 64 bits
 * @param heap what views point into
 * @param heapLength bytes of the heap in use, less than 2³¹
 * @param nulls a bitmap; bits behind the last row are clear
 * @param codes of strings that arrived as codes; null for other columns. If they {@link
 *     StringCodes#suit suit}, lanes are undefined
 */
public record ColumnValues(
    DataType type,
    int rowCount,
    int nullCount,
    MemorySegment lanes,
    @Nullable MemorySegment highs,
    MemorySegment heap,
    long heapLength,
    MemorySegment nulls,
    @Nullable StringCodes codes) {

  /** Creates values that are all in lanes. */
  public ColumnValues(
      DataType type,
      int rowCount,
      int nullCount,
      MemorySegment lanes,
      @Nullable MemorySegment highs,
      MemorySegment heap,
      long heapLength,
      MemorySegment nulls) {
    this(type, rowCount, nullCount, lanes, highs, heap, heapLength, nulls, null);
  }

  public long lane(int row) {
    return lanes.get(ValueLayout.JAVA_LONG, (long) row << 3);
  }

  public boolean isNull(int row) {
    return nullCount > 0 && Bitmaps.get(nulls, 0, row);
  }

  /** Returns whether the lanes are defined. */
  public boolean hasLanes() {
    return codes == null || !StringCodes.suit(codes.count(), rowCount);
  }

  /** The first row that is not NULL; -1 if all are. */
  public int firstValue() {
    int row = 0;
    while (row < rowCount && isNull(row)) {
      row++;
    }
    return row == rowCount ? -1 : row;
  }
}
