package dev.paceline.benchmarks.policies;

import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.server.cli.Console;
import dev.paceline.server.cli.GeneratedDatabase;
import dev.paceline.server.cli.Text;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lets users of the Star Schema Benchmark share the workers under each policy, and prints how much
 * each gets. The same streams then run on virtual workers: as many as the real ones, to see whether
 * the simulator tells the truth, and as many as the source had.
 */
public final class PolicyBenchmark {
  private static final int SOLO_WARMUPS = 60;
  private static final int SOLO_RUNS = 20;
  private static final double PERCENT = 100;
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * What to run.
   *
   * @param workers real ones
   * @param virtualWorkers besides as many as the real ones
   * @param seconds that each experiment lasts under each policy
   * @param database a folder with the tables of this scale, to be read through a cold buffer; null
   *     for tables in memory
   * @param poolBytes of that buffer: few, so that it stays cold
   */
  public record Settings(
      double scale,
      int workers,
      int virtualWorkers,
      double seconds,
      List<Experiment> experiments,
      @Nullable Path database,
      long poolBytes) {
    /** Of the database. */
    private String url() {
      String place =
          database == null ? "mem:policies" : database + ";readOnly=true;bufferPool=" + poolBytes;
      return "jdbc:paceline:" + place + ";workers=" + workers;
    }
  }

  private final Settings settings;
  private final @Nullable Path folder;
  private final Console console;

  /**
   * A benchmark to run.
   *
   * @param folder for charts, exists; null for none
   */
  public PolicyBenchmark(Settings settings, @Nullable Path folder, Console console) {
    this.settings = settings;
    this.folder = folder;
    this.console = console;
  }

  /** Runs all experiments, and prints while it goes. */
  public void run() throws SQLException {
    String url = settings.url();
    try (Connection database = DriverManager.getConnection(url);
        RealWorkers real = new RealWorkers(url)) {
      if (settings.database() == null) {
        GeneratedDatabase.load(
            database,
            new SsbSuite().dataSet(),
            settings.scale(),
            Runtime.getRuntime().availableProcessors(),
            console);
      }
      VirtualWorkers virtual = new VirtualWorkers();
      for (String query : queries()) {
        virtual.learn(query, real.alone(query, SOLO_WARMUPS, 1));
      }
      for (Experiment experiment : settings.experiments()) {
        run(experiment, real, virtual);
      }
    }
  }

  private Collection<String> queries() {
    Collection<String> queries = new TreeSet<>();
    for (Experiment experiment : settings.experiments()) {
      experiment.streams().forEach(stream -> queries.add(stream.query()));
    }
    return queries;
  }

  private void run(Experiment experiment, RealWorkers real, VirtualWorkers virtual)
      throws SQLException {
    console.out().println();
    console.out().println(experiment.name() + ": " + experiment.question());
    for (SchedulingPolicyKind policy : experiment.policies()) {
      Schedule served = real.run(experiment.streams(), policy, settings.seconds());
      QueryStream urgent = experiment.urgent();
      report(
          experiment,
          policy,
          "real",
          served,
          urgent == null
              ? shares(experiment, served.busy()) + served.queriesPerSecond()
              : slowdown(median(served, urgent.name()), alone(urgent.query(), real)));
      for (int workers : new int[] {settings.workers(), settings.virtualWorkers()}) {
        simulate(experiment, policy, virtual, workers);
      }
    }
  }

  private void simulate(
      Experiment experiment, SchedulingPolicyKind policy, VirtualWorkers virtual, int workers) {
    Schedule served = virtual.run(experiment.streams(), policy, workers, settings.seconds());
    QueryStream urgent = experiment.urgent();
    String result;
    if (urgent == null) {
      result = shares(experiment, served.busy());
    } else {
      Schedule alone = virtual.run(List.of(urgent), policy, workers, settings.seconds());
      double query = alone.span(urgent.name()) / NANOS_PER_SECOND / urgent.runs();
      result = slowdown(query * pace(served, urgent) / pace(alone, urgent), query);
    }
    report(experiment, policy, "virtual", served, result);
  }

  /** The time that a stream took for some work: not all queries may have come to their end. */
  private static double pace(Schedule schedule, QueryStream stream) {
    double work = schedule.busy(0, Long.MAX_VALUE).get(stream.name());
    return schedule.span(stream.name()) / work;
  }

  private void report(
      Experiment experiment,
      SchedulingPolicyKind policy,
      String kind,
      Schedule schedule,
      String result) {
    console
        .out()
        .println(
            Text.format(
                "%-16s %4d %-7s workers %5.1f %% busy:  %s",
                policy.sqlName(),
                schedule.workers(),
                kind,
                PERCENT * schedule.utilisation(),
                result));
    console.out().flush();
    if (folder != null) {
      String name = experiment.name() + "-" + policy.sqlName() + "-" + kind + schedule.workers();
      schedule
          .chart(experiment.name() + ", " + policy.sqlName() + ", " + kind)
          .write(folder.resolve(name));
      if (experiment.urgent() == null) {
        Map<String, Integer> priorities = new TreeMap<>();
        experiment.streams().forEach(stream -> priorities.put(stream.name(), stream.priority()));
        schedule.deviationChart(name, priorities).write(folder.resolve(name + "-deviation"));
      }
    }
  }

  private static String slowdown(double seconds, double alone) {
    return Text.format(
        "%.1f ms, alone %.1f ms: %.2f times",
        seconds * MILLIS_PER_SECOND, alone * MILLIS_PER_SECOND, seconds / alone);
  }

  /** How much time each had, over what it should have had by its priority. */
  private static String shares(Experiment experiment, Map<String, Double> busy) {
    double total = busy.values().stream().mapToDouble(Double::doubleValue).sum();
    double priorities = experiment.streams().stream().mapToDouble(QueryStream::priority).sum();
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

  private static double alone(String query, RealWorkers real) throws SQLException {
    return median(real.alone(query, 0, SOLO_RUNS), query);
  }

  /** The middle latency of a stream's queries, in seconds. */
  private static double median(Schedule schedule, String stream) {
    double[] sorted =
        schedule.latencies().getOrDefault(stream, List.of()).stream()
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    return Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElse(Double.NaN);
  }
}
