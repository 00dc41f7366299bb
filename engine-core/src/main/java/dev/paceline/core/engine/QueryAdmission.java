package dev.paceline.core.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.sched.admission.LoadChange;
import dev.paceline.core.sched.admission.LoadConditions;
import dev.paceline.core.sched.admission.LoadController;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Tells the {@link LoadController} what happens to the queries of an engine, and does what it says.
 * Any thread may call, but none that holds the lock of a query.
 */
final class QueryAdmission implements MemoryLedger.Reclaimer {
  /**
   * How much of what queries can hold those that run should need. A query alone stops at three
   * quarters by itself, so that a small one still fits beside it.
   */
  private static final double USUAL_SHARE = 0.9;

  private final MemoryLedger ledger;
  private final BooleanSupplier priorities;

  @GuardedBy("this")
  private final LoadController<ExecutedQuery> controller =
      new LoadController<>(LoadController.AGEING_NANOS);

  private volatile long thresholdBytes;

  /** Whether a retry may let a query start or go on. */
  private volatile boolean line;

  /** Whether a reservation has asked for memory back. */
  private volatile boolean pressure;

  /**
   * @param priorities whether the scheduling policy goes by them now
   */
  QueryAdmission(MemoryLedger ledger, BooleanSupplier priorities) {
    this.ledger = ledger;
    this.priorities = priorities;
    ledger.addReclaimer(this);
  }

  /** See {@link Engine#setAdmissionBytes}. */
  void setThresholdBytes(long bytes) {
    thresholdBytes = bytes;
    retry();
  }

  /** See {@link Engine#admissionBytes}. */
  long thresholdBytes() {
    long set = thresholdBytes;
    return set > 0 ? set : (long) (USUAL_SHARE * ledger.queryBytes());
  }

  /** Starts a query, now or later. */
  synchronized void arrive(ExecutedQuery query) {
    apply(controller.arrive(query, conditions()));
  }

  /** Notes that a query has been closed. */
  synchronized void leave(ExecutedQuery query) {
    controller.leave(query);
    apply(controller.retry(conditions()));
  }

  /** Starts or resumes the queries for which there is memory now. */
  void retry() {
    if (line) {
      synchronized (this) {
        apply(controller.retry(conditions()));
      }
    }
  }

  /** Checks the load; workers call it between work orders. */
  void betweenOrders() {
    if (pressure) {
      pressure = false;
      synchronized (this) {
        apply(controller.relieve(conditions()));
      }
    }
    retry();
  }

  /** Suspends a query until {@link #resume}; false if it does not run. */
  synchronized boolean hold(ExecutedQuery query) {
    boolean held = apply(controller.hold(query, conditions()));
    apply(controller.retry(conditions()));
    return held || controller.state(query) == LoadController.State.HELD;
  }

  /** Lets a suspended query go on; false if it was not suspended. */
  synchronized boolean resume(ExecutedQuery query) {
    return apply(controller.resume(query, conditions()));
  }

  private LoadConditions conditions() {
    long capacity = ledger.queryBytes();
    return new LoadConditions(
        System.nanoTime(),
        Math.min(thresholdBytes(), capacity),
        capacity,
        priorities.getAsBoolean());
  }

  /** Returns whether there was anything to do. */
  @GuardedBy("this")
  private boolean apply(List<LoadChange<ExecutedQuery>> changes) {
    for (LoadChange<ExecutedQuery> change : changes) {
      try {
        apply(change);
      } catch (RuntimeException | Error e) {
        // The other changes must not be lost, and the calling worker must live on.
        change
            .query()
            .fail(PacelineException.internal("a query could not change its state: " + e, e));
      }
    }
    line = controller.hasLine();
    return !changes.isEmpty();
  }

  private static void apply(LoadChange<ExecutedQuery> change) {
    switch (change.action()) {
      case START -> change.query().start();
      case SUSPEND -> change.query().suspend();
      case RESUME -> change.query().resume();
    }
  }

  /** Frees nothing itself, but has a worker look for a query to suspend after its order. */
  @Override
  public long reclaim(long bytes) {
    pressure = true;
    return 0;
  }

  @Override
  public long reclaimableBytes() {
    return 0;
  }
}
