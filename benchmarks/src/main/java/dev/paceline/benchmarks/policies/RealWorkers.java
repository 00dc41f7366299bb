package dev.paceline.benchmarks.policies;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.storage.load.SsbQueries;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs streams on the workers of a database in memory; every answer is compared. */
final class RealWorkers implements AutoCloseable {
  private static final double NANOS_PER_SECOND = 1e9;

  private final String url;
  private final Connection keeper;
  private final Engine engine;
  private final Map<String, Answer> answers = new TreeMap<>();

  /**
   * @param url of a database that has the tables; it stays open until {@link #close}
   */
  RealWorkers(String url) throws SQLException {
    this.url = url;
    this.keeper = DriverManager.getConnection(url);
    this.engine = keeper.unwrap(Session.class).instance().engine();
  }

  int workers() {
    return engine.options().workers();
  }

  /** Names an order after its stream. */
  private static String sql(String stream, String query) {
    return "/* " + stream + " */ " + SsbQueries.sql(query);
  }

  private static String stream(OrderRecord order) {
    return order.query().substring(3, order.query().indexOf(" */"));
  }

  /** Runs a query alone, some times for the JIT and then some to be measured. */
  Schedule alone(String query, int warmups, int runs) throws SQLException {
    Queue<OrderRecord> orders = new ConcurrentLinkedQueue<>();
    List<Double> latencies = new ArrayList<>();
    long begin = 0;
    try (Statement statement = keeper.createStatement()) {
      for (int i = -warmups; i < runs; i++) {
        if (i == 0) {
          engine.setOrderListener(orders::add);
          begin = System.nanoTime();
        }
        double seconds = ask(statement, query, query);
        if (i >= 0) {
          latencies.add(seconds);
        }
      }
    } finally {
      engine.setOrderListener(null);
    }
    return schedule(orders, begin, System.nanoTime(), Map.of(query, latencies));
  }

  private double ask(Statement statement, String stream, String query) throws SQLException {
    long start = System.nanoTime();
    Answer answer;
    try (ResultSet rows = statement.executeQuery(sql(stream, query))) {
      answer = Answer.of(rows);
    }
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    Answer first;
    synchronized (answers) {
      first = answers.putIfAbsent(query, answer);
    }
    String difference =
        first == null ? null : answer.differenceFrom(first, SsbQueries.isTotallyOrdered(query));
    if (difference != null) {
      throw new IllegalStateException("Q" + query + " has another answer: " + difference);
    }
    return seconds;
  }

  /** Runs streams for some time. */
  Schedule run(List<QueryStream> streams, SchedulingPolicyKind policy, double seconds)
      throws SQLException {
    Queue<OrderRecord> orders = new ConcurrentLinkedQueue<>();
    Map<String, List<Double>> latencies = new TreeMap<>();
    engine.useSchedulingPolicy(policy);
    long begin = System.nanoTime();
    long nanos = (long) (seconds * NANOS_PER_SECOND);
    engine.setOrderListener(orders::add);
    try (ExecutorService users = Executors.newFixedThreadPool(streams.size())) {
      List<Future<List<Double>>> running = new ArrayList<>();
      for (QueryStream stream : streams) {
        running.add(users.submit(() -> serve(stream, begin, nanos)));
      }
      for (int i = 0; i < streams.size(); i++) {
        latencies.put(streams.get(i).name(), await(running.get(i)));
      }
    } finally {
      engine.setOrderListener(null);
      engine.useSchedulingPolicy(SchedulingPolicyKind.STRIDE);
    }
    return schedule(orders, begin, begin + nanos, latencies);
  }

  private List<Double> serve(QueryStream stream, long begin, long nanos) throws Exception {
    List<Double> latencies = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection(url + ";priority=" + stream.priority());
        Statement statement = connection.createStatement()) {
      long start = begin + (long) (stream.start() * nanos);
      Thread.sleep(Math.max(0, (start - System.nanoTime()) / 1_000_000));
      while (System.nanoTime() - begin < nanos
          && (stream.runs() == 0 || latencies.size() < stream.runs())) {
        latencies.add(ask(statement, stream.name(), stream.query()));
      }
    }
    return latencies;
  }

  private static <T> T await(Future<T> stream) throws SQLException {
    try {
      return stream.get();
    } catch (ExecutionException e) {
      throw new SQLException("a stream failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted", e);
    }
  }

  private Schedule schedule(
      Iterable<OrderRecord> orders, long begin, long end, Map<String, List<Double>> latencies) {
    List<OrderRecord> renamed = new ArrayList<>();
    for (OrderRecord order : orders) {
      renamed.add(
          new OrderRecord(
              stream(order),
              order.queryNumber(),
              order.operator(),
              order.worker(),
              order.startNanos() - begin,
              order.endNanos() - begin));
    }
    return new Schedule(workers(), end - begin, renamed, latencies);
  }

  @Override
  public void close() throws SQLException {
    keeper.close();
  }
}
