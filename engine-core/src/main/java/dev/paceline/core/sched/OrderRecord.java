package dev.paceline.core.sched;

/**
 * A work order that has ended.
 *
 * @param query its query's name
 * @param queryNumber of its query, in the order in which the pool's queries came
 * @param operator what it did: {@link #running}, {@link #finishing} or {@link #preparing} of a
 *     pipeline
 * @param worker that ran it
 * @param startNanos by {@link System#nanoTime}
 * @param endNanos by {@link System#nanoTime}
 */
public record OrderRecord(
    String query, long queryNumber, int operator, int worker, long startNanos, long endNanos) {
  /** The kinds of orders of one pipeline, each of which is an operator. */
  private static final int KINDS = 3;

  /** The {@link #operator} of the orders that read a morsel. */
  public static int running(int pipeline) {
    return KINDS * pipeline;
  }

  /** The {@link #operator} of the orders that finish the sink which a pipeline is the first of. */
  public static int finishing(int pipeline) {
    return KINDS * pipeline + 1;
  }

  /** The {@link #operator} of the orders that open and close the source of a pipeline. */
  public static int preparing(int pipeline) {
    return KINDS * pipeline + 2;
  }

  /** Returns a word for the work that it did for its pipeline. */
  public String kind() {
    return switch (operator % KINDS) {
      case 0 -> "run";
      case 1 -> "finish";
      default -> "prepare";
    };
  }

  /** The number of the pipeline in its query. */
  public int pipeline() {
    return operator / KINDS;
  }

  /** How long it took. */
  public long nanos() {
    return endNanos - startNanos;
  }
}
