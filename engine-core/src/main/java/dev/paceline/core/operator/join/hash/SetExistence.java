package dev.paceline.core.operator.join.hash;

import dev.paceline.core.column.Batch;
import dev.paceline.core.operator.join.filter.KeySet;
import java.lang.foreign.MemorySegment;

/**
 * Looks the only key up in an exact set.
 *
 * @param set of all right keys
 */
record SetExistence(KeySet set, JoinKeys keys) implements Existence {
  @Override
  public void narrow(Batch left, MemorySegment bitmap) {
    set.narrow(left.column(keys.left()[0]), left.rowCount(), bitmap);
  }
}
