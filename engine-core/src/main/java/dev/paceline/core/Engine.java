package dev.paceline.core;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.sched.WorkerPool;
import java.time.Duration;

/**
 * The query engine: one memory ledger and one pool of workers for any number of queries.
 * Thread-safe.
 */
public final class Engine implements AutoCloseable {
  private final EngineOptions options;
  private final MemoryLedger ledger;
  private final WorkerPool pool;

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
    this.pool = new WorkerPool(options.workers());
  }

  public EngineOptions options() {
    return options;
  }

  public MemoryLedger ledger() {
    return ledger;
  }

  /**
   * Starts a query. The caller closes what it gets.
   *
   * @throws PacelineException if the plan cannot be started; then nothing is left behind
   */
  public RunningQuery execute(PlanNode plan, QueryOptions queryOptions) {
    Duration timeout = queryOptions.timeout();
    long deadline = timeout == null ? Long.MAX_VALUE : System.nanoTime() + timeout.toNanos();
    QueryContext context =
        QueryContext.open(
            queryOptions.name(),
            ledger,
            new CancellationToken(deadline),
            options.batchRows(),
            queryOptions.startMillis(),
            queryOptions.zone(),
            queryOptions.without());
    try {
      ExecutedQuery query =
          new ExecutedQuery(plan, context, pool, deadline, queryOptions.profile());
      query.start();
      return query;
    } catch (RuntimeException e) {
      context.close();
      throw e;
    }
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
