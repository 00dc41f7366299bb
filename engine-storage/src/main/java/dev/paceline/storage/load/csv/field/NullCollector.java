package dev.paceline.storage.load.csv.field;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.column.NullRows;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Collects the NULL rows of a column; takes memory when there is one. */
final class NullCollector {
  private final MemoryScope memory;
  private final int rowCount;
  private @Nullable MemorySegment bitmap;
  private int count;

  NullCollector(MemoryScope memory, int rowCount) {
    this.memory = memory;
    this.rowCount = rowCount;
  }

  /**
   * @param row not added before
   */
  void add(int row) {
    MemorySegment bits = bitmap;
    if (bits == null) {
      bits = memory.allocateZeroed(Bitmaps.bytes(rowCount));
      bitmap = bits;
    }
    Bitmaps.set(bits, 0, row);
    count++;
  }

  /** Whether all rows are NULL. */
  boolean isAll() {
    return count == rowCount;
  }

  NullRows rows() {
    MemorySegment bits = bitmap;
    return bits == null ? NullRows.none(rowCount) : new NullRows(rowCount, count, bits);
  }
}
