package dev.paceline.core.sched;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.sched.QueryExecution.Order;
import dev.paceline.core.sched.policy.Contender;
import dev.paceline.core.sched.policy.OrderTimeHistory;
import dev.paceline.core.sched.policy.OrderTimes;
import dev.paceline.core.sched.policy.SchedulingPolicy;
import dev.paceline.core.sched.policy.TimeModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of threads that run the work orders of all queries. When a worker is free, the
 * {@linkplain SchedulingPolicy policy} chooses a query, and the next one if that has no order now.
 * Workers never run anything that blocks, and a started order ends on its worker.
 *
 * <p>One lock guards the policy. A worker takes it a few times an order, and never holds it while a
 * query is asked for an order or runs one; queries may take it under their own locks.
 *
 * <p>All methods may be called from any thread; {@link #close} not from a worker.
 */
public final class WorkerPool implements AutoCloseable {
  private final List<Thread> threads = new ArrayList<>();
  private final Runnable betweenOrders;

  @GuardedBy("this")
  private final Map<Contender, QueryExecution> queries = new LinkedHashMap<>();

  @GuardedBy("this")
  private final OrderTimeHistory history = new OrderTimeHistory();

  @GuardedBy("this")
  private SchedulingPolicy policy;

  /**
   * Counts everything that may have made an order available; a worker sleeps only while it stays
   * the same.
   */
  @GuardedBy("this")
  private long signals;

  @GuardedBy("this")
  private int waiting;

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

  /** What pins the workers; null if they may run anywhere. */
  private volatile @Nullable ProcessorAffinity affinity;

  /** What one worker is about to decide: which queries it has not asked in vain. */
  private static final class Decision {
    final List<Contender> candidates = new ArrayList<>();

    /** The signals when the candidates were gathered; others' since then make it stale. */
    long signals = -1;

    /** Those of the candidates that go first, since they are on their way out. */
    final List<QueryExecution> suspended = new ArrayList<>();

    void gather(Map<Contender, QueryExecution> queries) {
      candidates.clear();
      suspended.clear();
      for (Map.Entry<Contender, QueryExecution> query : queries.entrySet()) {
        candidates.add(query.getKey());
        if (query.getValue().isSuspended()) {
          suspended.add(query.getValue());
        }
      }
    }

    /** The query has no order now. */
    void leaveOut(QueryExecution query) {
      candidates.remove(query.contender());
      suspended.remove(query);
    }
  }

  /**
   * @param workers number of threads, at least 1
   * @param betweenOrders called by workers after each order, and when they have found none; must
   *     not block
   */
  public WorkerPool(int workers, SchedulingPolicy policy, Runnable betweenOrders) {
    this.policy = policy;
    this.betweenOrders = betweenOrders;
    this.activeWorkers = workers;
    for (int i = 0; i < workers; i++) {
      int worker = i;
      Thread thread = new Thread(() -> work(worker), "paceline-worker-" + i);
      thread.setDaemon(true);
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.start();
    }
  }

  /** The number of threads. */
  public int workers() {
    return threads.size();
  }

  /** How many of the workers take orders now. */
  public synchronized int activeWorkers() {
    return activeWorkers;
  }

  /**
   * Lets so many of the workers take orders; the others rest from the end of their present order.
   *
   * @param count from 1 to {@link #workers}
   */
  public synchronized void setActiveWorkers(int count) {
    if (count < 1 || count > threads.size()) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "there are 1 to " + threads.size() + " workers to be active, not " + count);
    }
    activeWorkers = count;
    signal();
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

  /** Tells someone of all orders that end from now on; null for nobody. */
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

  /** Orders of all queries that have ended. */
  public synchronized long orders() {
    return orders;
  }

  /** What the workers have spent on them, in nanoseconds. */
  public synchronized long busyNanos() {
    return busyNanos;
  }

  /** Serves a query, if it is not served already. */
  synchronized void add(QueryExecution query) {
    if (queries.put(query.contender(), query) == null) {
      policy.add(query.contender());
    }
    signal();
  }

  /** What is expected of the orders of a statement's next run until one of them has ended. */
  synchronized OrderTimes newOrderTimes(String statement) {
    return new OrderTimes(history.prior(statement), TimeModel.MEAN);
  }

  synchronized void remove(QueryExecution query) {
    Contender contender = query.contender();
    history.ended(contender.name(), contender.orders(), contender.busyNanos());
    if (queries.remove(query.contender()) != null) {
      policy.remove(query.contender());
      signals++; // decisions on their way must not choose it
    }
  }

  /** An operator of a query has no more orders. */
  synchronized void operatorEnded(QueryExecution query, int operator) {
    query.contender().times().end(operator);
  }

  /** An order may have become available. */
  synchronized void signal() {
    signals++;
    if (waiting > 0) {
      notifyAll();
    }
  }

  /**
   * Ends the threads after their present orders. Queries that still run stay unfinished: cancel
   * them first.
   */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(int worker) {
    Decision decision = new Decision();
    ProcessorAffinity pinnedBy = null;
    QueryExecution query;
    while ((query = choose(worker, decision)) != null) {
      pinnedBy = pin(worker, pinnedBy);
      Order order = query.take();
      if (order == null) {
        decision.leaveOut(query);
        betweenOrders.run(); // the query may have found that it has ended
      } else {
        run(query, order, worker);
        decision.signals = -1;
      }
    }
  }

  /** Follows {@link #setPinned}; returns what the worker is pinned by now. */
  private @Nullable ProcessorAffinity pin(int worker, @Nullable ProcessorAffinity pinnedBy) {
    ProcessorAffinity wanted = affinity;
    if (wanted == pinnedBy) {
      return pinnedBy;
    }
    try {
      if (wanted != null) {
        wanted.pin(worker);
      } else if (pinnedBy != null) {
        pinnedBy.unpin();
      }
    } catch (PacelineException e) {
      affinity = null; // a processor has gone: the workers go on wherever they can
      return null;
    }
    return wanted;
  }

  private void run(QueryExecution query, Order order, int worker) {
    double predicted = began(query.contender());
    WorkOrderEvent event = new WorkOrderEvent();
    event.begin();
    long start = System.nanoTime();
    query.run(order, worker, start);
    long end = System.nanoTime();
    event.commit(query.contender().name(), order.operator(), worker);
    OrderListener told = listener;
    if (told != null) {
      told.ended(
          new OrderRecord(
              query.contender().name(), query.number(), order.operator(), worker, start, end));
    }
    ended(query, order.operator(), predicted, end - start);
    betweenOrders.run();
  }

  /** The query to ask for an order; waits until there is one. Null when the pool is closed. */
  private synchronized @Nullable QueryExecution choose(int worker, Decision decision) {
    while (!closed) {
      if (decision.signals != signals) {
        decision.signals = signals;
        decision.gather(queries);
      }
      if (worker < activeWorkers && !decision.candidates.isEmpty()) {
        return next(decision);
      }
      waiting++;
      try {
        wait();
      } catch (InterruptedException e) {
        // Nobody interrupts workers on purpose; cancellation goes through the query.
      } finally {
        waiting--;
      }
    }
    return null;
  }

  @GuardedBy("this")
  private @Nullable QueryExecution next(Decision decision) {
    return decision.suspended.isEmpty()
        ? queries.get(policy.choose(decision.candidates))
        : decision.suspended.getFirst();
  }

  private synchronized double began(Contender query) {
    double predicted = query.times().predicted();
    if (queries.containsKey(query)) {
      policy.began(query);
    }
    return predicted;
  }

  /**
   * Also a signal: the end of an order may be the beginning of others. What the last orders of a
   * suspended query took says nothing about its next ones.
   */
  private synchronized void ended(
      QueryExecution query, int operator, double predicted, long nanos) {
    orders++;
    busyNanos += nanos;
    if (!query.isSuspended()) {
      query.contender().add(operator, nanos);
    }
    policy.ended(query.contender(), predicted, nanos);
    signal();
  }
}
