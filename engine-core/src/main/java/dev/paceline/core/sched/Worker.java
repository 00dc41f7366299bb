package dev.paceline.core.sched;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.PreemptibleThread;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.sched.QueryExecution.Order;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a {@link WorkerPool}. The pool has a fixed number of slots, and a worker runs orders
 * only while it holds a slot. A long order is preempted as follows: the worker hands its slot to
 * another worker, keeps the order on its stack, and waits until the pool grants it a slot again.
 *
 * <p>The thread itself calls all methods but {@link #grant} and {@link #shutDown}.
 */
final class Worker extends Thread implements PreemptibleThread {
  /** The worker holds no slot. */
  static final int NO_SLOT = -1;

  /** How long an order has its slot before others may go first. */
  static final long SLICE_NANOS = 5_000_000;

  /** How long a worker runs short orders of one query before it asks the policy again. */
  private static final long TURN_NANOS = 1_000_000;

  private final WorkerPool pool;

  @GuardedBy("this")
  private int granted;

  @GuardedBy("this")
  private boolean shutDown;

  /** The slot that it holds. */
  private int slot = NO_SLOT;

  private @Nullable QueryExecution query;
  private @Nullable Order order;
  private final Turn turn = new Turn();
  private @Nullable WorkOrderEvent event;
  private long sliceStartNanos;
  private long sliceEndNanos;

  /** The nanoseconds of the slices of the present order that have ended. */
  private long earlierSlicesNanos;

  /** Pins the thread to a processor; null if it may run on any of them. */
  private @Nullable ProcessorAffinity pinnedBy;

  /** The slot for which the thread was pinned. */
  private int pinnedSlot = NO_SLOT;

  Worker(WorkerPool pool, String name, int granted) {
    super(name);
    this.pool = pool;
    this.granted = granted;
    setDaemon(true);
  }

  /** Lets the worker go on, or begin, in a slot. Any thread may call. */
  synchronized void grant(int freeSlot) {
    granted = freeSlot;
    notifyAll();
  }

  /** Lets the worker end, after its order if it has one. Any thread may call. */
  synchronized void shutDown() {
    shutDown = true;
    notifyAll();
  }

  int slot() {
    return slot;
  }

  /** Gives the slot up, and returns its number. */
  int releaseSlot() {
    int released = slot;
    slot = NO_SLOT;
    return released;
  }

  @Override
  public void run() {
    while (awaitSlot()) {
      pool.work(this);
    }
  }

  /** Waits for a slot; false when the pool is closed. */
  private synchronized boolean awaitSlot() {
    while (granted == NO_SLOT && !shutDown) {
      try {
        wait();
      } catch (InterruptedException e) {
        // Nobody interrupts workers on purpose; cancellation goes through the query.
      }
    }
    slot = granted;
    granted = NO_SLOT;
    return slot != NO_SLOT;
  }

  /** Runs an order of a query to its end, and others of it while they are short. */
  void run(QueryExecution its, Order first) {
    query = its;
    int local = its.parts().enter(slot);
    Order next = first;
    try {
      beginTurn(its);
      while (next != null) {
        pool.wakeOthers();
        earlierSlicesNanos = 0;
        beginSlice();
        Order current = next;
        next = null;
        order = current;
        its.run(current, local, this);
        order = null;
        endSlice(its, current, true);
        next = turn.totalNanos() < TURN_NANOS && !turn.isFull() ? its.take() : null;
      }
    } catch (Throwable e) {
      if (next != null) {
        its.abandon(next, e);
      }
      throw e;
    } finally {
      order = null;
      query = null;
      its.parts().leave(local);
    }
    pool.ended(its, turn);
  }

  /** Returns the time of the present order so far, without that in which it was preempted. */
  long busyNanos() {
    return earlierSlicesNanos + System.nanoTime() - sliceStartNanos;
  }

  @Override
  public void yieldIfDue() {
    QueryExecution its = query;
    Order current = order;
    if (its == null || current == null || System.nanoTime() - sliceEndNanos < 0) {
      return;
    }
    Worker successor = pool.hasOthersToServe() ? successor() : null;
    if (successor == null) {
      sliceEndNanos = System.nanoTime() + SLICE_NANOS;
    } else {
      pause(its, current, null, successor);
    }
  }

  /** Returns a worker for the slot of this one; null if the others have to wait instead. */
  private @Nullable Worker successor() {
    try {
      return pool.takeSpare();
    } catch (PacelineException e) {
      return null; // the order goes on, and its query does not suffer from a lack of threads
    }
  }

  @Override
  public void throwIfCancelled() {
    QueryExecution its = query;
    if (its != null) {
      its.throwIfCancelled();
    }
  }

  @Override
  public void awaitReady(Sink sink) {
    QueryExecution its = query;
    Order current = order;
    if (its != null && current != null) {
      pause(its, current, sink, pool.takeSpare());
    }
  }

  /**
   * Hands the slot over and waits for another one.
   *
   * @param sink that must be ready before the order goes on; null for none
   * @param successor that gets the slot
   */
  private void pause(QueryExecution its, Order current, @Nullable Sink sink, Worker successor) {
    earlierSlicesNanos += endSlice(its, current, false);
    pool.ended(its, turn);
    int released = releaseSlot();
    its.park(this, sink);
    successor.grant(released);
    pool.signal();
    awaitSlot();
    beginTurn(its);
    beginSlice();
  }

  private void beginTurn(QueryExecution its) {
    pinnedBy = pool.pin(slot, pinnedSlot, pinnedBy);
    pinnedSlot = slot;
    turn.begin(pool.began(its.contender()));
  }

  private void beginSlice() {
    event = null;
    if (FlightRecorder.isInitialized()) {
      event = new WorkOrderEvent();
      event.begin();
    }
    sliceStartNanos = System.nanoTime();
    sliceEndNanos = sliceStartNanos + SLICE_NANOS;
  }

  private long endSlice(QueryExecution its, Order current, boolean ended) {
    long end = System.nanoTime();
    WorkOrderEvent recorded = event;
    if (recorded != null) {
      recorded.commit(its.contender().name(), current.operator(), pinnedSlot);
    }
    OrderListener told = pool.listener();
    if (told != null) {
      told.ended(
          new OrderRecord(
              its.contender().name(),
              its.number(),
              current.operator(),
              pinnedSlot,
              sliceStartNanos,
              end));
    }
    long nanos = end - sliceStartNanos;
    turn.add(current.operator(), nanos, ended);
    return nanos;
  }
}
