package dev.paceline.core.operator.join.hash;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.type.DataType;
import java.util.List;

/**
 * The keys of a hash join. Immutable.
 *
 * @param left columns of the left input
 * @param right columns of the right input
 * @param stored the same in the store of right rows
 * @param nullsEqual per key, whether NULL equals NULL
 * @param hashMask bits of hashes that count: all, but for tests that want collisions
 */
record JoinKeys(
    List<DataType> types,
    int[] left,
    int[] right,
    int[] stored,
    boolean[] nullsEqual,
    long hashMask) {
  int count() {
    return left.length;
  }

  /** Fills an array with a batch's key columns. */
  static void columns(Batch batch, int[] keys, ColumnVector[] into) {
    for (int key = 0; key < keys.length; key++) {
      into[key] = batch.column(keys[key]);
    }
  }
}
