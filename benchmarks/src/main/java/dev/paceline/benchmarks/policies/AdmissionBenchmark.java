package dev.paceline.benchmarks.policies;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.JsonReport;
import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.QueryListener;
import dev.paceline.core.engine.QueryReport;
import dev.paceline.core.engine.QueryState;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.admission.LoadChange.Action;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.core.sched.simulation.SimulatedQuery;
import dev.paceline.core.sched.simulation.SimulatedQuery.Phase;
import dev.paceline.core.sched.simulation.Simulator;
import dev.paceline.core.sched.simulation.Simulator.StateChange;
import dev.paceline.server.cli.Console;
import dev.paceline.server.cli.GeneratedDatabase;
import dev.paceline.server.cli.Text;
import dev.paceline.storage.load.SsbQueries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Six queries of the Star Schema Benchmark run, two of each of the flights 1 to 3, and memory is
 * for no more; then one of flight 4 comes, which is more important, and another one (Quickstep
 * §3.10). Who stops for them, and who goes on when? On real workers, and with the same load
 * controller on virtual ones.
 *
 * <p>The threshold is set when the seventh comes: to what the six need then, and half of what that
 * one needs. The larger the scale, the longer it all lasts; the result is the same.
 */
public final class AdmissionBenchmark {
  private static final List<String> QUERIES =
      List.of("1.1", "1.2", "2.1", "2.2", "3.1", "3.2", "4.1", "4.2");
  private static final int AT_ONCE = 6;
  private static final SchedulingPolicyKind POLICY = SchedulingPolicyKind.STRIDE;

  /** Of a flight over the one before; so much that nobody is made equal by waiting. */
  private static final int PRIORITY_STEP = 10;

  /** When the seventh and the eighth query come, in shares of the time that all need. */
  private static final double[] LATE = {0.2, 0.6};

  private static final int WARMUPS = 30;
  private static final long SAMPLE_NANOS = 200_000;
  private static final double PERCENT = 100;
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * What to run.
   *
   * @param workers real ones
   * @param virtualWorkers besides as many as the real ones
   */
  public record Settings(double scale, int workers, int virtualWorkers) {}

  private final Settings settings;
  private final @Nullable Path folder;
  private final Console console;
  private final Map<String, Alone> alone = new LinkedHashMap<>();
  private final List<Map<String, Object>> results = new ArrayList<>();

  /**
   * What a query did when nobody else ran.
   *
   * @param neededBytes as the load controller counts
   * @param leastBytes of these, before it has begun
   */
  private record Alone(Answer answer, List<Phase> phases, long neededBytes, long leastBytes) {
    long workNanos() {
      return phases.stream()
          .flatMap(phase -> phase.orderNanos().stream())
          .mapToLong(Long::longValue)
          .sum();
    }
  }

  /**
   * A benchmark to run.
   *
   * @param folder for charts and results, exists; null for none
   */
  public AdmissionBenchmark(Settings settings, @Nullable Path folder, Console console) {
    this.settings = settings;
    this.folder = folder;
    this.console = console;
  }

  /** Runs it, and prints while it goes. */
  public void run() throws SQLException, IOException {
    String url = "jdbc:paceline:mem:admission;workers=" + settings.workers();
    try (Connection database = DriverManager.getConnection(url)) {
      GeneratedDatabase.load(
          database,
          new SsbSuite().dataSet(),
          settings.scale(),
          Runtime.getRuntime().availableProcessors(),
          console);
      Engine engine = database.unwrap(Session.class).instance().engine();
      engine.useSchedulingPolicy(POLICY);
      for (String query : QUERIES) {
        alone.put(query, alone(database, engine, query));
      }
      report("real", settings.workers(), real(url, engine));
    }
    report("virtual", settings.workers(), virtual(settings.workers()));
    report("virtual", settings.virtualWorkers(), virtual(settings.virtualWorkers()));
    if (folder != null) {
      ObjectNode json = JsonReport.of("admission").put("scale", settings.scale());
      json.putPOJO("runs", results);
      Files.write(folder.resolve("admission.json"), JsonReport.bytes(json));
    }
  }

  private static int priority(String query) {
    return PRIORITY_STEP * (query.charAt(0) - '0');
  }

  private static String sql(String query) {
    return "/* " + query + " */ " + SsbQueries.sql(query);
  }

  private static String nameOf(String text) {
    return text.substring(3, text.indexOf(" */"));
  }

  private Alone alone(Connection database, Engine engine, String query) throws SQLException {
    Queue<OrderRecord> orders = new ConcurrentLinkedQueue<>();
    List<QueryReport> reports = Collections.synchronizedList(new ArrayList<>());
    QueryListener listener = (report, failure) -> reports.add(report);
    Answer answer = null;
    for (int i = 0; i <= WARMUPS; i++) {
      if (i == WARMUPS) {
        engine.setOrderListener(orders::add);
        engine.addQueryListener(listener);
      }
      answer = ask(database, query);
    }
    engine.setOrderListener(null);
    engine.removeQueryListener(listener);
    VirtualWorkers virtual = new VirtualWorkers();
    virtual.learn(query, new Schedule(settings.workers(), 0, List.copyOf(orders), Map.of()));
    QueryReport report = reports.getLast();
    long least = report.resources().minBytes();
    return new Alone(
        answer, virtual.phases(query), Math.max(least, report.memoryPeakBytes()), least);
  }

  private static Answer ask(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql(query))) {
      return Answer.of(rows);
    }
  }

  /** What happened: who was served when, and who was not. */
  private record Outcome(Schedule schedule, List<Suspension> suspensions) {}

  /** When a query comes, in nanoseconds. */
  private long arrival(String query, int workers) {
    int late = QUERIES.indexOf(query) - AT_ONCE;
    long all = alone.values().stream().mapToLong(Alone::workNanos).sum() / workers;
    return late < 0 ? 0 : (long) (LATE[late] * all);
  }

  private Outcome real(String url, Engine engine) throws SQLException {
    Queue<OrderRecord> orders = new ConcurrentLinkedQueue<>();
    AtomicBoolean done = new AtomicBoolean();
    List<Suspension> suspensions;
    Map<String, Connection> connections = new HashMap<>();
    for (String query : QUERIES) {
      connections.put(query, DriverManager.getConnection(url + ";priority=" + priority(query)));
    }
    long begin = System.nanoTime();
    engine.setOrderListener(orders::add);
    try (ExecutorService users = Executors.newCachedThreadPool()) {
      Future<List<Suspension>> sampled = users.submit(() -> sample(engine, begin, done));
      List<Future<?>> running = new ArrayList<>();
      for (String query : QUERIES) {
        running.add(users.submit(() -> serve(connections.get(query), engine, query, begin)));
      }
      try {
        for (Future<?> each : running) {
          await(each);
        }
      } finally {
        done.set(true);
      }
      suspensions = await(sampled);
    } finally {
      engine.setOrderListener(null);
      engine.setAdmissionBytes(0);
      for (Connection connection : connections.values()) {
        connection.close();
      }
    }
    List<OrderRecord> named = new ArrayList<>();
    for (OrderRecord order : orders) {
      named.add(
          new OrderRecord(
              nameOf(order.query()),
              order.queryNumber(),
              order.operator(),
              order.worker(),
              order.startNanos() - begin,
              order.endNanos() - begin));
    }
    return new Outcome(schedule(settings.workers(), named), suspensions);
  }

  private static Schedule schedule(int workers, List<OrderRecord> orders) {
    long end = orders.stream().mapToLong(OrderRecord::endNanos).max().orElse(1);
    return new Schedule(workers, end, orders, Map.of());
  }

  private @Nullable Void serve(Connection connection, Engine engine, String query, long begin)
      throws SQLException {
    long start = begin + arrival(query, settings.workers());
    LockSupport.parkNanos(Math.max(0, start - System.nanoTime()));
    if (QUERIES.indexOf(query) == AT_ONCE) {
      long needed =
          engine.queries().stream()
              .filter(report -> report.state() == QueryState.RUNNING)
              .mapToLong(r -> Math.max(r.resources().minBytes(), r.memoryBytes()))
              .sum();
      engine.setAdmissionBytes(needed + expected(query).leastBytes() / 2);
    }
    String difference =
        ask(connection, query)
            .differenceFrom(expected(query).answer(), SsbQueries.isTotallyOrdered(query));
    if (difference != null) {
      throw new IllegalStateException("Q" + query + " has another answer: " + difference);
    }
    return null;
  }

  private Alone expected(String query) {
    Alone known = alone.get(query);
    if (known == null) {
      throw new IllegalStateException("Q" + query + " has not run alone");
    }
    return known;
  }

  /** Looks again and again who is not served. */
  private static List<Suspension> sample(Engine engine, long begin, AtomicBoolean done) {
    List<Suspension> suspensions = new ArrayList<>();
    Map<String, Suspension> open = new HashMap<>();
    while (!done.get()) {
      long now = System.nanoTime() - begin;
      Map<String, Suspension> still = new HashMap<>();
      for (QueryReport report : engine.queries()) {
        if (report.state() == QueryState.WAITING || report.state() == QueryState.SUSPENDED) {
          String name = nameOf(report.name());
          Suspension known = open.get(name);
          long from = known == null ? now : known.fromNanos();
          boolean begun = report.state() == QueryState.SUSPENDED;
          still.put(name, new Suspension(name, begun, from, now));
        }
      }
      open.forEach(
          (name, suspension) -> {
            if (!still.containsKey(name)) {
              suspensions.add(suspension);
            }
          });
      open = still;
      LockSupport.parkNanos(SAMPLE_NANOS);
    }
    suspensions.addAll(open.values());
    return suspensions;
  }

  private Outcome virtual(int workers) {
    List<SimulatedQuery> queries = new ArrayList<>();
    for (String query : QUERIES) {
      Alone known = expected(query);
      queries.add(
          new SimulatedQuery(
              query,
              priority(query),
              arrival(query, workers),
              known.phases(),
              known.neededBytes()));
    }
    long threshold =
        queries.subList(0, AT_ONCE).stream().mapToLong(SimulatedQuery::memoryBytes).sum()
            + queries.get(AT_ONCE).memoryBytes() / 2;
    Simulator simulator = new Simulator(POLICY.create(new SplittableRandom(1)), workers, threshold);
    Schedule schedule = schedule(workers, simulator.run(queries));
    List<Suspension> suspensions = new ArrayList<>();
    Map<String, Suspension> open = new TreeMap<>();
    for (SimulatedQuery query : queries) {
      open.put(query.name(), new Suspension(query.name(), false, query.arrivalNanos(), 0));
    }
    for (StateChange change : simulator.changes()) {
      if (change.action() == Action.SUSPEND) {
        open.put(change.query(), new Suspension(change.query(), true, change.nanos(), 0));
      } else {
        Suspension ended = open.remove(change.query());
        if (ended.fromNanos() < change.nanos()) {
          suspensions.add(
              new Suspension(ended.query(), ended.begun(), ended.fromNanos(), change.nanos()));
        }
      }
    }
    return new Outcome(schedule, suspensions);
  }

  private static <T> T await(Future<T> running) throws SQLException {
    try {
      return running.get();
    } catch (ExecutionException e) {
      throw new SQLException("a query failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted", e);
    }
  }

  private void report(String kind, int workers, Outcome outcome) {
    Schedule schedule = outcome.schedule();
    console
        .out()
        .println(
            Text.format(
                "%d %s workers, %.3f s, %.1f %% busy",
                workers,
                kind,
                schedule.nanos() / NANOS_PER_SECOND,
                PERCENT * schedule.utilisation()));
    List<Map<String, Object>> queries = new ArrayList<>();
    for (String query : QUERIES) {
      queries.add(describe(query, workers, outcome));
    }
    console.out().flush();
    results.add(
        Map.of(
            "kind",
            kind,
            "workers",
            workers,
            "seconds",
            schedule.nanos() / NANOS_PER_SECOND,
            "queries",
            queries));
    if (folder != null) {
      schedule
          .chart("admission, " + kind + ", " + workers + " workers")
          .write(folder.resolve("admission-" + kind + workers));
    }
  }

  private Map<String, Object> describe(String query, int workers, Outcome outcome) {
    Schedule schedule = outcome.schedule();
    long end =
        schedule.orders().stream()
            .filter(order -> order.query().equals(query))
            .mapToLong(OrderRecord::endNanos)
            .max()
            .orElse(0);
    StringBuilder line = new StringBuilder();
    List<Map<String, Object>> pauses = new ArrayList<>();
    for (Suspension pause : outcome.suspensions()) {
      if (pause.query().equals(query)) {
        double share =
            schedule.busy(pause.fromNanos(), pause.toNanos()).getOrDefault(query, 0.0)
                / ((double) workers * Math.max(1, pause.toNanos() - pause.fromNanos()));
        double from = pause.fromNanos() / NANOS_PER_SECOND;
        double to = pause.toNanos() / NANOS_PER_SECOND;
        String what = pause.begun() ? "suspended" : "waited";
        line.append(
            Text.format("; %s %.3f to %.3f s, %.2f %% CPU", what, from, to, PERCENT * share));
        pauses.add(Map.of("state", what, "from", from, "to", to, "cpuShare", share));
      }
    }
    double arrival = arrival(query, workers) / NANOS_PER_SECOND;
    console
        .out()
        .println(
            Text.format(
                "  Q%s priority %d, %.1f MB, %.3f to %.3f s%s",
                query,
                priority(query),
                expected(query).neededBytes() / 1e6,
                arrival,
                end / NANOS_PER_SECOND,
                line));
    return Map.of(
        "query",
        query,
        "priority",
        priority(query),
        "neededBytes",
        expected(query).neededBytes(),
        "arrival",
        arrival,
        "end",
        end / NANOS_PER_SECOND,
        "pauses",
        pauses);
  }
}
