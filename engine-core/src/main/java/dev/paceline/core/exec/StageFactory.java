package dev.paceline.core.exec;

/**
 * A step of a pipeline that turns batches into batches. Immutable, shared by all workers; holds the
 * operator's shared state.
 */
public interface StageFactory {
  /**
   * This step as one worker runs it; scratch comes from the context's memory and ends with the
   * pipeline.
   */
  BatchConsumer newStage(WorkerContext context, BatchConsumer downstream);

  /** Whether it may need no more rows before the input has ended. */
  default boolean endsEarly() {
    return false;
  }

  /**
   * Whether a stage handles each batch by itself, so that it may serve several inputs one after the
   * other.
   */
  default boolean isStateless() {
    return false;
  }

  /** The name in EXPLAIN, profiles and errors; empty for a step that only observes. */
  String name();
}
