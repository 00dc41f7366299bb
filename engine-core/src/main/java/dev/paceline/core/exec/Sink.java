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

  String name();

  /** A piece of a sink's final work. */
  @FunctionalInterface
  interface FinishOrder {
    void run(WorkerContext context);
  }
}
