package dev.paceline.benchmarks.scans;

import dev.paceline.server.cli.Text;
import dev.paceline.storage.scan.simulate.Machine;
import dev.paceline.storage.scan.simulate.SimulatedPolicy;
import dev.paceline.storage.scan.simulate.SimulatedStream;
import dev.paceline.storage.scan.simulate.Simulation;
import dev.paceline.storage.scan.simulate.SimulationResult;
import dev.paceline.storage.scan.simulate.Workloads;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Runs the published workloads in the simulator, under every policy. */
public final class ScanSimulations {
  private static final String HEADER = "%-12s %8s %-10s %10s %12s %10s";
  private static final double BYTES_PER_PERCENT = 1.85e9 / 100;

  private final int seeds;
  private final PrintStream out;
  private final @Nullable Path folder;
  private final List<ScanPoint> points = new ArrayList<>();

  /**
   * @param seeds workloads per point, over which the mean is taken
   * @param folder where CSV and charts go; null for none
   */
  public ScanSimulations(int seeds, PrintStream out, @Nullable Path folder) {
    this.seeds = seeds;
    this.out = out;
    this.folder = folder;
  }

  /** All experiments. */
  public List<ScanPoint> run() {
    prepareFolder();
    runsOf2004();
    title("16 streams of 4 queries, pool in percent of what they read (thesis 2011, figure 6.2)");
    for (int percent : new int[] {20, 40, 60, 80, 100}) {
      compare("buffer", percent, pool(percent), seed -> Workloads.basic(seed, 16));
    }
    for (int percent : new int[] {10, 50}) {
      title("Streams of queries over " + percent + " % of the table (figure 6.4)");
      for (int streams = 1; streams <= 32; streams *= 2) {
        int count = streams;
        compare(
            "streams-" + percent, streams, pool(40), seed -> Workloads.fast(seed, count, percent));
      }
    }
    title("Queries on 1, 2, ... overlapping column sets (table 6.2)");
    List<List<String>> sets =
        List.of(
            List.of("ABC"),
            List.of("ABC", "DEF"),
            List.of("ABC", "BCD"),
            List.of("ABC", "BCD", "CDE"),
            List.of("ABC", "BCD", "CDE", "DEF"));
    for (int i = 0; i < sets.size(); i++) {
      List<String> types = sets.get(i);
      out.println(String.join(" ", types));
      compare(
          "columns",
          i + 1,
          Workloads.machine2011(3_600_000_000L),
          seed -> Workloads.columns(seed, types));
    }
    title("Scans of one table, started within 60 s (2004, figure 8)");
    Machine machine = Workloads.machine2004().withPoolBytes(320_000_000);
    for (int scans : new int[] {1, 2, 4, 8, 16, 32, 48}) {
      compare("batch", scans, machine, seed -> Workloads.batch2004(scans));
    }
    if (folder != null) {
      ScanCharts.writeCsv(points, folder);
      ScanCharts.writeCharts(points, folder);
    }
    return List.copyOf(points);
  }

  private void prepareFolder() {
    if (folder != null) {
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static Machine pool(int percent) {
    return Workloads.machine2011(Math.round(percent * BYTES_PER_PERCENT * 1.08));
  }

  private void title(String title) {
    out.println();
    out.println(title);
    out.println(Text.format(HEADER, "experiment", "x", "policy", "read GB", "stream s", "latency"));
  }

  private void compare(
      String experiment, double x, Machine machine, LongFunction<List<SimulatedStream>> workload) {
    for (SimulatedPolicy policy : SimulatedPolicy.values()) {
      List<ScanPoint> runs = new ArrayList<>();
      for (int seed = 1; seed <= seeds; seed++) {
        List<SimulatedStream> streams = workload.apply(seed);
        Map<String, Double> base =
            Workloads.baseSeconds(machine, Workloads.READ_AHEAD_2011, streams);
        SimulationResult result =
            Simulation.run(machine, policy, Workloads.READ_AHEAD_2011, streams, false);
        runs.add(
            new ScanPoint(
                experiment,
                policy.label(),
                x,
                result.bytes() / 1e9,
                result.averageStreamSeconds(),
                result.normalizedLatency(base)));
      }
      ScanPoint mean = ScanPoint.mean(runs);
      points.add(mean);
      out.println(
          Text.format(
              "%-12s %8.0f %-10s %10.2f %12.2f %10.2f",
              experiment,
              x,
              mean.policy(),
              mean.gigabytes(),
              mean.streamSeconds(),
              mean.normalizedLatency()));
    }
    out.flush();
  }

  private void runsOf2004() {
    out.println("Three scans, half a second apart, on one core (2004, figures 3 and 4)");
    out.println(
        Text.format(
            "%-14s %-10s %6s %6s %6s %8s %6s",
            "run", "policy", "Q1 s", "Q2 s", "Q3 s", "mean s", "loads"));
    runOf2004("homogeneous", 20, 20, 20);
    runOf2004("heterogeneous", 45, 5, 25);
  }

  private void runOf2004(String name, double... cyclesPerByte) {
    for (SimulatedPolicy policy : SimulatedPolicy.values()) {
      SimulationResult result =
          Simulation.run(
              Workloads.machine2004(), policy, 0, Workloads.runOf2004(cyclesPerByte), true);
      out.println(
          Text.format(
              "%-14s %-10s %6.2f %6.2f %6.2f %8.2f %6d",
              name,
              policy.label(),
              result.queries().get(0).seconds(),
              result.queries().get(1).seconds(),
              result.queries().get(2).seconds(),
              result.averageSeconds(),
              result.loads()));
      if (folder != null) {
        ScanTimeline.write(result, 20, folder.resolve(name + "-" + policy.label() + ".png"));
      }
    }
  }
}
