package dev.paceline.core.sched;

import java.util.List;

/**
 * How far a pipeline of a query has come.
 *
 * @param query {@linkplain QueryExecution#number number} of its query
 * @param number within the query, from 0; every pipeline comes after those that it waits for
 * @param steps in words, from its source to its sink
 * @param state where it is
 * @param orders work orders that have ended, those included that finished its sink; if several
 *     pipelines end in one sink, these count for the first
 * @param busyNanos what workers have spent on them
 * @param waitsFor numbers of the pipelines that must be done, or must have read their input, before
 *     it starts
 * @param takesFrom numbers of the pipelines whose rows it takes while they run
 * @param progress share of its work that is done, that of its sink included, from 0 to 1
 * @param concurrency work orders that ran at a time, on average; without those that finished the
 *     sink
 */
public record PipelineReport(
    long query,
    int number,
    String steps,
    State state,
    long orders,
    long busyNanos,
    List<Integer> waitsFor,
    List<Integer> takesFrom,
    double progress,
    double concurrency) {
  /** The state of a pipeline. */
  public enum State {
    /** It waits for other pipelines. */
    WAITING,
    /** It reads its input. */
    RUNNING,
    /** All input has been read; its sink, which others may still fill, is not complete. */
    FINISHING,
    DONE
  }
}
