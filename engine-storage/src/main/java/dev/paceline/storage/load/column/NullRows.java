package dev.paceline.storage.load.column;

import dev.paceline.core.column.Bitmaps;
import java.lang.foreign.MemorySegment;

/**
 * The rows of a column and those of them that are NULL.
 *
 * @param rowCount at least 1
 * @param nullCount the number of NULL rows
 * @param bitmap bit set = NULL, in whole words; not looked at if {@code nullCount} is 0
 */
public record NullRows(int rowCount, int nullCount, MemorySegment bitmap) {
  /** No row is NULL. */
  public static NullRows none(int rowCount) {
    return new NullRows(rowCount, 0, MemorySegment.NULL);
  }

  /** Returns the number of bytes that a copy of the bitmap takes, a multiple of 64. */
  long copyBytes() {
    return areSome() ? Bitmaps.bytes(rowCount) + 63 & -64 : 0;
  }

  /** Returns the same with the bitmap at the beginning of other memory. */
  NullRows copyTo(MemorySegment to) {
    if (!areSome()) {
      return this;
    }
    MemorySegment.copy(bitmap, 0, to, 0, Bitmaps.bytes(rowCount));
    return new NullRows(rowCount, nullCount, to.asSlice(0, copyBytes()));
  }

  boolean areSome() {
    return nullCount > 0;
  }
}
