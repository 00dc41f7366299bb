package dev.paceline.benchmarks.frame;

import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.QueryListener;
import dev.paceline.core.engine.QueryReport;
import dev.paceline.core.sched.OrderRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Collects the tasks of an engine and the reports of its queries, until it is closed. */
public final class EngineTrace implements AutoCloseable {
  private final Engine engine;
  private final Queue<OrderRecord> orders = new ConcurrentLinkedQueue<>();
  private final LongAdder expected = new LongAdder();
  private final AtomicReference<@Nullable QueryReport> last = new AtomicReference<>();
  private final QueryListener listener =
      (report, failure) -> {
        last.set(report);
        expected.add(report.orders());
      };

  /** Begins to collect the tasks of queries that begin from now on. */
  public EngineTrace(Engine engine) {
    this.engine = engine;
    long opened = System.nanoTime();
    engine.addQueryListener(listener);
    engine.setOrderListener(
        order -> {
          if (order.startNanos() - opened >= 0) { // a query may end before its last task is told
            orders.add(order);
          }
        });
  }

  /** Begins to collect from the engine of a connection. */
  public EngineTrace(Connection connection) throws SQLException {
    this(engine(connection));
  }

  /** Returns the engine of a connection. */
  public static Engine engine(Connection connection) throws SQLException {
    return connection.unwrap(Session.class).instance().engine();
  }

  /** Returns the tasks of all queries that have been closed since the last call. */
  public List<OrderRecord> take() {
    long count = expected.sumThenReset();
    List<OrderRecord> taken = new ArrayList<>();
    while (taken.size() < count) {
      OrderRecord order = orders.poll();
      if (order == null) {
        Thread.onSpinWait(); // a worker tells of its last task when the query has ended
      } else {
        taken.add(order);
      }
    }
    return taken;
  }

  /** Returns the report of the query that was closed last. */
  public QueryReport lastReport() {
    QueryReport report = last.get();
    if (report == null) {
      throw new IllegalStateException("no query has ended");
    }
    return report;
  }

  @Override
  public void close() {
    engine.setOrderListener(null);
    engine.removeQueryListener(listener);
  }
}
