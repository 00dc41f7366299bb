package dev.paceline;

import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.QueryListener;
import dev.paceline.core.engine.QueryReport;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.scan.ActiveBufferManager;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of a database, for all of its users together:
 *
 * <pre>{@code
 * PacelineMetrics.of(connection, Tags.of("database", "shop")).bindTo(registry);
 * }</pre>
 *
 * <p>This class needs {@code io.micrometer:micrometer-core}, which Paceline does not depend on.
 *
 * <p>The meters count queries of the engine. A statement that is executed by code that Calcite
 * generates may have several of them, and a statement that fails before it runs has none. The
 * meters of a query are updated when it has been closed, all others at once. {@link #close} removes
 * the meters; call it before the last connection to the database is closed. Any thread may use it.
 */
public final class PacelineMetrics implements MeterBinder, AutoCloseable {
  private final Engine engine;
  private final @Nullable ActiveBufferManager buffers;
  private final Tags tags;
  private final Collection<Runnable> removals = new ConcurrentLinkedQueue<>();

  /**
   * Makes the meters of a database.
   *
   * @param tags of all meters, to tell databases from each other
   */
  public static PacelineMetrics of(Paceline database, Iterable<Tag> tags) {
    return new PacelineMetrics(database.session(), tags);
  }

  /**
   * Makes the meters of the database of a connection, which may come from a pool.
   *
   * @param tags of all meters, to tell databases from each other
   * @throws SQLException if the connection is not one of Paceline
   */
  public static PacelineMetrics of(Connection connection, Iterable<Tag> tags) throws SQLException {
    return new PacelineMetrics(connection.unwrap(Session.class), tags);
  }

  private PacelineMetrics(Session session, Iterable<Tag> tags) {
    this.engine = session.instance().engine();
    this.buffers = session.instance().database().buffers();
    this.tags = Tags.of(tags);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    QueryMeters queries = new QueryMeters(registry);
    engine.addQueryListener(queries);
    removals.add(() -> engine.removeQueryListener(queries));
    remember(registry, queries.meters());
    remember(
        registry,
        List.of(
            Gauge.builder("paceline.queries.running", engine, Engine::queryCount)
                .description("Queries that have begun and have not been closed")
                .tags(tags)
                .register(registry),
            Gauge.builder("paceline.workers.active", engine, Engine::activeWorkers)
                .description("Threads that may run work orders")
                .tags(tags)
                .register(registry),
            FunctionTimer.builder(
                    "paceline.orders",
                    engine,
                    Engine::orders,
                    Engine::busyNanos,
                    TimeUnit.NANOSECONDS)
                .description("Work orders, and the time that workers have spent on them")
                .tags(tags)
                .register(registry),
            memory(registry, "used", "Memory that is taken", MemoryLedger::usedBytes),
            memory(registry, "peak", "The most that has been taken", MemoryLedger::peakBytes),
            memory(registry, "limit", "What may be taken", MemoryLedger::limitBytes)));
    ActiveBufferManager stored = buffers;
    if (stored != null) {
      remember(
          registry,
          List.of(
              FunctionCounter.builder(
                      "paceline.blocks.read", stored, blocks -> blocks.use().reads())
                  .description("Blocks that were read from files")
                  .tags(tags)
                  .register(registry),
              FunctionCounter.builder(
                      "paceline.blocks.read.size", stored, blocks -> blocks.use().readBytes())
                  .description("What these take in their files")
                  .baseUnit(BaseUnits.BYTES)
                  .tags(tags)
                  .register(registry),
              FunctionCounter.builder(
                      "paceline.blocks.evicted", stored, blocks -> blocks.use().evictions())
                  .description("Blocks that had to leave memory for others")
                  .tags(tags)
                  .register(registry)));
    }
  }

  private Meter memory(
      MeterRegistry registry, String name, String what, ToDoubleFunction<MemoryLedger> bytes) {
    return Gauge.builder("paceline.memory." + name, engine.ledger(), bytes)
        .description(what + ", outside of the Java heap")
        .baseUnit(BaseUnits.BYTES)
        .tags(tags)
        .register(registry);
  }

  private void remember(MeterRegistry registry, List<? extends Meter> meters) {
    meters.forEach(meter -> removals.add(() -> registry.remove(meter)));
  }

  /** Removes all meters that {@link #bindTo} has registered. Idempotent. */
  @Override
  public void close() {
    removals.forEach(Runnable::run);
    removals.clear();
  }

  /** The meters that are updated when a query has been closed. */
  private final class QueryMeters implements QueryListener {
    private final Timer completed;
    private final Timer cancelled;
    private final Timer timedOut;
    private final Timer failed;
    private final DistributionSummary memoryPeak;
    private final Counter temporary;

    QueryMeters(MeterRegistry registry) {
      completed = timer(registry, "completed");
      cancelled = timer(registry, "cancelled");
      timedOut = timer(registry, "timed_out");
      failed = timer(registry, "failed");
      memoryPeak =
          DistributionSummary.builder("paceline.queries.memory.peak")
              .description("The most memory that a query held")
              .baseUnit(BaseUnits.BYTES)
              .tags(tags)
              .register(registry);
      temporary =
          Counter.builder("paceline.queries.temporary")
              .description("What queries wrote to temporary files")
              .baseUnit(BaseUnits.BYTES)
              .tags(tags)
              .register(registry);
    }

    private Timer timer(MeterRegistry registry, String outcome) {
      return Timer.builder("paceline.queries")
          .description("Queries, and the time from their start to their last row")
          .tags(tags)
          .tag("outcome", outcome)
          .register(registry);
    }

    List<Meter> meters() {
      return List.of(completed, cancelled, timedOut, failed, memoryPeak, temporary);
    }

    @Override
    public void closed(QueryReport query, @Nullable PacelineException failure) {
      outcome(failure).record(Duration.ofNanos(query.elapsedNanos()));
      memoryPeak.record(query.memoryPeakBytes());
      temporary.increment(query.temporaryBytes());
    }

    private Timer outcome(@Nullable PacelineException failure) {
      if (failure == null) {
        return completed;
      }
      return switch (failure.code()) {
        case CANCELLED -> cancelled;
        case DEADLINE_EXCEEDED -> timedOut;
        default -> failed;
      };
    }
  }
}
