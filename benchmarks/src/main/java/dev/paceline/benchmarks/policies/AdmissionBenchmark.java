package dev.paceline.benchmarks.policies;

import dev.paceline.benchmarks.frame.AtLeast;
import dev.paceline.benchmarks.frame.Charts;
import dev.paceline.benchmarks.frame.Connections;
import dev.paceline.benchmarks.frame.DataBenchmarkCommand;
import dev.paceline.benchmarks.frame.EngineTrace;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.frame.Tasks;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.simulation.scheduling.Simulator;
import dev.paceline.benchmarks.simulation.scheduling.Simulator.StateChange;
import dev.paceline.benchmarks.simulation.scheduling.VirtualQuery;
import dev.paceline.benchmarks.simulation.scheduling.VirtualQuery.Phase;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.QueryReport;
import dev.paceline.core.engine.QueryState;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.admission.LoadChange.Action;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code paceline bench admission}: six queries run, two of each of the flights 1 to 3, and memory
 * suffices for no more; then a query of flight 4 comes, which is more important, and another one
 * (Deshmukh, Quickstep, §3.10). Shows which queries are suspended for them and when they go on: on
 * real workers, and with the same load controller on virtual ones.
 *
 * <p>The threshold is set when the seventh query comes: to the memory that the six need then, and
 * half of what the seventh needs. A larger scale makes the experiment longer, with the same result.
 */
@Command(
    name = "admission",
    description = {
      "Runs six queries of the Star Schema Benchmark in memory for six; two more important ones",
      "come. Shows which queries are suspended for them and when; then the same with virtual",
      "workers."
    })
public final class AdmissionBenchmark extends DataBenchmarkCommand {
  private static final List<String> QUERIES =
      List.of("1.1", "1.2", "2.1", "2.2", "3.1", "3.2", "4.1", "4.2");
  private static final int AT_ONCE = 6;
  private static final SchedulingPolicyKind POLICY = SchedulingPolicyKind.STRIDE;

  /**
   * The priority of a flight over the one before. It is too large for waiting to make queries
   * equal.
   */
  private static final int PRIORITY_STEP = 10;

  /** When the seventh and the eighth query come, in shares of the time that all need. */
  private static final double[] LATE = {0.2, 0.6};

  private static final int WARMUPS = 30;
  private static final long SAMPLE_NANOS = 200_000;
  private static final double PERCENT = 100;
  private static final double MEGABYTE = 1e6;

  @Mixin private final Charts charts = new Charts();

  @Option(names = "--virtual", description = "Virtual workers.")
  @AtLeast(1)
  private int virtualWorkers = 20;

  private final Map<String, Alone> alone = new HashMap<>();
  private final List<Outcome> outcomes = new ArrayList<>();

  /** Sets the defaults of the options. */
  public AdmissionBenchmark() {
    super(1, 0.02, 2);
  }

  /**
   * The figures of a query that ran alone.
   *
   * @param neededBytes as the load controller counts
   * @param minBytes of these, before it has begun
   */
  private record Alone(Answer answer, List<Phase> phases, long neededBytes, long minBytes) {}

  /** A run, for JSON. */
  private record Outcome(String kind, int workers, double seconds, List<Served> queries) {}

  /** A query of a run. */
  private record Served(
      String query,
      int priority,
      long neededBytes,
      double arrival,
      double end,
      List<Pause> pauses) {}

  /**
   * A time in which a query was suspended, or waited if it had not begun.
   *
   * @param cpuShare of the workers' time that it had nevertheless
   */
  private record Pause(String state, double from, double to, double cpuShare) {
    @Override
    public String toString() {
      return Text.format("; %s %.3f to %.3f s, %.2f %% CPU", state, from, to, PERCENT * cpuShare);
    }
  }

  @Override
  protected void run() throws SQLException, IOException {
    put("runs", outcomes);
    String url = SuiteDatabases.sharedInMemory(threads());
    try (Connections connections = new Connections()) {
      Connection database = connections.open(url);
      databases(new SsbSuite()).load(database);
      EngineTrace.engine(database).useSchedulingPolicy(POLICY);
      for (String query : QUERIES) {
        alone.put(query, alone(database, SsbSuite.query(query)));
      }
      real(url, EngineTrace.engine(database));
    }
    virtual(threads());
    virtual(virtualWorkers);
  }

  private static int priority(String query) {
    return PRIORITY_STEP * (query.charAt(0) - '0');
  }

  private static Alone alone(Connection database, Query query) throws SQLException {
    for (int i = 0; i < WARMUPS; i++) {
      Answer.of(database, query.sql());
    }
    try (EngineTrace trace = new EngineTrace(database)) {
      Answer answer = Answer.of(database, query.sql());
      long min = trace.lastReport().resources().minBytes();
      long needed = Math.max(min, trace.lastReport().memoryPeakBytes());
      return new Alone(answer, VirtualWorkers.phases(trace.take()), needed, min);
    }
  }

  /** Returns when a query comes, in nanoseconds. */
  private long arrival(String query, int workers) {
    int late = QUERIES.indexOf(query) - AT_ONCE;
    long all =
        alone.values().stream().mapToLong(one -> VirtualWorkers.workNanos(one.phases())).sum();
    return late < 0 ? 0 : (long) (LATE[late] * all / workers);
  }

  private void real(String url, Engine engine) throws SQLException, IOException {
    AtomicBoolean done = new AtomicBoolean();
    try (Connections connections = new Connections();
        EngineTrace trace = new EngineTrace(engine);
        ExecutorService users = Executors.newCachedThreadPool()) {
      for (String query : QUERIES) {
        connections.open(url + ";priority=" + priority(query));
      }
      long begin = System.nanoTime();
      List<Callable<Void>> queries = new ArrayList<>();
      for (int i = 0; i < QUERIES.size(); i++) {
        Connection connection = connections.all().get(i);
        String query = QUERIES.get(i);
        queries.add(() -> serve(connection, engine, query, begin));
      }
      Future<List<Suspension>> suspensions = users.submit(() -> sample(engine, begin, done));
      try {
        Tasks.runAll(queries, users);
      } finally {
        done.set(true);
      }
      Schedule named = Schedule.of(threads(), trace.take(), begin, 0, Map.of());
      report("real", Schedule.ofAll(threads(), named.orders()), Tasks.await(suspensions));
    } finally {
      engine.setAdmissionBytes(0);
    }
  }

  private @Nullable Void serve(Connection connection, Engine engine, String name, long begin)
      throws SQLException {
    Query query = SsbSuite.query(name);
    long start = begin + arrival(name, threads());
    LockSupport.parkNanos(Math.max(0, start - System.nanoTime()));
    if (QUERIES.indexOf(name) == AT_ONCE) {
      long needed =
          engine.queries().stream()
              .filter(report -> report.state() == QueryState.RUNNING)
              .mapToLong(r -> Math.max(r.resources().minBytes(), r.memoryBytes()))
              .sum();
      engine.setAdmissionBytes(needed + alone.get(name).minBytes() / 2);
    }
    Answer.of(connection, Schedule.named(name, query.sql()))
        .requireSame(alone.get(name).answer(), query);
    return null;
  }

  /** Looks again and again which queries have no workers. */
  private static List<Suspension> sample(Engine engine, long begin, AtomicBoolean done) {
    List<Suspension> suspensions = new ArrayList<>();
    Map<String, Suspension> open = new HashMap<>();
    while (!done.get()) {
      long now = System.nanoTime() - begin;
      Map<String, Suspension> still = new HashMap<>();
      for (QueryReport report : engine.queries()) {
        if (report.state() == QueryState.WAITING || report.state() == QueryState.SUSPENDED) {
          String name = Schedule.stream(report.name());
          Suspension known = open.get(name);
          long from = known == null ? now : known.fromNanos();
          boolean begun = report.state() == QueryState.SUSPENDED;
          still.put(name, new Suspension(name, begun, from, now));
        }
      }
      open.keySet().removeAll(still.keySet());
      suspensions.addAll(open.values());
      open = still;
      LockSupport.parkNanos(SAMPLE_NANOS);
    }
    suspensions.addAll(open.values());
    return suspensions;
  }

  private void virtual(int workers) throws IOException {
    List<VirtualQuery> queries = new ArrayList<>();
    Map<String, Suspension> open = new TreeMap<>();
    for (String query : QUERIES) {
      long arrival = arrival(query, workers);
      Alone known = alone.get(query);
      queries.add(
          new VirtualQuery(query, priority(query), arrival, known.phases(), known.neededBytes()));
      open.put(query, new Suspension(query, false, arrival, 0));
    }
    long threshold =
        queries.subList(0, AT_ONCE).stream().mapToLong(VirtualQuery::memoryBytes).sum()
            + queries.get(AT_ONCE).memoryBytes() / 2;
    Simulator simulator = new Simulator(POLICY.create(new SplittableRandom(1)), workers, threshold);
    List<OrderRecord> orders = simulator.run(queries);
    List<Suspension> suspensions = new ArrayList<>();
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
    report("virtual", Schedule.ofAll(workers, orders), suspensions);
  }

  private void report(String kind, Schedule schedule, List<Suspension> suspensions)
      throws IOException {
    int workers = schedule.workers();
    double seconds = Timing.seconds(schedule.nanos());
    say(
        "%d %s workers, %.3f s, %.1f %% busy",
        workers, kind, seconds, PERCENT * schedule.utilisation());
    List<Served> queries = new ArrayList<>();
    for (String query : QUERIES) {
      List<Pause> pauses =
          suspensions.stream()
              .filter(suspension -> suspension.query().equals(query))
              .map(suspension -> pause(suspension, schedule))
              .toList();
      Served served =
          new Served(
              query,
              priority(query),
              alone.get(query).neededBytes(),
              Timing.seconds(arrival(query, workers)),
              Timing.seconds(schedule.end(query)),
              pauses);
      queries.add(served);
      say(
          "  Q%s priority %d, %.1f MB, %.3f to %.3f s%s",
          query,
          served.priority(),
          served.neededBytes() / MEGABYTE,
          served.arrival(),
          served.end(),
          pauses.stream().map(Pause::toString).collect(Collectors.joining()));
    }
    outcomes.add(new Outcome(kind, workers, seconds, queries));
    charts.draw(
        "admission-" + kind + workers,
        () -> schedule.chart("admission, " + kind + ", " + workers + " workers"));
  }

  private static Pause pause(Suspension suspension, Schedule schedule) {
    long from = suspension.fromNanos();
    long to = suspension.toNanos();
    double share =
        schedule.busy(from, to).getOrDefault(suspension.query(), 0.0)
            / ((double) schedule.workers() * Math.max(1, to - from));
    return new Pause(
        suspension.begun() ? "suspended" : "waited",
        Timing.seconds(from),
        Timing.seconds(to),
        share);
  }
}
