package dev.paceline.core.operator.join.hash;

import dev.paceline.core.column.Batch;
import java.lang.foreign.MemorySegment;

/** Tells which left rows have a partner. One worker uses it. */
@FunctionalInterface
interface Existence {
  /**
   * Clears the bits of rows without a partner.
   *
   * @param bitmap the selected rows of the batch
   */
  void narrow(Batch left, MemorySegment bitmap);
}
