package dev.paceline.core;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.plan.PlanNode;

/**
 * The query engine: one memory ledger and one pool of workers for any number of queries.
 * Thread-safe.
 */
public final class Engine implements AutoCloseable {
  private final EngineOptions options;
  private final MemoryLedger ledger;

  public Engine(EngineOptions options) {
    this.options = options;
    this.ledger = new MemoryLedger(options.memoryBytes());
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
   * @throws dev.paceline.core.error.PacelineException if the plan cannot be started
   */
  public RunningQuery execute(PlanNode plan, QueryOptions queryOptions) {
    throw new UnsupportedOperationException("the executor lands with the next commits");
  }

  /** Cancels what runs, ends the workers and frees idle memory. Idempotent. */
  @Override
  public void close() {
    ledger.close();
  }
}
