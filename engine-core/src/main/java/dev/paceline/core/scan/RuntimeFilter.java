package dev.paceline.core.scan;

import dev.paceline.core.column.ColumnVector;
import java.lang.foreign.MemorySegment;

/**
 * A filter that a finished build side makes from its join keys for the scans that feed the probe
 * side (lookahead information passing; Quickstep 2018, section 3.5). It never drops a row that has
 * a partner; NULL keys have none. Immutable, safe for all threads.
 */
public interface RuntimeFilter {
  /** Whether {@link #min} and {@link #max} bound the keys. */
  boolean hasBounds();

  long min();

  long max();

  /** Whether some whole-number key may be one of [least, largest]. */
  default boolean mayContainBetween(long least, long greatest) {
    return !hasBounds() || least <= max() && greatest >= min();
  }

  /**
   * Clears the bits of rows whose key has no partner; never sets one.
   *
   * @param keys the key column of all rows of the batch
   * @param bitmap rows still wanted
   */
  void narrow(ColumnVector keys, int rowCount, MemorySegment bitmap);
}
