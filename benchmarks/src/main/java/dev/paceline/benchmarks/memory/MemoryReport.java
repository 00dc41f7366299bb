package dev.paceline.benchmarks.memory;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paceline.benchmarks.memory.MemoryTimes.Limited;
import dev.paceline.benchmarks.suite.JsonReport;
import dev.paceline.benchmarks.suite.Timing;
import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Collects times, prints what less memory costs, and writes all as JSON. */
public final class MemoryReport {
  private static final double BYTES_PER_MEGABYTE = 1 << 20;

  private final MemoryBenchmark.Settings settings;
  private final List<MemoryTimes> all = new ArrayList<>();

  MemoryReport(MemoryBenchmark.Settings settings) {
    this.settings = settings;
  }

  void begin(PrintStream out) {
    out.println(
        Text.format(
            "%s scale %s, threads %d, medians of %d runs, milliseconds; memory in MB",
            settings.suite().dataSet().title(),
            Text.number(settings.scale()),
            settings.threads(),
            settings.repetitions().rounds()));
    out.println(
        Text.format(
            "%-6s %8s %10s %10s %7s %10s %10s %7s",
            "query", "memory", "written", "paceline", "ratio", "CPU ratio", "duckdb", "ratio"));
    out.flush();
  }

  void add(MemoryTimes times, PrintStream out) {
    all.add(times);
    double theirs = Timing.median(times.theirs(), Timing::nanos);
    out.println(
        Text.format(
            "Q%-5s %8.1f %10.1f %10.1f %7s %10s %10.1f",
            times.query(), megabytes(times.peakBytes()), 0.0, times.usualMillis(), "", "", theirs));
    for (Limited less : times.limited()) {
      String line =
          Text.format(
              "%-6s %8.1f %10.1f %10.1f %7.2f %10.2f",
              "",
              megabytes(less.limitBytes()),
              megabytes(less.writtenBytes()),
              Timing.median(less.runs(), Timing::nanos),
              times.ratio(less),
              times.cpuRatio(less));
      if (less.theirFailure() == null) {
        double limited = Timing.median(less.theirs(), Timing::nanos);
        line += Text.format(" %10.1f %7.2f", limited, limited / theirs);
      } else {
        line += "   failed: " + less.theirFailure();
      }
      out.println(line);
    }
    out.flush();
  }

  private static double megabytes(long bytes) {
    return bytes / BYTES_PER_MEGABYTE;
  }

  /** Everything that was measured. */
  public byte[] toJson() throws IOException {
    ObjectNode root = JsonReport.of("memory");
    root.put("scale", settings.scale()).put("threads", settings.threads());
    settings.repetitions().writeTo(root);
    root.putPOJO("queries", all);
    return JsonReport.bytes(root);
  }
}
