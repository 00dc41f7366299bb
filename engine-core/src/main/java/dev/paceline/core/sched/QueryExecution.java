package dev.paceline.core.sched;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.sched.policy.Contender;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running query: which of its pipelines can go on, and the work orders that workers take from
 * them. It traverses the pipelines as in Quickstep (2018, section 2.8), with one difference: a
 * consumer starts when the orders of its producers have <em>ended</em>, not when they have been
 * handed out. A worker that looks for an order asks the few pipelines in turn. Workers that find
 * none sleep until something has happened. A pipeline whose source {@linkplain
 * dev.paceline.core.exec.Source#producer is still being filled} starts at once and goes first.
 *
 * <p>Workers call {@link #take} and {@link #run}; the owner calls {@link #start}, {@link #cancel},
 * {@link #close}.
 */
public final class QueryExecution implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(QueryExecution.class);
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final long number = NUMBERS.incrementAndGet();
  private final QueryContext context;
  private final Contender contender;
  private final WorkerPool pool;
  private final Runnable onEnd;
  private final String statement;
  private final PipelineRuns pipelines;

  private final WorkerParts parts;

  @GuardedBy("this")
  private int maxWorkers;

  /** Orders that workers run or have been preempted in, and workers that look for a morsel. */
  @GuardedBy("this")
  private int runningOrders;

  /** Changed under the lock of this. */
  private final PausedWorkers paused = new PausedWorkers();

  /** Whether the query has ended: none of its orders will run. */
  @GuardedBy("this")
  private boolean ended;

  /** Whether all sources are closed, too, so that nothing uses the memory of the query. */
  @GuardedBy("this")
  private boolean closed;

  private final QuerySuspension suspension = new QuerySuspension();

  private volatile @Nullable PacelineException failure;

  /**
   * @param statement by which the pool remembers how long its orders took
   * @param priority at least 1; greater is more important
   * @param deadlineNanos of the context's cancellation token
   * @param maxWorkers that run orders of it at once
   * @param onEnd called once, by any thread, when the query has ended well or badly and no order of
   *     it runs any more; {@link #failure} tells which
   */
  public QueryExecution(
      QueryContext context,
      String statement,
      int priority,
      long deadlineNanos,
      int maxWorkers,
      List<Pipeline> pipelines,
      WorkerPool pool,
      Runnable onEnd) {
    this.context = context;
    this.parts = new WorkerParts(context);
    this.statement = statement;
    this.contender =
        new Contender(context.name(), priority, pool.newOrderTimes(statement), deadlineNanos);
    this.pool = pool;
    this.onEnd = onEnd;
    this.maxWorkers = maxWorkers;
    this.pipelines = new PipelineRuns(pipelines, this::operatorEnded);
  }

  /** Lets workers begin, unless the query has ended already. */
  public void start() {
    synchronized (this) {
      if (ended) {
        return;
      }
    }
    for (PipelineRun run : pipelines.inTurn()) {
      run.source().onAvailable(pool::signal);
    }
    // without the lock, which the workers who are woken by this take at once
    pool.add(this);
    synchronized (this) {
      if (ended) {
        pool.remove(this); // it may have ended before it was added
      }
    }
  }

  /**
   * Hands out no more orders until {@link #resume}. The orders that run come to their ends, and
   * sinks write what they keep to temporary files where they can.
   */
  public synchronized void suspend() {
    suspension.begin();
    pool.signal();
  }

  /** Hands out orders again, as soon as evictions that have begun are over. */
  public synchronized void resume() {
    suspension.end();
    if (!ended) {
      pool.add(this);
    }
  }

  /** Whether {@link #suspend} was called, and {@link #resume} not since. */
  boolean isSuspended() {
    return suspension.isActive();
  }

  /** Whether its orders should end soon, so that it can leave the pool. */
  boolean isLeaving() {
    return suspension.isActive() || failure != null;
  }

  /** Estimates how many bytes of memory suspending the query would give back. */
  public synchronized long evictableBytes() {
    return ended ? 0 : pipelines.evictableBytes();
  }

  /** Returns what the query failed with; null if it has not failed. */
  public @Nullable PacelineException failure() {
    return failure;
  }

  /** Asks the query to end with the given reason; it ends when the orders that run have noticed. */
  public void cancel(PacelineException reason) {
    context.cancellation().cancel(reason);
    fail(reason);
  }

  /** The sink may be ready again, or something else changed that orders wait for. */
  public void wakeUp() {
    pool.signal();
  }

  /**
   * @throws PacelineException the reason, if the query should end
   */
  void throwIfCancelled() {
    context.cancellation().throwIfCancelled();
  }

  /** Ends the query if its time is over: no worker looks at one that waits or is suspended. */
  public void expire() {
    try {
      throwIfCancelled();
    } catch (PacelineException e) {
      fail(e);
    }
  }

  /**
   * Waits until no worker is in this query, after cancelling it if it still runs, and frees what it
   * holds. Idempotent.
   */
  @Override
  public void close() {
    boolean running;
    synchronized (this) {
      running = !ended;
    }
    if (running) {
      cancel(new PacelineException(ErrorCode.CANCELLED, "the statement was closed before its end"));
    }
    boolean interrupted = false;
    synchronized (this) {
      while (!closed) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      parts.clear();
    }
    context.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the worker-local parts of this query. */
  WorkerParts parts() {
    return parts;
  }

  /** Returns the representative of this query in the scheduling policy. */
  Contender contender() {
    return contender;
  }

  /** Returns the name by which the pool remembers how long the orders of the query took. */
  String statement() {
    return statement;
  }

  /**
   * Sets the priority of the query from its next order on.
   *
   * @param priority at least 1
   */
  public void setPriority(int priority) {
    pool.setPriority(this, priority);
  }

  /**
   * Lets more or fewer workers run orders of it at once; those that are too many end their orders.
   *
   * @param count at least 1
   */
  public void setMaxWorkers(int count) {
    synchronized (this) {
      maxWorkers = count;
    }
    pool.signal();
  }

  /** Returns the number of this query, unique in the process. */
  public long number() {
    return number;
  }

  /**
   * The share of its work that is done, from 0 to 1. It may become smaller when the query begins to
   * use temporary files.
   */
  public synchronized double progress() {
    return pipelines.progress(context.counters(), context.temporaryFiles().writtenBytes() > 0);
  }

  /** How far its pipelines have come, in an order in which each follows those that it waits for. */
  public synchronized List<PipelineReport> pipelines() {
    return pipelines.reports(number, context.counters());
  }

  /**
   * Takes an order, which {@link #run} must run. What takes longer than changing a state is done
   * without the query's lock.
   *
   * @return null if there is none now
   */
  @Nullable Order take() {
    Order order = takeOrder();
    if (order == null) {
      endIfDone();
    }
    return order;
  }

  /**
   * Ends the query because a worker met something unexpected outside of a work order. The worker
   * itself goes on with other queries.
   */
  void failUnexpectedly(Throwable e) {
    try {
      fail(asPacelineException(e));
    } catch (RuntimeException | Error again) {
      LOGGER.error("{} cannot end after an error", context.name(), again);
    }
  }

  private @Nullable Order takeOrder() {
    int asked = 0;
    while (true) {
      PipelineRun pipeline;
      synchronized (this) {
        suspension.settle(runningOrders > 0);
        if (ended) {
          return null;
        }
        if (!paused.isEmpty()) {
          return null; // those go first
        }
        if (suspension.isActive()) {
          return began(takeEviction());
        }
        if (runningOrders >= maxWorkers || suspension.isSettling() || isFailed()) {
          return null;
        }
        Order step = pipelines.takeStep();
        if (step != null) {
          return began(step);
        }
        while (asked < pipelines.inTurn().size() && !pipelines.inTurn().get(asked).mayRead()) {
          asked++;
        }
        if (asked == pipelines.inTurn().size()) {
          step = pipelines.takeStep(); // a pipeline may just have come to its end
          return step == null ? null : began(step);
        }
        pipeline = pipelines.inTurn().get(asked);
        runningOrders++;
      }
      Order order = look(pipeline);
      if (order != null) {
        return order;
      }
      asked++;
    }
  }

  /**
   * A worker that was paused in an order of this query, and needs a slot; null if there is none
   * that can go on.
   */
  @Nullable Worker takeParked() {
    if (paused.isEmpty()) {
      return null; // usual, and asked before each turn of a worker
    }
    synchronized (this) {
      Worker preempted = paused.pollPreempted();
      return preempted == null && !paused.isEmpty() ? paused.pollStalled(isFailed()) : preempted;
    }
  }

  /**
   * Pauses the calling worker in an order of this query.
   *
   * @param sink that must be ready before it goes on; null for none
   */
  synchronized void park(Worker worker, @Nullable Sink sink) {
    paused.add(worker, sink);
  }

  @GuardedBy("this")
  private @Nullable Order began(@Nullable Order order) {
    if (order != null) {
      runningOrders++;
    }
    return order;
  }

  /** Looks for a morsel, which may take the locks of a table's scans. */
  private @Nullable Order look(PipelineRun pipeline) {
    Morsel morsel = null;
    boolean exhausted = false;
    Throwable thrown = null;
    try {
      morsel = pipeline.source().next();
      exhausted = morsel == null && pipeline.source().exhausted();
    } catch (Throwable e) {
      thrown = e;
    }
    synchronized (this) {
      if (morsel != null) {
        return pipeline.found(morsel);
      }
      pipeline.foundNothing(exhausted);
      runningOrders--;
      if (thrown != null) {
        setFailure(asPacelineException(thrown));
      }
      return null;
    }
  }

  /**
   * Runs an order of this query.
   *
   * @param local the number of the part that the worker has {@linkplain WorkerParts#enter entered}
   * @param worker the calling thread
   */
  void run(Order order, int local, Worker worker) {
    Throwable thrown = null;
    try {
      throwIfCancelled();
      Runnable check = pool.orderCheck();
      if (check != null) {
        check.run();
      }
      order.run(local, parts.get(local));
    } catch (Throwable e) {
      thrown = e;
    }
    try {
      order.release();
      // This precedes the end of the query, whose counters then include all of its orders.
      context.counters().operator(order.operator()).add(worker.busyNanos());
    } catch (Throwable e) {
      thrown = thrown == null ? e : thrown;
    }
    ended(order, thrown);
  }

  /** Ends an order that {@link #take} has returned, and that a worker could not begin. */
  void abandon(Order order, Throwable cause) {
    try {
      order.release();
    } finally {
      ended(order, cause);
    }
  }

  private void ended(Order order, @Nullable Throwable cause) {
    Throwable thrown = cause;
    boolean done;
    synchronized (this) {
      try {
        order.ended();
      } catch (Throwable e) {
        thrown = thrown == null ? e : thrown;
      }
      if (thrown != null) {
        setFailure(asPacelineException(thrown));
      }
      runningOrders--;
      done = isDone();
    }
    if (done) {
      end();
    }
  }

  /** Leaves the pool when nothing remains to be evicted. */
  @GuardedBy("this")
  private @Nullable Order takeEviction() {
    Order next = suspension.takeEviction(pipelines.sinks(), runningOrders > 0);
    if (next == null && runningOrders == 0) {
      pool.remove(this);
    }
    return next;
  }

  /** Whether the query is to end early. */
  @GuardedBy("this")
  private boolean isFailed() {
    if (failure == null && context.cancellation().isCancelled()) {
      try {
        context.cancellation().throwIfCancelled();
      } catch (PacelineException e) {
        setFailure(e);
      }
    }
    return failure != null;
  }

  /** Ends the query when it has failed or all of its pipelines are complete, and no order runs. */
  private void endIfDone() {
    synchronized (this) {
      if (!isDone()) {
        return;
      }
    }
    end();
  }

  @GuardedBy("this")
  private boolean isDone() {
    return !ended && runningOrders == 0 && (failure != null || pipelines.isComplete());
  }

  private void end() {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      pool.remove(this);
    }
    for (PipelineRun run : pipelines.inTurn()) {
      try {
        run.source().close();
      } catch (RuntimeException | Error e) {
        synchronized (this) {
          failure = failure == null ? asPacelineException(e) : failure;
        }
      }
    }
    try {
      onEnd.run();
    } finally {
      synchronized (this) {
        closed = true;
        notifyAll();
      }
    }
  }

  private void fail(PacelineException reason) {
    synchronized (this) {
      setFailure(reason);
    }
    pool.signal(); // an order that waits for room has to end
    endIfDone();
  }

  /** The first failure stays; what ends late in a query that has ended does not count. */
  @GuardedBy("this")
  private void setFailure(PacelineException reason) {
    if (failure == null && !ended) {
      failure = reason;
      context.cancellation().cancel(reason);
    }
  }

  private void operatorEnded(int operator) {
    pool.operatorEnded(this, operator);
  }

  private static PacelineException asPacelineException(Throwable e) {
    if (e instanceof PacelineException known) {
      return known;
    }
    if (e instanceof OutOfMemoryError) {
      return new PacelineException(
          ErrorCode.MEMORY_LIMIT, "the Java heap is full; raise -Xmx: " + e.getMessage(), e);
    }
    return PacelineException.internal("a work order failed: " + e, e);
  }

  /** A work order of this query. */
  interface Order {
    /**
     * @param local number of the worker-local part that the order uses, below that of workers
     */
    void run(int local, WorkerContext context);

    /** Gives back what the order was given, whether it succeeded or not. */
    default void release() {}

    /** Changes the state of the query, under whose lock this is called. */
    default void ended() {}

    /** Returns the operator that the order belongs to, see {@link OrderRecord#operator}. */
    int operator();
  }
}
