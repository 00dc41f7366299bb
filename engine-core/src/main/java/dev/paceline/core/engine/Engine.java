package dev.paceline.core.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.sched.OrderListener;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.OrderTrace;
import dev.paceline.core.sched.PipelineReport;
import dev.paceline.core.sched.WorkerPool;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The query engine: one memory ledger and one pool of workers for any number of queries.
 * Thread-safe.
 */
public final class Engine implements AutoCloseable {
  private final EngineOptions options;
  private final MemoryLedger ledger;
  private final WorkerPool pool;
  private final QueryAdmission admission;
  private volatile SchedulingPolicyKind schedulingPolicy = SchedulingPolicyKind.STRIDE;
  private final OrderTrace trace = new OrderTrace();

  /** The seed of policies that draw at random; null for a new one each time. */
  @GuardedBy("this")
  private @Nullable Long schedulingSeed;

  private volatile @Nullable OrderListener orderListener;
  private final Map<Long, ExecutedQuery> queries = new ConcurrentHashMap<>();
  private final List<QueryListener> queryListeners = new CopyOnWriteArrayList<>();

  public Engine(EngineOptions options) {
    if (options.workers() < 1
        || options.batchRows() < 1
        || options.batchRows() > QueryContext.DEFAULT_BATCH_ROWS) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "an engine needs at least one worker and batches of 1 to "
              + QueryContext.DEFAULT_BATCH_ROWS
              + " rows, not "
              + options);
    }
    this.options = options;
    this.ledger = new MemoryLedger(options.memoryBytes());
    this.admission = new QueryAdmission(ledger, () -> schedulingPolicy.usesPriorities());
    this.pool =
        new WorkerPool(
            options.workers(),
            schedulingPolicy.create(new SplittableRandom()),
            admission::betweenOrders);
  }

  public EngineOptions options() {
    return options;
  }

  public MemoryLedger ledger() {
    return ledger;
  }

  /**
   * Shares the workers among queries by another policy, also among those that run, from the next
   * order on. It is {@link SchedulingPolicyKind#STRIDE} at first.
   */
  public synchronized void useSchedulingPolicy(SchedulingPolicyKind kind) {
    schedulingPolicy = kind;
    Long seed = schedulingSeed;
    pool.setPolicy(kind.create(seed == null ? new SplittableRandom() : new SplittableRandom(seed)));
  }

  /**
   * Begins the policy anew, which draws the same numbers from now on if it draws any. Which orders
   * there are when it is asked still depends on the workers, unless there is one.
   *
   * @param seed null to draw otherwise each time
   */
  public synchronized void useSchedulingSeed(@Nullable Long seed) {
    schedulingSeed = seed;
    useSchedulingPolicy(schedulingPolicy);
  }

  /** Returns the seed of the policies that draw random numbers; null for another each time. */
  public synchronized @Nullable Long schedulingSeed() {
    return schedulingSeed;
  }

  /**
   * Sets the number of workers, also for running queries. If there are fewer, new ones start.
   *
   * @param count at least 1
   */
  public void setActiveWorkers(int count) {
    pool.setActiveWorkers(count);
  }

  /**
   * Lets each worker run on one processor only, or anywhere again, from its next order on.
   *
   * @throws PacelineException NOT_SUPPORTED on other systems than Linux
   */
  public void setPinnedWorkers(boolean pinned) {
    pool.setPinned(pinned);
  }

  /** Whether each worker runs on one processor only. */
  public boolean hasPinnedWorkers() {
    return pool.arePinned();
  }

  /** Tells someone of all work orders that end from now on; null for nobody. */
  public void setOrderListener(@Nullable OrderListener listener) {
    orderListener = listener;
    listen();
  }

  /**
   * Remembers the work orders that end from now on, the latest of them.
   *
   * @param count how many; 0 to forget them and remember none
   */
  public void setTracedOrders(int count) {
    trace.setCapacity(count);
    listen();
  }

  /** How many work orders are remembered at most; 0 for none. */
  public int tracedOrders() {
    return trace.capacity();
  }

  /** The work orders that are remembered, in the order in which they ended. */
  public List<OrderRecord> trace() {
    return trace.orders();
  }

  private synchronized void listen() {
    OrderListener listener = orderListener;
    if (trace.capacity() == 0) {
      pool.setListener(listener);
    } else if (listener == null) {
      pool.setListener(trace);
    } else {
      pool.setListener(
          order -> {
            trace.ended(order);
            listener.ended(order);
          });
    }
  }

  /**
   * Runs something before every work order, which fails if it throws: for tests of what happens
   * then.
   *
   * @param check null for nothing
   */
  public void setOrderCheck(@Nullable Runnable check) {
    pool.setOrderCheck(check);
  }

  /**
   * Starts a query, or lets it wait until there is memory for it, without waiting itself; {@link
   * QueryReport#state} tells. The caller closes what it gets.
   *
   * <p>A query waits while others run that will end by themselves and what it needs at least does
   * not fit beside them, see {@link dev.paceline.core.sched.admission.LoadController}. Its timeout
   * goes on.
   *
   * @throws PacelineException if the plan cannot be started; then nothing is left behind
   */
  public RunningQuery execute(PlanNode plan, QueryOptions queryOptions) {
    Duration timeout = queryOptions.timeout();
    long deadline = timeout == null ? Long.MAX_VALUE : System.nanoTime() + timeout.toNanos();
    QueryContext context =
        QueryContext.open(
                queryOptions.name(),
                ledger.openBudget(queryOptions.memoryBytes()),
                options.temporaryStorage(),
                new CancellationToken(deadline),
                options.batchRows(),
                queryOptions.startMillis(),
                queryOptions.zone(),
                queryOptions.without())
            .withHashMask(options.hashMask())
            .withWorkers(Math.min(pool.workers(), queryOptions.resources().maxWorkers()));
    try {
      ExecutedQuery query =
          new ExecutedQuery(plan, context, queryOptions, pool, deadline, admission, this::closed);
      admission.arrive(query);
      queries.put(query.number(), query); // before the caller can close it
      return query;
    } catch (RuntimeException e) {
      context.close();
      throw e;
    }
  }

  private void closed(ExecutedQuery query) {
    queries.remove(query.number());
    admission.leave(query);
    queryListeners.forEach(listener -> listener.closed(query.report(), query.failure()));
  }

  /** Tells someone of all queries that are closed from now on. */
  public void addQueryListener(QueryListener listener) {
    queryListeners.add(listener);
  }

  /** Tells someone no more. */
  public void removeQueryListener(QueryListener listener) {
    queryListeners.remove(listener);
  }

  /** Work orders of all queries that have ended. */
  public long orders() {
    return pool.orders();
  }

  /** Returns the nanoseconds that workers spent on orders of queries that have ended. */
  public long busyNanos() {
    return pool.busyNanos();
  }

  /** The queries that have not been closed, the oldest first. */
  public List<QueryReport> queries() {
    return queries.values().stream()
        .map(ExecutedQuery::report)
        .sorted(Comparator.comparingLong(QueryReport::number))
        .toList();
  }

  /** How many queries have not been closed. */
  public int queryCount() {
    return queries.size();
  }

  /** How far the pipelines of these queries have come. */
  public List<PipelineReport> pipelines() {
    return queries.values().stream()
        .sorted(Comparator.comparingLong(ExecutedQuery::number))
        .flatMap(query -> query.pipelines().stream())
        .toList();
  }

  /**
   * Asks a query to end with CANCELLED.
   *
   * @param number of its {@link QueryReport}
   * @param reason what its user reads
   * @return false if there is no such query (any more)
   */
  public boolean cancel(long number, String reason) {
    ExecutedQuery query = queries.get(number);
    if (query == null) {
      return false;
    }
    query.cancel(reason);
    return true;
  }

  /**
   * Suspends a query until {@link #resume}: it has no more orders, and what it keeps goes to
   * temporary files where it can. Its timeout goes on.
   *
   * @param number of its {@link QueryReport}
   * @return false if there is no such query that runs
   */
  public boolean suspend(long number) {
    ExecutedQuery query = queries.get(number);
    return query != null && admission.hold(query);
  }

  /**
   * Lets a suspended query go on, by whomever it was suspended.
   *
   * @param number of its {@link QueryReport}
   * @return false if there is no such query that is suspended
   */
  public boolean resume(long number) {
    ExecutedQuery query = queries.get(number);
    return query != null && admission.resume(query);
  }

  /**
   * Gives a query another priority, from the next order on; queries that wait for memory are looked
   * at again.
   *
   * @param number of its {@link QueryReport}
   * @param priority at least 1
   * @return false if there is no such query (any more)
   */
  public boolean setPriority(long number, int priority) {
    ExecutedQuery query = queries.get(number);
    if (query == null) {
      return false;
    }
    query.setPriority(priority);
    return true;
  }

  /**
   * Lets more or fewer workers run orders of a query at once, from the next order on.
   *
   * @param number of its {@link QueryReport}
   * @param count at least 1; more than there are is as all
   * @return false if there is no such query (any more)
   */
  public boolean setQueryWorkers(long number, int count) {
    ExecutedQuery query = queries.get(number);
    if (query == null) {
      return false;
    }
    query.setWorkers(count);
    return true;
  }

  /**
   * Lets queries wait whose need of memory goes beyond this together with that of the queries that
   * run.
   *
   * @param bytes 0 for the usual: nine tenths of what queries can hold
   */
  public void setAdmissionBytes(long bytes) {
    admission.setThresholdBytes(bytes);
  }

  /** Returns the most memory that the running queries together should need. */
  public long admissionBytes() {
    return admission.thresholdBytes();
  }

  /** The policy that shares the workers among queries. */
  public SchedulingPolicyKind schedulingPolicy() {
    return schedulingPolicy;
  }

  /** How many workers there are; some of them may rest. */
  public int workers() {
    return pool.workers();
  }

  /** How many of the workers run orders now. */
  public int activeWorkers() {
    return pool.activeWorkers();
  }

  /**
   * Ends the workers and frees idle memory. Close all queries first: those that still run never
   * end. Idempotent.
   */
  @Override
  public void close() {
    pool.close();
    ledger.close();
  }
}
