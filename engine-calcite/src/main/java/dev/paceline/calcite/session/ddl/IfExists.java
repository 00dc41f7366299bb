package dev.paceline.calcite.session.ddl;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;

/** The behaviour of a CREATE statement if its object exists already. */
public enum IfExists {
  /** Fails. */
  FAIL,
  /** Does nothing. */
  KEEP,
  /** Puts the new one in the place of the old one. */
  REPLACE;

  /**
   * @throws PacelineException INVALID_STATEMENT if a statement asks for both
   */
  public static IfExists of(boolean replace, boolean ifNotExists) {
    if (replace && ifNotExists) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "CREATE OR REPLACE and IF NOT EXISTS exclude each other; leave one of them out");
    }
    return replace ? REPLACE : ifNotExists ? KEEP : FAIL;
  }
}
