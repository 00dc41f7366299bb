package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;

/**
 * The rows of a column of whole numbers whose vectors so far have the same code: value = base +
 * factor × unsigned code of 1, 2 or 4 bytes. The codes take an eighth to a half of the bytes of
 * lanes, which leave the processor's caches before the row group is full. One thread at a time.
 */
final class CodedNumbers {
  private final MemoryScope scope;
  private MemorySegment codes = MemorySegment.NULL;
  private int width;
  private long base;
  private long factor;
  private int rows;

  CodedNumbers(MemoryScope scope) {
    this.scope = scope;
  }

  int rows() {
    return rows;
  }

  /**
   * Appends rows of a vector of codes without NULL.
   *
   * @return whether they have the code of the rows so far; if not, nothing is appended
   */
  boolean append(ColumnVector vector, int fromRow, int count) {
    if (rows == 0) {
      width = vector.width();
      base = vector.base();
      factor = vector.multiplier();
    } else if (width != vector.width()
        || base != vector.base()
        || factor != vector.multiplier()
        || rows + count > RowGroup.MAX_ROWS) {
      return false;
    }
    reserve(rows + count);
    MemorySegment.copy(
        vector.data(),
        vector.offset() + (long) fromRow * width,
        codes,
        (long) rows * width,
        (long) count * width);
    rows += count;
    return true;
  }

  private void reserve(int count) {
    long needed = (long) count * width;
    if (codes.byteSize() < needed) {
      long most = (long) RowGroup.MAX_ROWS * width;
      long size = Math.min(most, Math.max(needed, 4 * codes.byteSize()));
      codes = scope.reallocate(codes.byteSize() == 0 ? null : codes, size);
    }
  }

  /** Writes the values of all rows, 8 bytes each. */
  void widen(MemorySegment lanes) {
    DecodeKernels.current().widen(codes, 0, width, base, factor, rows, lanes, 0);
  }

  /** Forgets all rows. */
  void clear() {
    rows = 0;
  }
}
