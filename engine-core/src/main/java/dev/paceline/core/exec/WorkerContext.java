package dev.paceline.core.exec;

import dev.paceline.core.memory.MemoryScope;

/**
 * What one worker's part in one query may use: scratch memory above all. One thread at a time; the
 * part may move to another thread between orders.
 *
 * @param query what is shared
 * @param memory scratch of vectors and worker-local state; ends with the pipeline for its source
 *     and stages, and for sinks when those that depend on them begin
 */
public record WorkerContext(QueryContext query, MemoryScope memory) {
  public int batchRows() {
    return query.batchRows();
  }
}
