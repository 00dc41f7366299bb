package dev.paceline.core.exec;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import java.time.ZoneId;
import java.util.Set;

/**
 * What all parts of one running query share. Any thread may use it. Whoever opens it closes it,
 * after the last order.
 *
 * @param name what error messages and statistics call the query
 * @param memory the query's shared state: hash tables, sorted runs, results
 * @param cancellation checked by every order and in every long loop
 * @param batchRows the most rows of a batch, from 1 to 2048
 * @param startMillis the query's CURRENT_TIMESTAMP, in milliseconds since 1970-01-01T00:00:00Z
 * @param zone the session's time zone
 * @param without techniques that the query does without, for experiments
 */
public record QueryContext(
    String name,
    MemoryScope memory,
    CancellationToken cancellation,
    QueryCounters counters,
    int batchRows,
    long startMillis,
    ZoneId zone,
    Set<Technique> without)
    implements AutoCloseable {
  /** The usual number of rows in a batch. */
  public static final int DEFAULT_BATCH_ROWS = 2048;

  public QueryContext {
    without = Set.copyOf(without);
  }

  /** A context of a query with all techniques. */
  public static QueryContext open(
      String name,
      MemoryLedger ledger,
      CancellationToken cancellation,
      int batchRows,
      long startMillis,
      ZoneId zone) {
    return open(name, ledger, cancellation, batchRows, startMillis, zone, Set.of());
  }

  public static QueryContext open(
      String name,
      MemoryLedger ledger,
      CancellationToken cancellation,
      int batchRows,
      long startMillis,
      ZoneId zone,
      Set<Technique> without) {
    return new QueryContext(
        name,
        ledger.openScope(name),
        cancellation,
        new QueryCounters(),
        batchRows,
        startMillis,
        zone,
        without);
  }

  /** Whether the query uses a technique where it can. */
  public boolean uses(Technique technique) {
    return !without.contains(technique);
  }

  @Override
  public void close() {
    memory.close();
  }
}
