package dev.paceline.benchmarks.bounds;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;

/** Checks the properties of the data that a hand-written program relies on. */
final class BlockProperty {
  private BlockProperty() {}

  /**
   * Makes sure that the data has a property.
   *
   * @param what the property, as the object of "need"
   * @throws PacelineException NOT_SUPPORTED if it has not
   */
  static void require(boolean has, String what) {
    if (!has) {
      throw new PacelineException(ErrorCode.NOT_SUPPORTED, "hand-written queries need " + what);
    }
  }
}
