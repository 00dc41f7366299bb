package dev.paceline.server.avatica;

import java.sql.SQLException;
import org.apache.calcite.avatica.Meta.Frame;

/**
 * Reads frames from a result, in the representation that Avatica's clients expect: days and
 * milliseconds for dates and times, numbers, strings. One thread at a time.
 */
interface FrameReader {
  /** Rows of a frame: enough to make little of the way to and fro, few enough for the caches. */
  int MAX_ROWS = 20_000;

  /** A frame ends early when its text and bytes reach this, so that wide rows stay bounded. */
  int MAX_BYTES = 8 << 20;

  /** Reads the next rows; closes the result set at its end. */
  Frame next() throws SQLException;
}
