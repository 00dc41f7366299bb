package dev.paceline.core.sched;

/**
 * A work order that has ended.
 *
 * @param query its query's name
 * @param queryNumber of its query, in the order in which the pool's queries came
 * @param operator what it did: the number of a pipeline in its query, times two, plus one if it
 *     finished the pipeline's sink
 * @param worker that ran it
 * @param startNanos by {@link System#nanoTime}
 * @param endNanos by {@link System#nanoTime}
 */
public record OrderRecord(
    String query, long queryNumber, int operator, int worker, long startNanos, long endNanos) {
  /** The {@link #operator} of the orders that run a pipeline. */
  public static int running(int pipeline) {
    return 2 * pipeline;
  }

  /** The {@link #operator} of the orders that finish the sink which a pipeline is the first of. */
  public static int finishing(int pipeline) {
    return 2 * pipeline + 1;
  }

  /** How long it took. */
  public long nanos() {
    return endNanos - startNanos;
  }
}
