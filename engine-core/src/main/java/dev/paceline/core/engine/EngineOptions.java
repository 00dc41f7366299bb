package dev.paceline.core.engine;

import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.spill.TemporaryStorage;

/**
 * The size of an engine.
 *
 * @param memoryBytes hard limit of all off-heap memory
 * @param workers threads that run queries, at least 1
 * @param batchRows the most rows of a batch, from 1 to 2048; other than 2048 only for tests
 * @param hashMask bits of hashes that operators use; others than {@link QueryContext#ALL_BITS} only
 *     for tests
 * @param temporaryStorage where queries put what does not fit into memory
 */
public record EngineOptions(
    long memoryBytes,
    int workers,
    int batchRows,
    long hashMask,
    TemporaryStorage temporaryStorage) {
  /** Which uses hashes as they are. */
  public EngineOptions(
      long memoryBytes, int workers, int batchRows, TemporaryStorage temporaryStorage) {
    this(memoryBytes, workers, batchRows, QueryContext.ALL_BITS, temporaryStorage);
  }

  /** Whose queries have no temporary files. */
  public EngineOptions(long memoryBytes, int workers, int batchRows) {
    this(memoryBytes, workers, batchRows, TemporaryStorage.NONE);
  }

  /** Whose queries have no temporary files. */
  public EngineOptions(long memoryBytes, int workers) {
    this(memoryBytes, workers, QueryContext.DEFAULT_BATCH_ROWS);
  }
}
