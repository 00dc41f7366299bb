package dev.paceline.core.sched;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.sched.QueryExecution.Order;
import dev.paceline.core.sched.policy.Contender;
import dev.paceline.core.sched.policy.OrderTimeHistory;
import dev.paceline.core.sched.policy.OrderTimes;
import dev.paceline.core.sched.policy.SchedulingPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads that run the work orders of all queries; a given number of them run at a time. When a
 * worker is free, the {@linkplain SchedulingPolicy policy} chooses a query. If that query has no
 * order now, the policy chooses another one. An order ends on the thread on which it started.
 *
 * <p>An order that runs for longer than a time slice, while others wait for a worker, is preempted
 * where it checks for cancellation: its {@link Worker} keeps the order on its stack and hands its
 * slot to another thread, and the policy decides when it goes on. To the policy each slice is an
 * order. An order whose results fill their queue hands its slot over in the same way until the
 * caller has read some of them. Otherwise a worker does not wait while it holds a slot.
 *
 * <p>One lock guards the policy. A worker takes it a few times an order, and never holds it while a
 * query is asked for an order or runs one; queries may take it under their own locks.
 *
 * <p>All methods may be called from any thread; {@link #close} not from a worker.
 */
public final class WorkerPool implements AutoCloseable {
  /** Threads without a slot that are kept for later; more of them end. */
  private static final int MAX_SPARES = 64;

  /**
   * How long a worker that finds no order looks for signals before it sleeps: about as long as it
   * takes to wake a thread, so that workers do not sleep between the pipelines of a query.
   */
  private static final long WATCH_NANOS = TimeUnit.MICROSECONDS.toNanos(40);

  /** The most workers that look for signals at a time; more would only be in each other's way. */
  private static final int MAX_WATCHING = 4;

  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  private final Runnable betweenOrders;

  /** How many run at a time at most; only grows. Written under the lock. */
  private volatile int slots;

  /** All that have not ended. */
  @GuardedBy("this")
  private final Set<Worker> workers = new HashSet<>();

  /** Those that have neither a slot nor an order. */
  @GuardedBy("this")
  private final ArrayDeque<Worker> spares = new ArrayDeque<>();

  @GuardedBy("this")
  private int createdWorkers;

  @GuardedBy("this")
  private final Map<Contender, QueryExecution> queries = new LinkedHashMap<>();

  @GuardedBy("this")
  private final OrderTimeHistory history = new OrderTimeHistory();

  @GuardedBy("this")
  private SchedulingPolicy policy;

  /**
   * Counts everything that may have made an order available; a worker sleeps only while it stays
   * the same. Written under the lock; workers that look for signals read it without.
   */
  private volatile long signals;

  /** The number of workers that sleep until they are woken. */
  @GuardedBy("this")
  private int waiting;

  /** The number of workers that look for signals before they sleep. */
  @GuardedBy("this")
  private int watching;

  /** The number of workers that may take orders and have none. */
  @GuardedBy("this")
  private int idle;

  /** Whether there are several queries, and no worker is free for them. Written under the lock. */
  private volatile boolean contended;

  /** Whether a worker waits for orders. Written under the lock. */
  private volatile boolean someWait;

  @GuardedBy("this")
  private long orders;

  @GuardedBy("this")
  private long busyNanos;

  @GuardedBy("this")
  private int activeWorkers;

  @GuardedBy("this")
  private boolean closed;

  private volatile @Nullable OrderListener listener;
  private volatile @Nullable Runnable orderCheck;

  /** Pins each worker to a processor; null if workers may run on any of them. */
  private volatile @Nullable ProcessorAffinity affinity;

  /** The decision of one worker: the queries that it has not yet asked without success. */
  private static final class Decision {
    final List<Contender> candidates = new ArrayList<>();

    /** The signals when the candidates were gathered; others' since then make it stale. */
    long signals = -1;

    /** Those of the candidates that go first, since they are on their way out. */
    final List<QueryExecution> leaving = new ArrayList<>();

    void gather(Map<Contender, QueryExecution> queries) {
      candidates.clear();
      leaving.clear();
      for (Map.Entry<Contender, QueryExecution> query : queries.entrySet()) {
        candidates.add(query.getKey());
        if (query.getValue().isLeaving()) {
          leaving.add(query.getValue());
        }
      }
    }

    /** The query has no order now. */
    void leaveOut(QueryExecution query) {
      candidates.remove(query.contender());
      leaving.remove(query);
    }
  }

  /**
   * @param workers number of threads, at least 1
   * @param betweenOrders called by workers after each order, and when they have found none; must
   *     neither block nor throw
   */
  public WorkerPool(int workers, SchedulingPolicy policy, Runnable betweenOrders) {
    this.policy = policy;
    this.betweenOrders = betweenOrders;
    try {
      setActiveWorkers(workers);
    } catch (Throwable e) {
      close(); // ends the threads that could be started
      throw e;
    }
  }

  /** Starts workers until the pool has {@code count} slots. */
  @GuardedBy("this")
  private void grow(int count) {
    for (int slot = slots; slot < count; slot++) {
      startWorker(slot);
      slots = slot + 1;
    }
  }

  /**
   * @param slot that the worker holds when it begins, or {@link Worker#NO_SLOT}
   * @throws PacelineException MEMORY_LIMIT if the system has no thread for it
   */
  @GuardedBy("this")
  private Worker startWorker(int slot) {
    try {
      Worker worker = new Worker(this, "paceline-worker-" + createdWorkers++, slot);
      worker.start();
      workers.add(worker);
      return worker;
    } catch (OutOfMemoryError e) {
      throw new PacelineException(
          ErrorCode.MEMORY_LIMIT,
          "a worker thread cannot be started; raise the number of threads or the memory that the "
              + "process may have: "
              + e.getMessage(),
          e);
    }
  }

  /** Returns the number of workers that run orders at a time if all of them are active. */
  public int workers() {
    return slots;
  }

  /** Returns the number of workers that take orders now. */
  public synchronized int activeWorkers() {
    return activeWorkers;
  }

  /**
   * Sets the number of workers that take orders, also those of running queries. If there are more
   * workers, the others rest from the end of their present order; if there are fewer, new ones
   * start.
   *
   * @param count at least 1
   */
  public synchronized void setActiveWorkers(int count) {
    if (count < 1) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "at least 1 worker is to be active, not " + count);
    }
    if (!closed) {
      grow(count);
    }
    activeWorkers = count;
    countSignal();
    notifyAll();
  }

  /**
   * Lets each worker run on one processor only, of those that the calling thread may use, or on all
   * of them again; each from its next order on.
   *
   * @throws PacelineException NOT_SUPPORTED where the system cannot pin threads
   */
  public void setPinned(boolean pinned) {
    affinity = pinned ? ProcessorAffinity.open() : null;
    signal();
  }

  /** Whether each worker runs on one processor only. */
  public boolean arePinned() {
    return affinity != null;
  }

  /** Chooses by another policy from the next order on. */
  public synchronized void setPolicy(SchedulingPolicy next) {
    queries.keySet().forEach(next::add);
    policy = next;
  }

  /** Sets the listener of all work orders that end from now on; null for none. */
  public void setListener(@Nullable OrderListener next) {
    listener = next;
  }

  /** Runs something before every order, which fails if it throws; null for nothing. */
  public void setOrderCheck(@Nullable Runnable check) {
    orderCheck = check;
  }

  @Nullable Runnable orderCheck() {
    return orderCheck;
  }

  @Nullable OrderListener listener() {
    return listener;
  }

  /** Returns the number of work orders of all queries that have ended. */
  public synchronized long orders() {
    return orders;
  }

  /** Returns the time that workers have spent on work orders, in nanoseconds. */
  public synchronized long busyNanos() {
    return busyNanos;
  }

  /** Adds a query to those that workers serve; does nothing if it is one of them. */
  synchronized void add(QueryExecution query) {
    if (queries.put(query.contender(), query) == null) {
      policy.add(query.contender());
    }
    updateContended();
    signal();
  }

  /**
   * Returns the prediction for a new run of a statement, which begins with what earlier runs took.
   */
  synchronized OrderTimes newOrderTimes(String statement) {
    return new OrderTimes(history.prior(statement));
  }

  synchronized void remove(QueryExecution query) {
    Contender contender = query.contender();
    history.ended(query.statement(), contender.orders(), contender.busyNanos());
    if (queries.remove(query.contender()) != null) {
      policy.remove(query.contender());
      countSignal(); // decisions on their way must not choose it
      updateContended();
    }
  }

  /** Gives a query another priority from the next order on. */
  synchronized void setPriority(QueryExecution query, int priority) {
    query.contender().setPriority(priority);
  }

  /** Notes that an operator of a query has no more orders. */
  synchronized void operatorEnded(QueryExecution query, int operator) {
    query.contender().times().end(operator);
  }

  /** An order may have become available. */
  synchronized void signal() {
    countSignal();
    wake(1);
  }

  @GuardedBy("this")
  @SuppressWarnings("NonAtomicVolatileUpdate") // written under the lock
  private void countSignal() {
    signals++;
  }

  /**
   * Wakes workers that sleep, unless enough workers look for signals. A worker that has found an
   * order wakes others, so that an event does not wake all workers for a single order.
   */
  @GuardedBy("this")
  private void wake(int count) {
    if (waiting > 0 && activeWorkers < slots) {
      notifyAll(); // one that rests would not pass it on
      return;
    }
    for (int i = watching; i < Math.min(count, waiting); i++) {
      notify();
    }
  }

  /**
   * Wakes two workers after an order was found, because there may be more: all workers are awake
   * after a number of steps that grows with the logarithm of their number.
   */
  void wakeOthers() {
    if (someWait) {
      synchronized (this) {
        countSignal();
        wake(2);
      }
    }
  }

  /**
   * Ends the threads after their present orders. Queries that still run stay unfinished: cancel
   * them first.
   */
  @Override
  public void close() {
    List<Worker> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(workers);
      notifyAll();
    }
    all.forEach(Worker::shutDown);
    boolean interrupted = false;
    for (Thread worker : all) {
      while (worker.isAlive()) {
        try {
          worker.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs orders while the calling worker holds a slot and the pool is open. */
  void work(Worker worker) {
    Decision decision = new Decision();
    QueryExecution query;
    while ((query = choose(worker.slot(), decision)) != null) {
      try {
        Worker parked = query.takeParked();
        if (parked != null) {
          resume(parked, worker);
          return;
        }
        Order order = query.take();
        if (order == null) {
          decision.leaveOut(query);
        } else {
          worker.run(query, order);
          decision.signals = -1;
        }
      } catch (Throwable e) {
        // A worker that died would take its slot with it, and all queries would wait for ever.
        decision.leaveOut(query);
        query.failUnexpectedly(e);
      }
      betweenOrders.run(); // a query may have ended
    }
  }

  /** Lends the slot of the calling worker to one that has been preempted in an order. */
  private void resume(Worker parked, Worker caller) {
    int slot = caller.releaseSlot();
    synchronized (this) {
      if (spares.size() < MAX_SPARES) {
        spares.push(caller);
      } else {
        workers.remove(caller);
        caller.shutDown();
      }
    }
    parked.grant(slot);
  }

  /**
   * Takes a worker without a slot, for a caller that is about to wait in the middle of an order and
   * grants its slot to that worker.
   *
   * @throws PacelineException MEMORY_LIMIT if the system has no thread for it; CLOSED
   */
  synchronized Worker takeSpare() {
    if (closed) {
      throw new PacelineException(ErrorCode.CLOSED, "the engine is closed");
    }
    Worker spare = spares.poll();
    return spare == null ? startWorker(Worker.NO_SLOT) : spare;
  }

  /**
   * Whether an order that has had its time slice should let others go first: there are several
   * queries, and no worker is free for them. Cheap, and only about right.
   */
  boolean hasOthersToServe() {
    return contended;
  }

  @GuardedBy("this")
  private void updateContended() {
    contended = !closed && queries.size() > 1 && idle == 0;
    someWait = idle > 0;
  }

  /**
   * Follows {@link #setPinned}, for the calling worker.
   *
   * @param slot that it holds
   * @param pinnedSlot for which it is pinned now
   * @param pinnedBy what pins it now; null if it may run anywhere
   * @return what pins it from now on
   */
  @Nullable ProcessorAffinity pin(int slot, int pinnedSlot, @Nullable ProcessorAffinity pinnedBy) {
    ProcessorAffinity wanted = affinity;
    if (slot == Worker.NO_SLOT || wanted == pinnedBy && (wanted == null || slot == pinnedSlot)) {
      return pinnedBy;
    }
    try {
      if (wanted != null) {
        wanted.pin(slot);
      } else if (pinnedBy != null) {
        pinnedBy.unpin();
      }
    } catch (PacelineException e) {
      affinity = null; // a processor has gone: the workers go on wherever they can
      return null;
    }
    return wanted;
  }

  /** The query to ask for an order; waits until there is one. Null when the pool is closed. */
  private @Nullable QueryExecution choose(int worker, Decision decision) {
    boolean watched = false;
    while (true) {
      synchronized (this) {
        if (watched) {
          watching--;
          removeIdle();
        }
        if (closed) {
          return null;
        }
        if (decision.signals != signals) {
          decision.signals = signals;
          decision.gather(queries);
        }
        boolean active = worker < activeWorkers;
        if (active && !decision.candidates.isEmpty()) {
          return next(decision);
        }
        if (watched || !active || queries.isEmpty() || !mayWatch()) {
          sleep(active);
          watched = false;
          continue;
        }
        watching++;
        addIdle();
      }
      watch(decision.signals);
      watched = true;
    }
  }

  @GuardedBy("this")
  private boolean mayWatch() {
    return watching < MAX_WATCHING && slots <= PROCESSORS;
  }

  /** Returns when there was a signal, or the time is over. */
  private void watch(long known) {
    long start = System.nanoTime();
    while (signals == known && System.nanoTime() - start < WATCH_NANOS) {
      Thread.onSpinWait();
    }
  }

  @GuardedBy("this")
  private void sleep(boolean active) {
    waiting++;
    if (active) {
      addIdle();
    }
    try {
      wait();
    } catch (InterruptedException e) {
      // Nobody interrupts workers on purpose; cancellation goes through the query.
    } finally {
      waiting--;
      if (active) {
        removeIdle();
      }
    }
  }

  /** Counts a worker that may take orders and has none. */
  @GuardedBy("this")
  private void addIdle() {
    idle++;
    updateContended();
  }

  @GuardedBy("this")
  private void removeIdle() {
    idle--;
    updateContended();
  }

  @GuardedBy("this")
  private @Nullable QueryExecution next(Decision decision) {
    return decision.leaving.isEmpty()
        ? queries.get(policy.choose(decision.candidates))
        : decision.leaving.getFirst();
  }

  synchronized double began(Contender query) {
    double predicted = query.times().predicted();
    if (queries.containsKey(query)) {
      policy.began(query);
    }
    return predicted;
  }

  /**
   * A worker has run orders of a query. Their end may be the beginning of others, of which the same
   * worker will find one, and {@link #wakeOthers}.
   */
  synchronized void ended(QueryExecution query, Turn turn) {
    orders += turn.orders();
    busyNanos += turn.totalNanos();
    // The times of the last orders of a suspended query do not predict those of its next ones.
    for (int slice = 0; slice < turn.slices() && !query.isSuspended(); slice++) {
      query.contender().add(turn.operator(slice), turn.nanos(slice));
    }
    policy.ended(query.contender(), turn.predictedNanos(), turn.totalNanos());
    countSignal();
    if (activeWorkers < slots) {
      wake(1); // the worker itself may have to rest
    }
  }
}
