package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.frame.AtLeast;
import dev.paceline.benchmarks.frame.Charts;
import dev.paceline.benchmarks.frame.DataBenchmarkCommand;
import dev.paceline.benchmarks.frame.KnownAnswers;
import dev.paceline.benchmarks.frame.Report;
import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.knobs.KnobUrl;
import dev.paceline.benchmarks.scans.ScanStreams.Mix;
import dev.paceline.benchmarks.scans.SharingSamples.Sample;
import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code paceline bench scans}: streams of range scans over lineitem, under each scan policy,
 * through a buffer pool that is smaller than what they read; and in DuckDB under the same limit.
 * All answers are compared.
 */
@Command(
    name = "scans",
    description = {
      "Runs streams of range scans over lineitem through a buffer pool that is too small,",
      "under each scan policy, and compares times, bytes read and answers."
    })
public final class ScanBenchmark extends DataBenchmarkCommand {
  private static final long MEGABYTE = 1_000_000;

  /** DuckDB fails with less. */
  private static final long DUCKDB_MINIMUM_MEGABYTES = 32;

  private static final int QUERIES_OF_A_STREAM = 4;

  @Mixin private final Charts charts = new Charts();

  @Option(names = "--policies", split = ",", description = "The scan policies to compare.")
  private List<String> policies = List.of("normal", "pbm", "attach", "elevator", "relevance");

  @Option(names = "--streams", description = "Streams side by side.")
  @AtLeast(1)
  private int streams = 16;

  @Option(
      names = "--queries",
      description = "Queries of each stream; 0 stands for 4, or with --tpch for all.")
  @AtLeast(0)
  private int queries;

  @Option(names = "--speeds", description = "Of which a letter is drawn: F is fast, S is slow.")
  private String speeds = "FS";

  @Option(
      names = "--percentages",
      split = ",",
      description = "Of which one is drawn: how much of the table a query reads.")
  private List<Integer> percentages = List.of(1, 10, 50, 100);

  @Option(
      names = "--tpch",
      description =
          "Instead: one stream of TPC-H's queries, then all streams, each in an order of its own.")
  private boolean tpch;

  @Option(names = "--sharing", description = "Look ten times a second how much several scans want.")
  private boolean sharing;

  @Option(names = "--pool", split = ",", description = "Megabytes of the buffer pool, one or more.")
  @AtLeast(1)
  private List<Long> poolMegabytes = List.of(250L);

  @Option(names = "--memory", description = "Megabytes of memory beside the pool.")
  private long memoryMegabytes = 100;

  @Option(
      names = "--bandwidth",
      description = "Megabytes that a slower device reads per second; 0 for the real device.")
  private long bandwidthMegabytes;

  @Option(
      names = "--latency",
      description = "Milliseconds that each random read of a slower device takes in addition.")
  private int latencyMillis;

  @Option(
      names = "--group",
      description =
          "Hold the process in a control group with so many megabytes beside the pool, so that the"
              + " page cache cannot hide the device; -1 for no group.")
  private long groupMegabytes = -1;

  @Option(names = "--duckdb", description = "Run the same streams in DuckDB, with the same limit.")
  private boolean duckDb;

  @Option(names = "--alone", description = "Run each type of query alone first, for latencies.")
  private boolean alone;

  @Option(
      names = "--full-scans",
      description = "Instead of streams: one full scan, then so many at once.")
  private int fullScans;

  @Option(names = "--seed", description = "The seed of the random queries.")
  private long seed = 1;

  @Option(
      names = "--simulate",
      description = "Instead: the policies on a simulated device and cores, in virtual time.")
  private boolean simulate;

  @Option(names = "--seeds", description = "Random workloads per simulated point.")
  private int seeds = 3;

  @Option(
      names = "--device",
      split = ",",
      description =
          "Instead: cold scans of lineitem beside plain reads of its files, with so many reads at a"
              + " time; 0 for what the engine finds out.")
  private List<Integer> deviceDepths = List.of();

  @Option(names = "--rounds", description = "Rounds of --device, whose medians are printed.")
  private int rounds = 5;

  private final KnownAnswers answers = new KnownAnswers();

  /** Sets the defaults of the options. */
  public ScanBenchmark() {
    super(10, 0.01, 2);
  }

  /**
   * The streams under one policy.
   *
   * @param name of the policy or the peer
   * @param alone seconds of each type when it runs by itself; empty if not measured
   */
  private record Measurement(
      String name, long poolMegabytes, StreamRun run, Map<String, Double> alone) {
    /** Returns the mean over the types of the time over the time alone. */
    double normalizedLatency() {
      return alone.keySet().stream()
          .mapToDouble(this::normalizedLatency)
          .filter(ratio -> !Double.isNaN(ratio))
          .average()
          .orElse(Double.NaN);
    }

    double normalizedLatency(String type) {
      return run.latency(type) / alone.get(type);
    }

    /** Returns a point over the size of the pool, for charts. */
    ScanPoint point() {
      return new ScanPoint(
          "engine",
          name,
          poolMegabytes,
          run.deviceBytes() / 1e9,
          Double.NaN,
          run.averageStreamSeconds(),
          normalizedLatency());
    }
  }

  @Override
  protected void shrink() {
    super.shrink();
    streams = 4;
    poolMegabytes = List.of(2L);
    duckDb = true;
  }

  @Override
  protected void run() throws SQLException, IOException {
    SuiteDatabases databases = databases(new TpchSuite());
    if (simulate) {
      new ScanSimulations(seeds, report(), charts).run();
    } else if (!deviceDepths.isEmpty()) {
      new DeviceComparison(databases.folder(), rounds, threads(), report()).run(deviceDepths);
    } else if (fullScans > 0) {
      fullScans(databases);
    } else if (tpch) {
      throughput(databases);
    } else {
      streams(databases);
    }
  }

  /** Runs the streams with each pool and policy, and in DuckDB last. */
  private void streams(SuiteDatabases databases) throws SQLException, IOException {
    Path duckDbFile = duckDb ? databases.duckDbFile() : null;
    Mix mix = new Mix(speeds, percentages);
    int count = queries == 0 ? QUERIES_OF_A_STREAM : queries;
    List<List<Query>> all = ScanStreams.streams(streams, count, scale(), seed, mix);
    say(
        "Scale %s, %d streams of %d queries, %d threads%s%n",
        Report.number(scale()), streams, count, threads(), device());
    table(
        "pool MB %8d; policy %-12s; total s %9.2f; stream s %11.2f; norm. lat. %11.2f; read MB"
            + " %10d; CPU s %10.1f");
    List<Measurement> measurements = list("streams");
    Map<String, Double> secondsAlone = new TreeMap<>();
    for (Query query : alone ? ScanStreams.ofEachType(scale(), mix) : List.<Query>of()) {
      StreamRun run =
          inPaceline(
              databases, policies.getFirst(), poolMegabytes.getFirst(), List.of(List.of(query)));
      secondsAlone.put(query.name(), run.seconds());
    }
    for (long pool : poolMegabytes) {
      for (String policy : policies) {
        StreamRun run = inPaceline(databases, policy, pool, all);
        measurements.add(print(new Measurement(policy, pool, run, secondsAlone)));
      }
      if (duckDbFile != null) {
        StreamRun run = inDuckDb(duckDbFile, pool, pool, all);
        measurements.add(print(new Measurement("duckdb", pool, run, Map.of())));
      }
    }
    ScanCharts.write(measurements.stream().map(Measurement::point).toList(), charts);
  }

  private Measurement print(Measurement measured) {
    StreamRun run = measured.run();
    row(
        measured.poolMegabytes(),
        measured.name(),
        run.seconds(),
        run.averageStreamSeconds(),
        measured.normalizedLatency(),
        run.deviceBytes() / MEGABYTE,
        run.cpuSeconds(),
        measured.alone().keySet().stream()
            .map(type -> Text.format("%s:%.2f", type, measured.normalizedLatency(type)))
            .collect(Collectors.joining(" ")));
    return measured;
  }

  /** Runs one stream of TPC-H's queries, and then all streams, with each pool and policy. */
  private void throughput(SuiteDatabases databases) throws SQLException, IOException {
    Path duckDbFile = duckDb ? databases.duckDbFile() : null;
    List<Query> all = new TpchSuite().queries(scale());
    int count = queries == 0 ? all.size() : queries;
    List<List<Query>> one = TpchThroughput.streams(1, count, all, seed);
    List<List<Query>> many = TpchThroughput.streams(streams, count, all, seed + 1);
    say(
        "TPC-H scale %s, %d streams of %d queries, %d threads%s%n",
        Report.number(scale()), streams, count, threads(), device());
    table(
        "pool MB %8d; policy %-12s; power %12.0f; throughput %12.0f; both %12.0f; total s %9.2f;"
            + " read MB %10d; CPU s %10.1f");
    Map<String, TpchThroughput> figures = new TreeMap<>();
    put("throughput", figures);
    for (long pool : poolMegabytes) {
      for (String policy : policies) {
        StreamRun alone = inPaceline(databases, policy, pool, one);
        StreamRun together = inPaceline(databases, policy, pool, many);
        figures.put(policy + " " + pool, print(pool, policy, alone, together));
      }
      if (duckDbFile != null) {
        StreamRun alone = inDuckDb(duckDbFile, pool, pool + memoryMegabytes, one);
        StreamRun together = inDuckDb(duckDbFile, pool, pool + memoryMegabytes, many);
        figures.put("duckdb " + pool, print(pool, "duckdb", alone, together));
      }
    }
  }

  private TpchThroughput print(long pool, String name, StreamRun alone, StreamRun together) {
    TpchThroughput figure = TpchThroughput.of(alone, together, scale());
    row(
        pool,
        name,
        figure.power(),
        figure.throughput(),
        figure.composite(),
        together.seconds(),
        together.deviceBytes() / MEGABYTE,
        together.cpuSeconds());
    return figure;
  }

  private void fullScans(SuiteDatabases databases) throws SQLException, IOException {
    Map<String, List<StreamRun>> runs = new TreeMap<>();
    put("fullScans", runs);
    long pool = poolMegabytes.getFirst();
    for (String policy : policies) {
      StreamRun one = inPaceline(databases, policy, pool, ScanStreams.fullScans(1, scale()));
      StreamRun all =
          inPaceline(databases, policy, pool, ScanStreams.fullScans(fullScans, scale()));
      runs.put(policy, List.of(one, all));
      say(
          "%-12s one %.2f s, %d at once %.2f s, ratio %.2f",
          policy, one.seconds(), fullScans, all.seconds(), all.seconds() / one.seconds());
    }
  }

  /** Returns the properties of the URL that make the device slower. */
  private String device() {
    return (bandwidthMegabytes > 0 ? ";readBandwidth=" + bandwidthMegabytes * MEGABYTE : "")
        + (latencyMillis > 0 ? ";readLatency=" + latencyMillis : "");
  }

  private StreamRun inPaceline(
      SuiteDatabases databases, String policy, long pool, List<List<Query>> all)
      throws SQLException, IOException {
    String url =
        databases.url(threads())
            + (";directInput=on;scanPolicy=" + policy)
            + (";memory=" + (pool + memoryMegabytes) * MEGABYTE)
            + (";bufferPool=" + pool * MEGABYTE)
            + device();
    try (Connection open = KnobUrl.connect(url)) {
      for (Query query : all.getFirst()) { // no stream shall pay for loading the planner
        SuiteDatabases.execute(open, "explain plan for " + query.sql());
      }
      if (!sharing) {
        return inGroup(pool, all, () -> KnobUrl.connect(url));
      }
      try (SharingSamples samples = new SharingSamples(KnobUrl.connect(url))) {
        StreamRun run = inGroup(pool, all, () -> KnobUrl.connect(url));
        print(policy + "-" + pool, samples.end());
        return run;
      }
    }
  }

  /** Prints what was wanted on average, and draws what was wanted when. */
  private void print(String name, List<Sample> samples) throws IOException {
    put("sharing " + name, samples);
    List<String> means = new ArrayList<>();
    for (int i = 0; i < samples.getFirst().megabytes().size(); i++) {
      int scans = i;
      means.add(
          Text.format(
              "%.1f MB by %d",
              samples.stream()
                  .mapToDouble(sample -> sample.megabytes().get(scans))
                  .average()
                  .orElseThrow(),
              scans + 1));
    }
    say("%s: wanted on average %s scans or more", name, String.join(", ", means));
    charts.draw("sharing-" + name, () -> SharingSamples.chart(name, samples));
  }

  private StreamRun inDuckDb(Path file, long pool, long memory, List<List<Query>> all)
      throws SQLException, IOException {
    dropFromPageCache(file);
    try (Connection open = DuckDbTables.open(file)) {
      SuiteDatabases.execute(open, "set threads = " + threads());
      long limit = Math.max(DUCKDB_MINIMUM_MEGABYTES, memory);
      SuiteDatabases.execute(open, "set memory_limit = '" + limit + "MB'");
      return inGroup(pool, all, () -> open.unwrap(DuckDBConnection.class).duplicate());
    }
  }

  /** Asks the system, which need not obey; then the first reads of DuckDB are faster than ours. */
  private static void dropFromPageCache(Path file) throws IOException {
    try {
      new ProcessBuilder("dd", "of=" + file, "oflag=nocache", "conv=notrunc,fdatasync", "count=0")
          .redirectErrorStream(true)
          .start()
          .waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private StreamRun inGroup(long pool, List<List<Query>> all, StreamRun.Opener opener)
      throws SQLException, IOException {
    @Nullable MemoryGroup group =
        groupMegabytes < 0 ? null : MemoryGroup.enter((pool + groupMegabytes) * MEGABYTE);
    try (group) {
      return StreamRun.of(all, opener, answers);
    }
  }
}
