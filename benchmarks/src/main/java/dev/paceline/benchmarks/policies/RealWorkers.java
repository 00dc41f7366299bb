package dev.paceline.benchmarks.policies;

import dev.paceline.benchmarks.frame.EngineTrace;
import dev.paceline.benchmarks.frame.KnownAnswers;
import dev.paceline.benchmarks.frame.Tasks;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** Runs streams on the workers of a database; every answer is compared. */
final class RealWorkers implements AutoCloseable {
  private final String url;
  private final Connection keeper;
  private final Engine engine;
  private final KnownAnswers answers = new KnownAnswers();

  /**
   * Opens a database.
   *
   * @param url of a database that stays open until {@link #close}
   */
  RealWorkers(String url) throws SQLException {
    this.url = url;
    this.keeper = DriverManager.getConnection(url);
    this.engine = EngineTrace.engine(keeper);
  }

  int workers() {
    return engine.options().workers();
  }

  /** Runs a query alone, some times for the JIT and then some times to be measured. */
  Schedule alone(String query, int warmups, int runs) throws SQLException {
    for (int i = 0; i < warmups; i++) {
      ask(keeper, query, query);
    }
    List<Double> latencies = new ArrayList<>();
    long begin = System.nanoTime();
    try (EngineTrace trace = new EngineTrace(engine)) {
      for (int i = 0; i < runs; i++) {
        latencies.add(ask(keeper, query, query));
      }
      long nanos = System.nanoTime() - begin;
      return Schedule.of(workers(), trace.take(), begin, nanos, Map.of(query, latencies));
    }
  }

  /** Runs a query, and returns its latency in seconds. */
  private double ask(Connection connection, String stream, String name) throws SQLException {
    Query query = SsbSuite.query(name);
    return answers.ask(connection, query, Schedule.named(stream, query.sql()));
  }

  /** Runs streams for some time. */
  Schedule run(List<QueryStream> streams, SchedulingPolicyKind policy, double seconds) {
    engine.useSchedulingPolicy(policy);
    long begin = System.nanoTime();
    long nanos = Timing.nanos(seconds);
    try (EngineTrace trace = new EngineTrace(engine)) {
      List<Callable<List<Double>>> users = new ArrayList<>();
      streams.forEach(stream -> users.add(() -> serve(stream, begin, nanos)));
      List<List<Double>> served = Tasks.runAll(users);
      Map<String, List<Double>> latencies = new TreeMap<>();
      for (int i = 0; i < streams.size(); i++) {
        latencies.put(streams.get(i).name(), served.get(i));
      }
      return Schedule.of(workers(), trace.take(), begin, nanos, latencies);
    } finally {
      engine.useSchedulingPolicy(SchedulingPolicyKind.STRIDE);
    }
  }

  private List<Double> serve(QueryStream stream, long begin, long nanos) throws Exception {
    List<Double> latencies = new ArrayList<>();
    try (Connection connection =
        DriverManager.getConnection(url + ";priority=" + stream.priority())) {
      long start = begin + (long) (stream.start() * nanos);
      Thread.sleep(Math.max(0, (start - System.nanoTime()) / 1_000_000));
      while (System.nanoTime() - begin < nanos
          && (stream.runs() == 0 || latencies.size() < stream.runs())) {
        latencies.add(ask(connection, stream.name(), stream.query()));
      }
    }
    return latencies;
  }

  @Override
  public void close() throws SQLException {
    keeper.close();
  }
}
