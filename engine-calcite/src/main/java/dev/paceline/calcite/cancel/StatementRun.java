package dev.paceline.calcite.cancel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.engine.RunningQuery;
import dev.paceline.core.exec.CancellationToken;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One run of a statement, from parsing to its last row: what cancels it, and when its time is over.
 * Any thread may cancel; one thread runs.
 */
public final class StatementRun {
  private final CancellationToken token;
  private final AtomicBoolean cancelled = new AtomicBoolean();
  private final CompletableFuture<Void> cancellation = new CompletableFuture<>();
  private final long deadlineNanos;
  private final long startMillis = System.currentTimeMillis();

  @GuardedBy("this")
  private final Set<RunningQuery> queries = new HashSet<>();

  @GuardedBy("this")
  private double progress;

  /**
   * @param timeout from now; null for no limit
   */
  public StatementRun(@Nullable Duration timeout) {
    deadlineNanos = timeout == null ? Long.MAX_VALUE : System.nanoTime() + timeout.toNanos();
    token = new CancellationToken(deadlineNanos);
  }

  /** Asks the statement to end, whatever it is doing. */
  public void cancel() {
    token.cancel();
    if (!cancelled.compareAndSet(false, true)) {
      return;
    }
    cancellation.complete(null);
    List<RunningQuery> running;
    synchronized (this) {
      running = List.copyOf(queries);
    }
    running.forEach(RunningQuery::cancel);
  }

  /**
   * @throws dev.paceline.core.error.PacelineException CANCELLED or DEADLINE_EXCEEDED
   */
  public void check() {
    token.check();
  }

  /** The statement's CURRENT_TIMESTAMP, in milliseconds since 1970-01-01T00:00:00Z. */
  public long startMillis() {
    return startMillis;
  }

  /** Says when the statement is to end. */
  public CancellationToken token() {
    return token;
  }

  /** Is complete as soon as the statement was cancelled. */
  public CompletableFuture<Void> cancellation() {
    return cancellation;
  }

  /** The time that is left; null for no limit. */
  public @Nullable Duration remaining() {
    return deadlineNanos == Long.MAX_VALUE
        ? null
        : Duration.ofNanos(Math.max(1, deadlineNanos - System.nanoTime()));
  }

  /** The share of the engine's work that is done, from 0 to 1; never goes back. */
  public synchronized double progress() {
    double sum = queries.stream().mapToDouble(RunningQuery::progress).sum();
    progress = Math.max(progress, sum / Math.max(1, queries.size()));
    return progress;
  }

  /** Rows of tables that its engine queries have looked at. */
  public synchronized long rowsScanned() {
    return queries.stream().mapToLong(query -> query.counters().rowsScanned()).sum();
  }

  /** Attaches a query, which {@link #cancel} reaches from now on. */
  public void attach(RunningQuery started) {
    synchronized (this) {
      queries.add(started);
    }
    if (cancelled.get()) {
      started.cancel();
    }
  }
}
