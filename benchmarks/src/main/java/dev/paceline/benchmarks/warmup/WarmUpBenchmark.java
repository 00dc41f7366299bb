package dev.paceline.benchmarks.warmup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.benchmarks.suite.JsonReport;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.StoredTables;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import dev.paceline.server.cli.Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs queries over and over, each in a JVM of its own that is started as this one was, and reports
 * how long they took until they were fast.
 */
public final class WarmUpBenchmark {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private final QuerySuite suite;
  private final double scale;
  private final int threads;
  private final double seconds;
  private final Console console;

  /**
   * @param threads workers of each JVM
   * @param seconds that each query runs
   */
  public WarmUpBenchmark(
      QuerySuite suite, double scale, int threads, double seconds, Console console) {
    this.suite = suite;
    this.scale = scale;
    this.threads = threads;
    this.seconds = seconds;
    this.console = console;
  }

  /**
   * Measures, and prints while it goes.
   *
   * @param cache folder for databases, which later runs find again
   */
  public List<WarmUpCurve> run(List<Query> queries, Path cache) throws SQLException, IOException {
    Path folder = StoredTables.inFolder(suite, cache, scale, console);
    String url = "jdbc:paceline:" + folder + ";readOnly=true;workers=" + threads;
    PrintStream out = console.out();
    out.println(
        Text.format(
            "%s scale %s, threads %d: %s seconds of each query in a JVM of its own",
            suite.dataSet().title(), Text.number(scale), threads, Text.number(seconds)));
    out.println(
        Text.format(
            "%-6s %10s %10s %10s %10s %10s",
            "query", "first ms", "peak ms", "runs", "90 % at s", "runs to it"));
    out.flush();
    List<WarmUpCurve> curves = new ArrayList<>();
    for (Query query : queries) {
      WarmUpCurve curve = new WarmUpCurve(query.name(), times(url, query.sql()));
      out.println(
          Text.format(
              "Q%-5s %10.0f %10.1f %10d %10.1f %10d",
              curve.query(),
              curve.nanos().getFirst() / NANOS_PER_MILLI,
              curve.peakNanos() / NANOS_PER_MILLI,
              curve.nanos().size(),
              curve.nanosBeforePeak() / NANOS_PER_SECOND,
              curve.runsBeforePeak()));
      out.flush();
      curves.add(curve);
    }
    return curves;
  }

  private List<Long> times(String url, String sql) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(WarmUpRun.class.getName(), url, sql, String.valueOf(seconds)));
    Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    List<Long> times = new ArrayList<>();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        times.add(Long.valueOf(line));
      }
      if (process.waitFor() != 0 || times.isEmpty()) {
        throw PacelineException.internal("the JVM of a query failed: " + command, null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PacelineException(ErrorCode.CANCELLED, "the benchmark was interrupted", e);
    } finally {
      process.destroy();
    }
    return times;
  }

  /** The times of all runs. */
  public byte[] toJson(List<WarmUpCurve> curves) throws IOException {
    ObjectNode root = JsonReport.of("warmup");
    root.put("scale", scale).put("threads", threads).put("seconds", seconds);
    root.putPOJO("queries", curves);
    return JsonReport.bytes(root);
  }
}
