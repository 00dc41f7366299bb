package dev.paceline.core.expr.tree;

import java.lang.foreign.MemorySegment;

/** Gives numbers to expressions, such as a sequence of a database. Any thread may use it. */
public interface NumberSource {
  /**
   * Writes the next numbers. No other call gets one of them.
   *
   * @param lanes takes {@code count} longs
   * @throws dev.paceline.core.error.PacelineException if there are fewer numbers
   */
  void next(MemorySegment lanes, int count);

  /**
   * Returns the number that came last.
   *
   * @throws dev.paceline.core.error.PacelineException INVALID_STATEMENT if none has come yet
   */
  long last();
}
