package dev.paceline.core.operator.transfer;

import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.row.RowStore;

/**
 * Rows that are handed on together, in memory that ends when they have been consumed.
 *
 * @param memory of the rows; closed by {@link #release}
 * @param queue counts what its blocks hold
 */
record TransferBlock(RowStore rows, MemoryScope memory, BlockQueue queue) implements Morsel {
  long bytes() {
    return memory.bytes();
  }

  @Override
  public void release() {
    queue.release(this);
  }
}
