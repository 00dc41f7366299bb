package dev.paceline.storage.encoding.filter;

import dev.paceline.core.scan.ChunkFilter.Outcome;
import java.lang.foreign.MemorySegment;

/** A predicate in the code space of one block, which ignores NULLs. May hold scratch. */
public interface ValueFilter {
  /** Whether all, none or some of the non-NULL rows match. */
  default Outcome outcome() {
    return Outcome.SOME_MATCH;
  }

  /** See {@link dev.paceline.core.scan.ChunkFilter#takesRowByRow}. */
  default boolean takesRowByRow() {
    return false;
  }

  /**
   * Like {@link dev.paceline.core.scan.ChunkFilter#narrow}, but leaves the bits of NULL rows
   * undefined.
   */
  void narrow(int fromRow, int rowCount, MemorySegment bitmap);

  /** A filter that needs no look at the rows. */
  static ValueFilter of(Outcome outcome) {
    return new ValueFilter() {
      @Override
      public Outcome outcome() {
        return outcome;
      }

      @Override
      public void narrow(int fromRow, int rowCount, MemorySegment bitmap) {
        throw new IllegalStateException("the outcome is known");
      }
    };
  }
}
