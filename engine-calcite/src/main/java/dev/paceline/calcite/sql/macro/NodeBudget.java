package dev.paceline.calcite.sql.macro;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;

/** Counts the parts of a statement that come from macros. One thread. */
final class NodeBudget {
  /** The most names, values and operators that macros may add to a statement. */
  static final int LIMIT = 100_000;

  private int used;

  /**
   * @throws PacelineException INVALID_STATEMENT if it is one too many
   */
  void take() {
    if (++used > LIMIT) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "the macros of the statement stand for more than "
              + LIMIT
              + " names, values and operators; split the statement");
    }
  }
}
