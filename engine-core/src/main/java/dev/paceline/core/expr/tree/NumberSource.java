package dev.paceline.core.expr.tree;

import java.lang.foreign.MemorySegment;

/** Gives numbers to expressions, such as a sequence of a database. Any thread may use it. */
public interface NumberSource {
  /**
   * Writes the next numbers of the source. Each number is given to one call only.
   *
   * @param lanes takes {@code count} longs
   * @throws dev.paceline.core.error.PacelineException if there are fewer numbers
   */
  void next(MemorySegment lanes, int count);

  /**
   * Returns the number that was given last.
   *
   * @throws dev.paceline.core.error.PacelineException INVALID_STATEMENT if no number was given yet
   */
  long last();
}
