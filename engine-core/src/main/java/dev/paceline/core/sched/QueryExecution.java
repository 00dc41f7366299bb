package dev.paceline.core.sched;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.sched.policy.Contender;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One running query: which of its pipelines can go on, and the orders that workers take from them.
 * Event-driven form of the traversal of Quickstep §2.8 (a consumer starts when its producers have
 * <em>ended</em>, not when their orders have been handed out). A pipeline whose source {@linkplain
 * dev.paceline.core.exec.Source#producer is still being filled} starts at once and goes first.
 *
 * <p>Workers call {@link #take} and {@link #run}; the owner calls {@link #start}, {@link #cancel},
 * {@link #close}.
 */
public final class QueryExecution implements AutoCloseable {
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final long number = NUMBERS.incrementAndGet();
  private final QueryContext context;
  private final Contender contender;
  private final WorkerPool pool;
  private final Runnable onEnd;
  private final int maxWorkers;
  private final List<SinkRun> sinks;

  /** In the order in which they are asked for orders. */
  @GuardedBy("this")
  private final List<PipelineRun> pipelines = new ArrayList<>();

  @GuardedBy("this")
  private final WorkerContext[] workers;

  @GuardedBy("this")
  private int runningOrders;

  @GuardedBy("this")
  private boolean ended;

  /** Written under the lock. */
  private volatile boolean suspended;

  /** What a suspended query has still to put into files; null until all of its orders ended. */
  @GuardedBy("this")
  private @Nullable ArrayDeque<Order> evictions;

  /** Whether orders wait until evictions that had begun are over. */
  @GuardedBy("this")
  private boolean settling;

  private volatile @Nullable PacelineException failure;

  /**
   * @param priority at least 1; greater is more important
   * @param deadlineNanos of the context's cancellation token
   * @param maxWorkers that run orders of it at once
   * @param onEnd called once, by any thread, when the query has ended well or badly and no order of
   *     it runs any more; {@link #failure} tells which
   */
  public QueryExecution(
      QueryContext context,
      int priority,
      long deadlineNanos,
      int maxWorkers,
      List<Pipeline> pipelines,
      WorkerPool pool,
      Runnable onEnd) {
    this.context = context;
    this.contender =
        new Contender(context.name(), priority, pool.newOrderTimes(context.name()), deadlineNanos);
    this.pool = pool;
    this.onEnd = onEnd;
    this.maxWorkers = maxWorkers;
    this.workers = new WorkerContext[pool.workers()];
    Map<Sink, SinkRun> sinkRuns = new IdentityHashMap<>();
    Map<Pipeline, PipelineRun> runs = new IdentityHashMap<>();
    for (Pipeline pipeline : pipelines) {
      SinkRun sink =
          sinkRuns.computeIfAbsent(
              pipeline.sink(),
              shared ->
                  new SinkRun(shared, OrderRecord.finishing(pipeline.id()), this::operatorEnded));
      PipelineRun run = new PipelineRun(pipeline, sink, runs, pool.workers(), this::operatorEnded);
      runs.put(pipeline, run);
      this.pipelines.add(turn(pipeline.source().producer()), run);
    }
    this.sinks = List.copyOf(sinkRuns.values());
  }

  /**
   * Where in the list a pipeline is asked for orders: at the end, or before all that fill the sink
   * that it reads from.
   */
  @GuardedBy("this")
  private int turn(@Nullable Sink producer) {
    int turn = 0;
    while (turn < pipelines.size()
        && (producer == null || !pipelines.get(turn).sink().equals(producer))) {
      turn++;
    }
    return turn;
  }

  /** Lets workers begin, unless the query has ended already. */
  public void start() {
    List<PipelineRun> runs;
    synchronized (this) {
      if (ended) {
        return;
      }
      runs = List.copyOf(pipelines);
    }
    for (PipelineRun run : runs) {
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
   * Has no more orders until {@link #resume}. Those that run come to their ends, and what sinks
   * have kept goes to temporary files where it can.
   */
  public synchronized void suspend() {
    suspended = true;
    pool.signal();
  }

  /** Goes on, as soon as evictions that have begun are over. */
  public synchronized void resume() {
    suspended = false;
    settling |= evictions != null;
    evictions = null;
    if (!ended) {
      pool.add(this);
    }
  }

  /** Whether {@link #suspend} was called, and {@link #resume} not since. */
  boolean isSuspended() {
    return suspended;
  }

  /** About how much memory suspending the query would give back. */
  public synchronized long evictableBytes() {
    long bytes = 0;
    for (SinkRun sink : sinks) {
      bytes += sink.evictableBytes();
    }
    return ended ? 0 : bytes;
  }

  /** What the query failed with, or null. */
  public @Nullable PacelineException failure() {
    return failure;
  }

  /** Asks the query to end with the given reason; it ends when the orders that run have noticed. */
  public void cancel(PacelineException reason) {
    context.cancellation().cancel(reason);
    fail(reason);
    pool.signal();
  }

  /** The sink may be ready again, or something else changed that orders wait for. */
  public void wakeUp() {
    pool.signal();
  }

  /** Ends the query if its time is over: no worker looks at one that waits or is suspended. */
  public void expire() {
    try {
      context.cancellation().check();
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
      while (!ended) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      Arrays.fill(workers, null);
    }
    context.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What the policy knows this query by. */
  Contender contender() {
    return contender;
  }

  /** Of this query among all of the process. */
  public long number() {
    return number;
  }

  /** How far its pipelines have come, in an order in which each follows those that it waits for. */
  public synchronized List<PipelineReport> pipelines() {
    return pipelines.stream()
        .map(run -> run.report(number, context.counters()))
        .sorted(Comparator.comparingInt(PipelineReport::number))
        .toList();
  }

  /**
   * Takes an order, which {@link #run} must run.
   *
   * @return null if there is none now
   */
  synchronized @Nullable Order take() {
    Order order = null;
    settling &= runningOrders > 0;
    if (suspended) {
      order = takeEviction();
    } else if (runningOrders < maxWorkers && !settling) {
      order = takeOrder();
    }
    if (order != null) {
      runningOrders++;
    }
    return order;
  }

  /**
   * Runs an order of this query.
   *
   * @param worker number of the calling worker
   * @param startNanos when it began, by {@link System#nanoTime}
   */
  void run(Order order, int worker, long startNanos) {
    try {
      context.cancellation().check();
      Runnable check = pool.orderCheck();
      if (check != null) {
        check.run();
      }
      WorkerContext workerContext;
      synchronized (this) {
        workerContext = workerContext(worker);
      }
      order.run(worker, workerContext);
    } catch (Throwable e) {
      fail(asPacelineException(e));
    } finally {
      // Before the query can end: whoever sees its end sees all of its orders.
      context.counters().operator(order.operator()).add(System.nanoTime() - startNanos);
      synchronized (this) {
        try {
          order.ended();
        } catch (Throwable e) {
          fail(asPacelineException(e));
        }
        runningOrders--;
        endIfDone();
      }
    }
  }

  /** Leaves the pool when nothing remains to be evicted. */
  @GuardedBy("this")
  private @Nullable Order takeEviction() {
    if (evictions == null) {
      if (ended || runningOrders > 0) {
        return null;
      }
      evictions = new ArrayDeque<>();
      for (SinkRun sink : sinks) {
        evictions.addAll(sink.evictions());
      }
    }
    Order next = evictions.poll();
    if (next == null && runningOrders == 0) {
      pool.remove(this);
    }
    return next;
  }

  @GuardedBy("this")
  private @Nullable Order takeOrder() {
    if (ended) {
      return null;
    }
    if (failure == null && context.cancellation().isCancelled()) {
      try {
        context.cancellation().check();
      } catch (PacelineException e) {
        fail(e);
      }
    }
    try {
      boolean progress = true;
      while (progress && failure == null) {
        progress = false;
        for (PipelineRun run : pipelines) {
          Order order = run.take();
          if (order != null) {
            return order;
          }
          progress |= run.advanced();
        }
      }
    } catch (RuntimeException e) {
      fail(asPacelineException(e));
    }
    endIfDone();
    return null;
  }

  @GuardedBy("this")
  private void endIfDone() {
    if (ended || runningOrders > 0) {
      return;
    }
    if (failure == null) {
      for (PipelineRun run : pipelines) {
        if (!run.isComplete()) {
          return;
        }
      }
    }
    ended = true;
    pool.remove(this);
    for (PipelineRun run : pipelines) {
      try {
        run.closeSource();
      } catch (RuntimeException e) {
        failure = failure == null ? asPacelineException(e) : failure;
      }
    }
    onEnd.run();
    notifyAll();
  }

  @GuardedBy("this")
  private WorkerContext workerContext(int worker) {
    WorkerContext existing = workers[worker];
    if (existing == null) {
      existing =
          new WorkerContext(
              context, context.budget().openScope(context.name() + ", worker " + worker));
      workers[worker] = existing;
    }
    return existing;
  }

  private synchronized void fail(PacelineException reason) {
    if (failure == null && !ended) {
      failure = reason;
      context.cancellation().cancel(reason);
      endIfDone();
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

  /** A piece of work of this query. {@link #ended} is called under the query's lock. */
  interface Order {
    void run(int worker, WorkerContext context);

    void ended();

    /** What it belongs to, as {@link OrderRecord#operator} says. */
    int operator();
  }
}
