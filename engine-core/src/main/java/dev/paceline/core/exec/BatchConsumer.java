package dev.paceline.core.exec;

import dev.paceline.core.column.Batch;

/** Takes the batches that something upstream produces. One thread at a time. */
@FunctionalInterface
public interface BatchConsumer {
  /**
   * @param batch has at least one selected row; valid only during this call
   * @return false when no more rows are needed, from this order or any other of the pipeline: the
   *     producer stops
   */
  boolean accept(Batch batch);
}
