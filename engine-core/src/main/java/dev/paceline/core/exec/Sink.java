package dev.paceline.core.exec;

import dev.paceline.core.scan.ScanOrder;
import java.util.List;

/**
 * The end of a pipeline: keeps what flows in. Each worker fills a local part; when all input has
 * been consumed, {@link #finish} is called once, and the orders of its phases run on any workers in
 * parallel. When the last phase has ended the sink is complete, and pipelines that depend on it may
 * start.
 *
 * <p>No method is called under a lock of the scheduler, but for {@link #ready}, {@link #wantsMore}
 * and {@link #evictableBytes}, which are asked often and only look at what is known: they neither
 * wait nor work. What takes longer than about 100 microseconds belongs into an order, which checks
 * the cancellation every few milliseconds. No lock may be held during such a check, because the
 * worker may be lent to another query there.
 */
public interface Sink {
  /** This sink as one worker fills it. Called by that worker. */
  BatchConsumer newLocal(WorkerContext context);

  /**
   * An order that may have filled a local has succeeded. Called by the worker at the end of each
   * such order.
   *
   * @param local that {@link #newLocal} gave
   */
  default void endOrder(BatchConsumer local) {}

  /**
   * All locals are full and no longer in use. Called once, by one worker, as a work order.
   *
   * @return what remains to be done
   */
  default FinishPhase finish() {
    return FinishPhase.COMPLETE;
  }

  /**
   * How long the phases of {@link #finish} take about, as a share of what filling it takes. For
   * progress only.
   */
  default double finishShare() {
    return 0;
  }

  /**
   * Whether input can be taken now; false makes the pipeline wait, without a worker. Polled before
   * every order.
   */
  default boolean ready() {
    return true;
  }

  /** About how many rows each order should bring at most, see {@link #ready}. */
  default int rowsPerMorsel() {
    return Integer.MAX_VALUE;
  }

  /** Returns the order in which it wants rows; the most careful one by default. */
  default ScanOrder inputOrder() {
    return ScanOrder.CERTAIN;
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
   * Puts what has been kept so far into temporary files, because the query is suspended. Called by
   * one worker, as a work order, while the sink is being filled and no other order of the query
   * runs; more input may follow.
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
