package dev.paceline.core.scan;

import java.lang.foreign.MemorySegment;

/** A predicate bound to one encoded column of a chunk. May hold scratch: one worker uses it. */
public interface ChunkFilter {
  /** The outcome for all rows of the chunk that is known without looking at them. */
  enum Outcome {
    NONE_MATCH,
    ALL_MATCH,
    SOME_MATCH
  }

  Outcome outcome();

  /**
   * Whether {@link #narrow} takes row by row, which is dear: then it is better asked after filters
   * of many rows at once, for it skips the rows that they dropped.
   */
  default boolean takesRowByRow() {
    return false;
  }

  /**
   * Clears the bits of rows that do not match; never sets one.
   *
   * @param fromRow row of the chunk that bit 0 stands for; any number
   * @param rowCount bits
   * @param bitmap see {@link dev.paceline.core.column.Bitmaps}
   */
  void narrow(int fromRow, int rowCount, MemorySegment bitmap);
}
