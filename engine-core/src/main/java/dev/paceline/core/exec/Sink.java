package dev.paceline.core.exec;

import java.util.List;

/**
 * The end of a pipeline: keeps what flows in. Each worker fills a local part; when all input has
 * been consumed, {@link #finish} is called once and the returned orders, if any, run on any workers
 * in parallel; when the last of them has ended, {@link #complete} is called once and pipelines that
 * depend on this one may start.
 */
public interface Sink {
  /** This sink as one worker fills it. Called by that worker. */
  BatchConsumer newLocal(WorkerContext context);

  /**
   * All locals are full and no longer in use. Called once, by one worker.
   *
   * @return what remains to be done, in independent pieces; each must check cancellation in long
   *     loops
   */
  default List<FinishOrder> finish() {
    return List.of();
  }

  /** All finish orders have ended. Called once. */
  default void complete() {}

  /**
   * Whether input can be taken now; false makes the pipeline wait, without a worker. Polled before
   * every order.
   */
  default boolean ready() {
    return true;
  }

  /** Whether input is still of use; if not, its pipelines end early. Polled before every order. */
  default boolean wantsMore() {
    return true;
  }

  /**
   * About how many bytes {@link #evict} would give back. Any thread may ask, while the sink is
   * being filled.
   */
  default long evictableBytes() {
    return 0;
  }

  /**
   * Puts what has been kept so far into temporary files, because the query is suspended. Called
   * while the sink is being filled and no order of the query runs; more input may follow.
   *
   * @return what is to be done, in independent pieces; each may be left out, and may itself leave
   *     things as they are where there is no room for them
   */
  default List<FinishOrder> evict() {
    return List.of();
  }

  String name();

  /** A piece of a sink's work of its own, such as the final one. */
  @FunctionalInterface
  interface FinishOrder {
    void run(WorkerContext context);
  }
}
