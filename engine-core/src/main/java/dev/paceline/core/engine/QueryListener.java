package dev.paceline.core.engine;

import dev.paceline.core.error.PacelineException;
import org.jspecify.annotations.Nullable;

/** Is told of every query that has been closed, by the thread that closed it. */
@FunctionalInterface
public interface QueryListener {
  /**
   * @param query what it has done in all
   * @param failure what ended it: CANCELLED also if it was closed before its last row was there;
   *     null if it came to its end
   */
  void closed(QueryReport query, @Nullable PacelineException failure);
}
