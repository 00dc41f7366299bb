package dev.paceline.benchmarks.bounds;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;

/** What a program written by hand needs of the data that it runs on. */
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
