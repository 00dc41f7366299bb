package dev.paceline.core.exec;

import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.spill.TemporaryFiles;
import dev.paceline.core.spill.TemporaryStorage;
import java.time.ZoneId;
import java.util.Set;

/**
 * The resources that all parts of one running query share. Any thread may use it. Whoever opens it
 * closes it after the last order.
 *
 * @param name what error messages and statistics call the query
 * @param budget of which {@code memory}, the workers' scratch and what operators keep apart are
 *     parts
 * @param memory the query's shared state: hash tables, sorted runs, results
 * @param temporaryFiles where operators put what does not fit into the budget
 * @param cancellation checked by every order and in every long loop
 * @param batchRows the most rows of a batch, from 1 to 2048
 * @param hashMask bits of hashes that hash tables use: fewer than all make keys collide, for tests
 * @param startMillis the query's CURRENT_TIMESTAMP, in milliseconds since 1970-01-01T00:00:00Z
 * @param zone the session's time zone
 * @param without techniques that the query does without, for experiments
 * @param workers the most that run orders of the query at once
 */
public record QueryContext(
    String name,
    MemoryBudget budget,
    MemoryScope memory,
    TemporaryFiles temporaryFiles,
    CancellationToken cancellation,
    QueryCounters counters,
    int batchRows,
    long hashMask,
    long startMillis,
    ZoneId zone,
    Set<Technique> without,
    int workers)
    implements AutoCloseable {
  /** The usual number of rows in a batch. */
  public static final int DEFAULT_BATCH_ROWS = 2048;

  /** The usual {@link #hashMask}. */
  public static final long ALL_BITS = -1L;

  /** State of such a part of the budget is not worth a file. */
  private static final int SMALL_PARTS = 16;

  /**
   * Writing rows to temporary files takes at least about so much, so less state is not worth it
   * where nobody has asked for files by a bound of the query.
   */
  private static final long LEAST_SPILLED_BYTES = 256L << 10;

  /** The divisor of the budget that gives the most memory for writing temporary files. */
  private static final int SPILL_PART = 4;

  /** The most memory of one worker for writing temporary files. */
  private static final long WORKER_SPILL_BYTES = 4L << 20;

  public QueryContext {
    without = Set.copyOf(without);
  }

  /** A context of a query with all techniques, which has no temporary files. */
  public static QueryContext open(
      String name,
      MemoryLedger ledger,
      CancellationToken cancellation,
      int batchRows,
      long startMillis,
      ZoneId zone) {
    return open(
        name,
        ledger.openBudget(MemoryBudget.FAIR_SHARE),
        TemporaryStorage.NONE,
        cancellation,
        batchRows,
        startMillis,
        zone,
        Set.of());
  }

  /**
   * @param budget is closed with the context
   */
  public static QueryContext open(
      String name,
      MemoryBudget budget,
      TemporaryStorage temporaryStorage,
      CancellationToken cancellation,
      int batchRows,
      long startMillis,
      ZoneId zone,
      Set<Technique> without) {
    return new QueryContext(
        name,
        budget,
        budget.openScope(name),
        temporaryStorage.open(name),
        cancellation,
        new QueryCounters(),
        batchRows,
        ALL_BITS,
        startMillis,
        zone,
        without,
        1);
  }

  /** The same query, with the most workers that run orders of it at once. */
  public QueryContext withWorkers(int count) {
    return new QueryContext(
        name,
        budget,
        memory,
        temporaryFiles,
        cancellation,
        counters,
        batchRows,
        hashMask,
        startMillis,
        zone,
        without,
        count);
  }

  /** The same query, whose hash tables use only some bits of hashes. */
  public QueryContext withHashMask(long bits) {
    return new QueryContext(
        name,
        budget,
        memory,
        temporaryFiles,
        cancellation,
        counters,
        batchRows,
        bits,
        startMillis,
        zone,
        without,
        workers);
  }

  /** The same query, with other memory for a part of its state, which the caller closes. */
  public QueryContext withMemory(MemoryScope part) {
    return new QueryContext(
        name,
        budget,
        part,
        temporaryFiles,
        cancellation,
        counters,
        batchRows,
        hashMask,
        startMillis,
        zone,
        without,
        workers);
  }

  /**
   * Whether an operator should put rows into temporary files from now on: its state has outgrown a
   * small part of the budget, and what it takes to write rows, and the budget has no room for what
   * that state will still ask for, or for what it takes to write rows.
   *
   * @param heldBytes by the operator
   * @param wantedBytes that it will need beside them
   */
  public boolean shouldSpill(long heldBytes, long wantedBytes) {
    if (!temporaryFiles.areAllowed()) {
      return false;
    }
    long bound = budget.boundBytes();
    long least = budget.isFairShare() ? LEAST_SPILLED_BYTES : 0;
    return heldBytes > Math.max(least, bound / SMALL_PARTS)
        && budget.usedBytes() + wantedBytes > bound - spillBytes(bound);
  }

  /** Returns the memory that all workers together should use for pages of temporary files. */
  public long spillBytes() {
    return spillBytes(budget.boundBytes());
  }

  private long spillBytes(long bound) {
    return Math.min(bound / SPILL_PART, WORKER_SPILL_BYTES * workers);
  }

  /** Whether the query uses a technique where it can. */
  public boolean uses(Technique technique) {
    return !without.contains(technique);
  }

  @Override
  public void close() {
    try {
      temporaryFiles.close();
    } finally {
      budget.close();
    }
  }
}
