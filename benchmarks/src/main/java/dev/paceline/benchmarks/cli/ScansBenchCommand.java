package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.scans.DeviceComparison;
import dev.paceline.benchmarks.scans.ScanBenchmark;
import dev.paceline.benchmarks.scans.ScanBenchmark.Line;
import dev.paceline.benchmarks.scans.ScanBenchmark.Settings;
import dev.paceline.benchmarks.scans.ScanCharts;
import dev.paceline.benchmarks.scans.ScanSimulations;
import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.StoredTables;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline bench scans}: many scans through a small buffer, policy by policy. */
@Command(
    name = "scans",
    description = {
      "Runs streams of range scans over lineitem through a buffer pool that is too small,",
      "under each scan policy, and compares times, bytes read and answers."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class ScansBenchCommand implements Callable<Integer> {
  private static final double SMOKE_SCALE = 0.01;
  private static final int SMOKE_STREAMS = 4;
  private static final long SMOKE_POOL_MEGABYTES = 2;
  private static final long MEGABYTE = 1_000_000;

  @Option(
      names = "--scale",
      paramLabel = "N",
      defaultValue = "10",
      description = "The scale factor (default: ${DEFAULT-VALUE}).")
  private double scale = 10;

  @Option(
      names = "--policies",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "normal,pbm,attach,elevator,relevance",
      description = "The scan policies to compare (default: ${DEFAULT-VALUE}).")
  private List<String> policies = List.of();

  @Option(
      names = "--streams",
      paramLabel = "N",
      defaultValue = "16",
      description = "Streams side by side (default: ${DEFAULT-VALUE}).")
  private int streams = 16;

  @Option(
      names = "--queries",
      paramLabel = "N",
      defaultValue = "4",
      description = "Queries of each stream (default: ${DEFAULT-VALUE}).")
  private int queries = 4;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Worker threads (default: ${DEFAULT-VALUE}).")
  private int threads = 2;

  @Option(
      names = "--pool",
      paramLabel = "MB",
      split = ",",
      defaultValue = "250",
      description = "Megabytes of the buffer pool, one or more (default: ${DEFAULT-VALUE}).")
  private List<Long> poolMegabytes = List.of();

  @Option(
      names = "--memory",
      paramLabel = "MB",
      defaultValue = "100",
      description = "Megabytes of memory beside the pool (default: ${DEFAULT-VALUE}).")
  private long memoryMegabytes = 100;

  @Option(
      names = "--bandwidth",
      paramLabel = "MB",
      defaultValue = "0",
      description = "Megabytes that a slower device reads in a second (default: the real device).")
  private long bandwidthMegabytes;

  @Option(
      names = "--latency",
      paramLabel = "MS",
      defaultValue = "0",
      description = "Milliseconds that each random read of a slower device takes more.")
  private int latencyMillis;

  @Option(
      names = "--group",
      paramLabel = "MB",
      defaultValue = "-1",
      description = {
        "Hold the process in a control group with so many megabytes beside the pool,",
        "so that the page cache cannot hide the device (default: no group)."
      })
  private long groupMegabytes = -1;

  @Option(names = "--duckdb", description = "Run the same streams in DuckDB, with the same limit.")
  private boolean duckDb;

  @Option(names = "--alone", description = "Run each type of query alone first, for latencies.")
  private boolean alone;

  @Option(
      names = "--full-scans",
      paramLabel = "N",
      defaultValue = "0",
      description = "Instead of streams: one full scan, then so many at once.")
  private int fullScans;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of the random queries (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--simulate",
      description = "Instead: the policies on a simulated device and cores, in virtual time.")
  private boolean simulate;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Random workloads per simulated point (default: ${DEFAULT-VALUE}).")
  private int seeds = 3;

  @Option(
      names = "--device",
      paramLabel = "DEPTH",
      split = ",",
      description = {
        "Instead: cold scans of lineitem beside plain reads of its files, with so many reads",
        "at a time; 0 for what the engine finds out."
      })
  private List<Integer> deviceDepths = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Of --device, in turn; medians are printed (default: ${DEFAULT-VALUE}).")
  private int rounds = 5;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Writes CSV and charts (of the simulation timelines, too) into a folder.")
  private @Nullable Path folder;

  @Option(names = "--smoke", description = "One quick run at a small scale: does it work?")
  private boolean smoke;

  @Override
  public Integer call() throws SQLException, IOException {
    System.setProperty("java.awt.headless", "true");
    if (folder != null) {
      Files.createDirectories(folder);
    }
    if (simulate) {
      new ScanSimulations(seeds, Console.system().out(), folder).run();
      return 0;
    }
    if (smoke) {
      scale = SMOKE_SCALE;
      streams = SMOKE_STREAMS;
      poolMegabytes = List.of(SMOKE_POOL_MEGABYTES);
      duckDb = true;
    }
    if (streams < 1
        || queries < 1
        || threads < 1
        || poolMegabytes.stream().anyMatch(megabytes -> megabytes < 1)) {
      throw new PacelineException(
          INVALID_ARGUMENT, "--streams, --queries, --threads and --pool are at least 1");
    }
    Console console = Console.system();
    if (!deviceDepths.isEmpty()) {
      Path database =
          StoredTables.inFolder(new TpchSuite(), SuiteBenchCommand.cacheFolder(), scale, console);
      double ratio =
          new DeviceComparison(database, console.out()).run(deviceDepths, rounds, threads);
      console.out().printf(Locale.ROOT, "smallest ratio %.2f%n", ratio);
      console.out().flush();
      return 0;
    }
    ScanBenchmark benchmark = new ScanBenchmark(settings(console), console);
    if (fullScans > 0) {
      for (String policy : policies) {
        double[] seconds = benchmark.fullScans(policy, fullScans);
        console
            .out()
            .printf(
                Locale.ROOT,
                "%-12s one %.2f s, %d at once %.2f s, ratio %.2f%n",
                policy,
                seconds[0],
                fullScans,
                seconds[1],
                seconds[1] / seconds[0]);
        console.out().flush();
      }
      return 0;
    }
    List<Line> lines = benchmark.run(policies, alone);
    if (folder != null) {
      ScanCharts.write(ScanBenchmark.points(lines), folder);
    }
    return lines.isEmpty() ? 1 : 0;
  }

  private Settings settings(Console console) throws SQLException, IOException {
    Path cache = SuiteBenchCommand.cacheFolder();
    QuerySuite suite = new TpchSuite();
    Path database = StoredTables.inFolder(suite, cache, scale, console);
    Path duckDbFile = null;
    if (duckDb) {
      console.err().println("Opening DuckDB's tables (made on first use) in " + cache);
      console.err().flush();
      duckDbFile = DuckDbTables.file(suite, cache, scale);
    }
    String device =
        (bandwidthMegabytes > 0 ? ";readBandwidth=" + bandwidthMegabytes * MEGABYTE : "")
            + (latencyMillis > 0 ? ";readLatency=" + latencyMillis : "");
    return new Settings(
        database,
        duckDbFile,
        scale,
        streams,
        queries,
        threads,
        seed,
        poolMegabytes.stream().map(megabytes -> megabytes * MEGABYTE).toList(),
        memoryMegabytes * MEGABYTE,
        groupMegabytes < 0 ? -1 : groupMegabytes * MEGABYTE,
        device);
  }
}
