package dev.paceline.core.aggregate;

import java.lang.foreign.MemorySegment;

/**
 * An aggregate function of doubles whose result is a double: what the validator, the planner and
 * the documentation know of it, and its body. Rows in which an argument is NULL do not count.
 *
 * @param name the name in lower case
 * @param moments what is remembered of the rows
 * @param least the number of rows that a result needs; it is NULL for fewer
 * @param description a sentence for users
 */
public record LibraryAggregate(
    String name, Moments moments, int least, String description, Body body) {

  /** Computes a result. */
  @FunctionalInterface
  public interface Body {
    /**
     * Returns the result of the state at an offset; NaN for NULL.
     *
     * @param count the number of rows, at least {@link LibraryAggregate#least}
     */
    double result(MemorySegment states, long at, double count);
  }

  /**
   * Returns whether a result is NULL. NaN is NULL where the function has no value, as of too few
   * rows, but it is the result of rows with NaN or infinite values.
   *
   * @param result of the state
   */
  public boolean isNull(MemorySegment states, long at, double result) {
    return Double.isNaN(result)
        && (Moments.count(states, at) < least || !moments.isUndefined(states, at));
  }

  /** Returns the result of a state; NaN also for NULL, see {@link #isNull}. */
  public double result(MemorySegment states, long at) {
    double count = Moments.count(states, at);
    return count < least ? Double.NaN : body.result(states, at, count);
  }
}
