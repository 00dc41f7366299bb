package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.scans.StreamRun.Result;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Streams of range scans over lineitem, under each scan policy, through a buffer pool that is
 * smaller than what they read; and in DuckDB under the same limit. All answers are compared.
 */
public final class ScanBenchmark {
  /** DuckDB fails with less. */
  private static final long DUCKDB_MINIMUM_MB = 32;

  private final Settings settings;
  private final Console console;
  private final Answers answers = new Answers();

  /**
   * What to run.
   *
   * @param paceline folder of our database
   * @param duckDb DuckDB's file; null to leave it out
   * @param scale of the data
   * @param streams that run side by side
   * @param queries of each stream
   * @param threads of either product
   * @param seed of the queries
   * @param poolBytes of the buffer pool, and DuckDB's limit; several are taken one after the other
   * @param otherBytes that Paceline may take beside the pool
   * @param slackBytes of a control group beside the limit; negative for no group
   * @param device properties of the URL that make the device slower, such as {@code
   *     ;readBandwidth=200MB}
   */
  public record Settings(
      Path paceline,
      @Nullable Path duckDb,
      double scale,
      int streams,
      int queries,
      int threads,
      long seed,
      List<Long> poolBytes,
      long otherBytes,
      long slackBytes,
      String device) {}

  /**
   * One line of the report.
   *
   * @param name of the policy or the peer
   * @param poolBytes of the buffer pool
   * @param alone seconds of each type when it runs by itself; empty if not measured
   */
  public record Line(String name, long poolBytes, Result result, Map<String, Double> alone) {
    /** The mean over the types of how many times longer they took than alone. */
    double normalizedLatency() {
      return alone.entrySet().stream()
          .mapToDouble(entry -> result.latency(entry.getKey()) / entry.getValue())
          .filter(ratio -> !Double.isNaN(ratio))
          .average()
          .orElse(Double.NaN);
    }

    /** The same for one type. */
    double normalizedLatency(String type) {
      Double base = alone.get(type);
      return base == null ? Double.NaN : result.latency(type) / base;
    }
  }

  public ScanBenchmark(Settings settings, Console console) {
    this.settings = settings;
    this.console = console;
  }

  /** Runs the streams with each pool and policy, DuckDB at the end, and prints a line for each. */
  public List<Line> run(List<String> policies, boolean measureAlone)
      throws SQLException, IOException {
    List<List<StreamQuery>> streams =
        StreamQuery.streams(
            settings.streams(), settings.queries(), settings.scale(), settings.seed());
    List<Line> lines = new ArrayList<>();
    printHeader();
    Map<String, Double> alone = measureAlone ? timesAlone(policies.getFirst()) : Map.of();
    for (long pool : settings.poolBytes()) {
      for (String policy : policies) {
        lines.add(print(new Line(policy, pool, inPaceline(policy, pool, streams), alone)));
      }
      Path duckDb = settings.duckDb();
      if (duckDb != null) {
        lines.add(print(new Line("duckdb", pool, inDuckDb(duckDb, pool, streams), Map.of())));
      }
    }
    return lines;
  }

  /** The lines as points over the size of the pool, for charts. */
  public static List<ScanPoint> points(List<Line> lines) {
    return lines.stream()
        .map(
            line ->
                new ScanPoint(
                    "engine",
                    line.name(),
                    line.poolBytes() / 1e6,
                    line.result().deviceBytes() / 1e9,
                    Double.NaN,
                    line.result().averageStreamSeconds(),
                    line.normalizedLatency()))
        .toList();
  }

  /** How much longer many full scans take than one, under a policy: seconds of one, and of all. */
  public double[] fullScans(String policy, int count) throws SQLException, IOException {
    long pool = settings.poolBytes().getFirst();
    double one = inPaceline(policy, pool, StreamQuery.fullScans(1, settings.scale())).seconds();
    double all = inPaceline(policy, pool, StreamQuery.fullScans(count, settings.scale())).seconds();
    return new double[] {one, all};
  }

  /** Each type by itself, from an empty pool. */
  private Map<String, Double> timesAlone(String policy) throws SQLException, IOException {
    Map<String, Double> seconds = new TreeMap<>();
    for (StreamQuery query : StreamQuery.ofEachType(settings.scale())) {
      Result result = inPaceline(policy, settings.poolBytes().getFirst(), List.of(List.of(query)));
      seconds.put(query.type(), result.seconds());
    }
    return seconds;
  }

  private Result inPaceline(String policy, long pool, List<List<StreamQuery>> streams)
      throws SQLException, IOException {
    String url =
        "jdbc:paceline:"
            + settings.paceline()
            + ";readOnly=true;directInput=on;scanPolicy="
            + policy
            + ";workers="
            + settings.threads()
            + ";memory="
            + (pool + settings.otherBytes())
            + ";bufferPool="
            + pool
            + settings.device();
    try (Connection open = DriverManager.getConnection(url)) {
      plan(open, streams);
      return inGroup(
          pool, () -> StreamRun.run(streams, () -> DriverManager.getConnection(url), answers));
    }
  }

  /** Plans each kind of query, so that no stream pays for loading the planner. */
  private static void plan(Connection connection, List<List<StreamQuery>> streams)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (StreamQuery query : streams.getFirst()) {
        statement.executeQuery("explain plan for " + query.sql()).close();
      }
    }
  }

  private Result inDuckDb(Path file, long pool, List<List<StreamQuery>> streams)
      throws SQLException, IOException {
    dropFromPageCache(file);
    try (Connection open = DriverManager.getConnection("jdbc:duckdb:" + file);
        Statement statement = open.createStatement()) {
      statement.execute("set threads = " + settings.threads());
      statement.execute(
          "set memory_limit = '" + Math.max(DUCKDB_MINIMUM_MB, pool / 1_000_000) + "MB'");
      return inGroup(
          pool,
          () ->
              StreamRun.run(
                  streams,
                  () -> open.unwrap(org.duckdb.DuckDBConnection.class).duplicate(),
                  answers));
    }
  }

  /** The system need not obey; then the first reads of the peer are faster than ours. */
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

  /** Something that runs in the group. */
  @FunctionalInterface
  private interface Measured {
    Result run() throws SQLException, IOException;
  }

  private Result inGroup(long pool, Measured measured) throws SQLException, IOException {
    if (settings.slackBytes() < 0) {
      return measured.run();
    }
    try (MemoryGroup _ = MemoryGroup.enter(pool + settings.slackBytes())) {
      return measured.run();
    }
  }

  private void printHeader() {
    console
        .out()
        .printf(
            Locale.ROOT,
            "Scale %s, %d streams of %d queries, %d threads%s%n%n"
                + "%8s %-12s %9s %11s %11s %10s %10s%n",
            settings.scale(),
            settings.streams(),
            settings.queries(),
            settings.threads(),
            settings.device(),
            "pool MB",
            "policy",
            "total s",
            "stream s",
            "norm. lat.",
            "read MB",
            "CPU s");
    console.out().flush();
  }

  private Line print(Line line) {
    Result result = line.result();
    StringBuilder types = new StringBuilder();
    for (String type : line.alone().keySet()) {
      types.append(String.format(Locale.ROOT, " %s:%.2f", type, line.normalizedLatency(type)));
    }
    console
        .out()
        .printf(
            Locale.ROOT,
            "%8d %-12s %9.2f %11.2f %11.2f %10d %10.1f %s%n",
            line.poolBytes() / 1_000_000,
            line.name(),
            result.seconds(),
            result.averageStreamSeconds(),
            line.normalizedLatency(),
            result.deviceBytes() / 1_000_000,
            result.cpuSeconds(),
            types);
    console.out().flush();
    return line;
  }
}
