package dev.paceline.core.pipeline;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The state that an operator keeps for the pipelines that read it, such as the table of a join. It
 * is freed when the last of them has read its input, while later pipelines of the query still run.
 * Pipelines are added while a plan is cut, before the first of them runs; then any thread may tell
 * that one has ended.
 */
final class SharedState {
  private final Runnable release;
  private final AtomicInteger pipelines = new AtomicInteger();

  /**
   * @param release is called once; nobody reads the state any more
   */
  SharedState(Runnable release) {
    this.release = release;
  }

  void addPipeline() {
    pipelines.incrementAndGet();
  }

  /** No order of one of the pipelines runs any more, nor will. */
  void pipelineEnded() {
    if (pipelines.decrementAndGet() == 0) {
      release.run();
    }
  }
}
