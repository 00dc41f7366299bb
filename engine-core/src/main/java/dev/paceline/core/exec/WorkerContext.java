package dev.paceline.core.exec;

import dev.paceline.core.memory.MemoryScope;

/**
 * The resources of one worker's part in one query, mainly scratch memory. One thread at a time uses
 * them; the part may move to another thread between orders.
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
