package dev.paceline.benchmarks.policies;

import dev.paceline.benchmarks.frame.AtLeast;
import dev.paceline.benchmarks.frame.Charts;
import dev.paceline.benchmarks.frame.DataBenchmarkCommand;
import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code paceline bench policies}: lets users share the workers under each policy, and prints how
 * much each gets. The same streams then run on virtual workers: as many as the real ones, to check
 * the simulator, and as many as the source had.
 */
@Command(
    name = "policies",
    description = {
      "Lets users of the Star Schema Benchmark share the workers under each scheduling policy, and",
      "prints each user's time over its fair share; then the same with virtual workers."
    })
public final class PolicyBenchmark extends DataBenchmarkCommand {
  private static final int SOLO_WARMUPS = 60;
  private static final int SOLO_RUNS = 20;
  private static final double PERCENT = 100;
  private static final double MILLIS_PER_SECOND = 1e3;

  @Mixin private final Charts charts = new Charts();

  @Option(names = "--virtual", description = "Virtual workers.")
  @AtLeast(1)
  private int virtualWorkers = 40;

  @Option(names = "--seconds", description = "Seconds of each experiment under each policy.")
  @AtLeast(0.001)
  private double seconds = 10;

  @Option(
      names = "--experiments",
      split = ",",
      description = "Some of learning, fair, proportional, urgency (default: all).")
  private @Nullable List<String> experiments;

  @Option(
      names = "--pool",
      description =
          "Reads the tables from a folder, made on first use, through a buffer of so many megabytes"
              + "; 0 for tables in memory.")
  @AtLeast(0)
  private long poolMegabytes;

  private final List<Outcome> outcomes = new ArrayList<>();

  /** Sets the defaults of the options. */
  public PolicyBenchmark() {
    super(1, 0.02, 2);
  }

  /** The figures of a run, for JSON. */
  private record Outcome(
      String experiment,
      SchedulingPolicyKind policy,
      String kind,
      int workers,
      double busyShare,
      String result) {}

  @Override
  protected void shrink() {
    super.shrink();
    seconds = 0.3;
  }

  @Override
  protected void run() throws SQLException, IOException {
    List<SharingExperiment> chosen =
        experiments == null ? SharingExperiment.all() : SharingExperiment.named(experiments);
    put("outcomes", outcomes);
    SuiteDatabases databases = databases(new SsbSuite());
    String url =
        poolMegabytes == 0
            ? SuiteDatabases.sharedInMemory(threads())
            : databases.url(threads()) + ";bufferPool=" + (poolMegabytes << 20);
    try (Connection database = DriverManager.getConnection(url);
        RealWorkers real = new RealWorkers(url)) {
      if (poolMegabytes == 0) {
        databases.load(database);
      }
      VirtualWorkers virtual = new VirtualWorkers();
      TreeSet<String> queries = new TreeSet<>();
      chosen.forEach(
          experiment -> experiment.streams().forEach(stream -> queries.add(stream.query())));
      for (String query : queries) {
        virtual.learn(query, real.alone(query, SOLO_WARMUPS, 1));
      }
      for (SharingExperiment experiment : chosen) {
        say("%n%s: %s", experiment.name(), experiment.question());
        for (SchedulingPolicyKind policy : experiment.policies()) {
          run(experiment, policy, real);
          simulate(experiment, policy, virtual, threads());
          simulate(experiment, policy, virtual, virtualWorkers);
        }
      }
    }
  }

  private void run(SharingExperiment experiment, SchedulingPolicyKind policy, RealWorkers real)
      throws SQLException, IOException {
    Schedule served = real.run(experiment.streams(), policy, seconds);
    QueryStream urgent = experiment.urgent();
    String result =
        urgent == null
            ? shares(experiment, served.busy()) + served.queriesPerSecond()
            : slowdown(
                median(served, urgent.name()),
                median(real.alone(urgent.query(), 0, SOLO_RUNS), urgent.query()));
    report(experiment, policy, "real", served, result);
  }

  private void simulate(
      SharingExperiment experiment,
      SchedulingPolicyKind policy,
      VirtualWorkers virtual,
      int workers)
      throws IOException {
    Schedule served = virtual.run(experiment.streams(), policy, workers, seconds);
    QueryStream urgent = experiment.urgent();
    String result;
    if (urgent == null) {
      result = shares(experiment, served.busy());
    } else {
      Schedule alone = virtual.run(List.of(urgent), policy, workers, seconds);
      double query = Timing.seconds(alone.span(urgent.name())) / urgent.runs();
      result = slowdown(query * pace(served, urgent) / pace(alone, urgent), query);
    }
    report(experiment, policy, "virtual", served, result);
  }

  /** Returns a stream's time for some work: not all of its queries may have come to their end. */
  private static double pace(Schedule schedule, QueryStream stream) {
    double work = schedule.busy(0, Long.MAX_VALUE).get(stream.name());
    return schedule.span(stream.name()) / work;
  }

  private void report(
      SharingExperiment experiment,
      SchedulingPolicyKind policy,
      String kind,
      Schedule schedule,
      String result)
      throws IOException {
    int workers = schedule.workers();
    double busy = schedule.utilisation();
    outcomes.add(new Outcome(experiment.name(), policy, kind, workers, busy, result));
    say(
        "%-16s %4d %-7s workers %5.1f %% busy:  %s",
        policy.sqlName(), workers, kind, PERCENT * busy, result);
    String name = experiment.name() + "-" + policy.sqlName() + "-" + kind + workers;
    String title = experiment.name() + ", " + policy.sqlName() + ", " + kind;
    charts.draw(name, () -> schedule.chart(title));
    if (experiment.urgent() == null) {
      Map<String, Integer> priorities = new TreeMap<>();
      experiment.streams().forEach(stream -> priorities.put(stream.name(), stream.priority()));
      charts.draw(name + "-deviation", () -> schedule.deviationChart(name, priorities));
    }
  }

  private static String slowdown(double seconds, double alone) {
    return Text.format(
        "%.1f ms, alone %.1f ms: %.2f times",
        seconds * MILLIS_PER_SECOND, alone * MILLIS_PER_SECOND, seconds / alone);
  }

  /** Returns the time of each stream over its fair share by its priority. */
  private static String shares(SharingExperiment experiment, Map<String, Double> busy) {
    double total = Statistics.sum(busy.values(), Double::doubleValue);
    double priorities = Statistics.sum(experiment.streams(), QueryStream::priority);
    StringBuilder line = new StringBuilder();
    double least = Double.MAX_VALUE;
    double most = 0;
    for (QueryStream stream : experiment.streams()) {
      double share = busy.getOrDefault(stream.name(), 0.0) / total;
      double due = share * priorities / stream.priority();
      line.append(Text.format(" %s %.3f", stream.name(), due));
      least = Math.min(least, due);
      most = Math.max(most, due);
    }
    return Text.format("most/least %.2f; over its due", most / least) + line;
  }

  /** Returns the median latency of a stream's queries, in seconds. */
  private static double median(Schedule schedule, String stream) {
    return Statistics.median(
        schedule.latencies().getOrDefault(stream, List.of()), Double::doubleValue);
  }
}
