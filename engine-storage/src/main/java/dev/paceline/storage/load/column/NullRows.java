package dev.paceline.storage.load.column;

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

  boolean areSome() {
    return nullCount > 0;
  }
}
