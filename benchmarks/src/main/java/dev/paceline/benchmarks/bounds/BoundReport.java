package dev.paceline.benchmarks.bounds;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.benchmarks.suite.JsonReport;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Collects the times of a benchmark, prints them as a table, and writes them as JSON. */
public final class BoundReport {
  /** SQL may take so many times as long as the program written by hand. */
  private static final double GOAL = 2;

  private static final double MEGABYTE = 1e6;
  private static final double GIGABYTE = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final double scale;
  private final int threads;
  private final Repetitions repetitions;
  private final double bandwidth;
  private final List<BoundTimes> all = new ArrayList<>();

  /**
   * @param bandwidth bytes that this machine reads in a second
   */
  BoundReport(double scale, int threads, Repetitions repetitions, double bandwidth) {
    this.scale = scale;
    this.threads = threads;
    this.repetitions = repetitions;
    this.bandwidth = bandwidth;
  }

  void begin(PrintStream out) {
    out.println(
        Text.format(
            "TPC-H scale %s, SQL threads %d, median of %d, milliseconds; reading %.1f GB/s",
            Text.number(scale), threads, repetitions.rounds(), bandwidth / GIGABYTE));
    out.println(
        Text.format(
            "%-6s %10s %10s %8s %10s %10s %8s %8s %8s",
            "query", "by hand", "SQL", "ratio", "CPU hand", "CPU SQL", "ratio", "MB", "reading"));
    out.flush();
  }

  void add(BoundTimes times, PrintStream out) {
    all.add(times);
    if (times.failure() != null) {
      out.println(Text.format("Q%-5d FAILED: %s", times.query(), times.failure()));
    } else {
      out.println(
          Text.format(
              "Q%-5d %10.2f %10.2f %8.2f %10.2f %10.2f %8.2f %8.1f %8.2f%s",
              times.query(),
              times.handMillis(),
              times.sqlMillis(),
              times.ratio(),
              times.handCpuMillis(),
              times.sqlCpuMillis(),
              times.cpuRatio(),
              times.bytes() / MEGABYTE,
              readMillis(times),
              times.cpuRatio() > GOAL ? "  above " + Text.number(GOAL) : ""));
    }
    out.flush();
  }

  void end(PrintStream out) {
    List<BoundTimes> measured = all.stream().filter(times -> times.failure() == null).toList();
    if (!measured.isEmpty()) {
      double logarithms =
          measured.stream().mapToDouble(times -> Math.log(times.cpuRatio())).average().orElse(0);
      out.println(
          Text.format(
              "%-6s %10.2f %10.2f %8s %10.2f %10.2f",
              "total",
              measured.stream().mapToDouble(BoundTimes::handMillis).sum(),
              measured.stream().mapToDouble(BoundTimes::sqlMillis).sum(),
              "",
              measured.stream().mapToDouble(BoundTimes::handCpuMillis).sum(),
              measured.stream().mapToDouble(BoundTimes::sqlCpuMillis).sum()));
      out.println(Text.format("geometric mean of the CPU ratios %.2f", Math.exp(logarithms)));
    }
    out.flush();
  }

  /** What reading the blocks takes at least. */
  private double readMillis(BoundTimes times) {
    return times.bytes() / bandwidth * MILLIS_PER_SECOND;
  }

  /** Whether every query gave the right answer. */
  public boolean isComplete() {
    return all.stream().allMatch(times -> times.failure() == null);
  }

  /** Everything that was measured. */
  public byte[] toJson() throws IOException {
    ObjectNode root = JsonReport.of("bounds");
    root.put("scale", scale).put("threads", threads).put("readBytesPerSecond", bandwidth);
    repetitions.writeTo(root);
    ArrayNode queries = root.putArray("queries");
    for (BoundTimes times : all) {
      ObjectNode query = queries.addObject();
      query.put("query", times.query());
      if (times.failure() != null) {
        query.put("failure", times.failure());
        continue;
      }
      query
          .put("handMillis", times.handMillis())
          .put("sqlMillis", times.sqlMillis())
          .put("ratio", times.ratio())
          .put("handCpuMillis", times.handCpuMillis())
          .put("sqlCpuMillis", times.sqlCpuMillis())
          .put("bytes", times.bytes())
          .put("readMillis", readMillis(times));
      query.putPOJO("hand", times.byHand());
      query.putPOJO("sql", times.sql());
    }
    return JsonReport.bytes(root);
  }
}
