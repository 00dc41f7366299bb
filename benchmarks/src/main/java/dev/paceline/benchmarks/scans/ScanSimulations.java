package dev.paceline.benchmarks.scans;

import dev.paceline.server.cli.Text;
import dev.paceline.storage.scan.simulate.Machine;
import dev.paceline.storage.scan.simulate.OptimalReplacement;
import dev.paceline.storage.scan.simulate.SimulatedPolicy;
import dev.paceline.storage.scan.simulate.SimulatedStream;
import dev.paceline.storage.scan.simulate.Simulation;
import dev.paceline.storage.scan.simulate.SimulationResult;
import dev.paceline.storage.scan.simulate.TwoScanSchedule;
import dev.paceline.storage.scan.simulate.Workloads;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Runs the published workloads in the simulator, under every policy. */
public final class ScanSimulations {
  private static final String HEADER = "%-12s %8s %-10s %10s %10s %12s %10s";
  private static final String EXAMPLE_HEADER = "%-20s %6s %6s %8s %6s";
  private static final Machine MACHINE_2011 = Workloads.machine2011(800_000_000);
  private static final long BYTES_PER_PERCENT = 18_500_000;

  /** Pool of 2011 for tables of six equal columns. */
  private static final Machine MACHINE_OF_COLUMNS = MACHINE_2011.withPoolBytes(3_600_000_000L);

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
    smallestExample();
    runsOf2004();
    title("16 streams of 4 queries over lineitem, pool of 800 MB (thesis 2011, table 6.1)");
    compare2011("basic", 16, MACHINE_2011, seed -> Workloads.basic(seed, 16));
    title("The same with a pool in percent of what they read (figure 6.2)");
    for (int percent : new int[] {20, 40, 60, 80, 100}) {
      Machine machine = MACHINE_2011.withPoolBytes(percent * BYTES_PER_PERCENT);
      compare2011("buffer", percent, machine, seed -> Workloads.basic(seed, 16));
    }
    for (int percent : new int[] {10, 50}) {
      title("Streams of queries over " + percent + " % of the table (figure 6.4)");
      for (int streams = 1; streams <= 32; streams *= 2) {
        int count = streams;
        compare2011(
            "streams-" + percent,
            streams,
            MACHINE_2011,
            seed -> Workloads.fast(seed, count, percent));
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
      compare2011("columns", i + 1, MACHINE_OF_COLUMNS, seed -> Workloads.columns(seed, types));
    }
    title("Scans of one table, started within 60 s (2004, figure 8)");
    Machine machine2004 = Workloads.queueing2004(320_000_000);
    for (int scans : new int[] {1, 2, 4, 8, 16, 32, 48}) {
      compare("batch", scans, machine2004, 0, seed -> Workloads.batch2004(scans));
    }
    title("16 scans of 3 to 60 chunks, a second apart, pool in chunks");
    for (int chunks : new int[] {16, 34}) {
      Machine machine = Workloads.queueing2004(10_000_000L * chunks);
      compare("ranges", chunks, machine, 0, Workloads::ranges2004);
    }
    if (folder != null) {
      ScanCharts.write(points, folder);
    }
    return List.copyOf(points);
  }

  private void title(String title) {
    out.println();
    out.println(title);
    out.println(
        Text.format(
            HEADER, "experiment", "x", "policy", "read GB", "MIN GB", "stream s", "latency"));
  }

  private void compare2011(
      String experiment, double x, Machine machine, LongFunction<List<SimulatedStream>> workload) {
    compare(experiment, x, machine, Workloads.READ_AHEAD_2011, workload);
  }

  private void compare(
      String experiment,
      double x,
      Machine machine,
      int readAhead,
      LongFunction<List<SimulatedStream>> workload) {
    for (SimulatedPolicy policy : SimulatedPolicy.values()) {
      List<ScanPoint> runs = new ArrayList<>();
      for (int seed = 1; seed <= seeds; seed++) {
        List<SimulatedStream> streams = workload.apply(seed);
        Map<String, Double> base = Workloads.baseSeconds(machine, readAhead, streams);
        SimulationResult result = Simulation.run(machine, policy, readAhead, streams, false);
        runs.add(
            new ScanPoint(
                experiment,
                policy.label(),
                x,
                result.bytes() / 1e9,
                OptimalReplacement.leastBytes(result.references(), machine.poolBytes()) / 1e9,
                result.averageStreamSeconds(),
                result.normalizedLatency(base)));
      }
      ScanPoint mean = ScanPoint.mean(runs);
      points.add(mean);
      out.println(
          Text.format(
              "%-12s %8.0f %-10s %10.2f %10.2f %12.2f %10.2f",
              experiment,
              x,
              mean.policy(),
              mean.gigabytes(),
              mean.leastGigabytes(),
              mean.streamSeconds(),
              mean.normalizedLatency()));
    }
    out.flush();
  }

  private void smallestExample() {
    out.println("Two scans, a page a second (thesis 2011, table 3.1)");
    out.println(Text.format(EXAMPLE_HEADER, "schedule", "Q1 s", "Q2 s", "mean s", "loads"));
    for (TwoScanSchedule schedule : TwoScanSchedule.values()) {
      TwoScanSchedule.Outcome outcome = schedule.run();
      out.println(
          Text.format(
              "%-20s %6.1f %6.1f %8.1f %6d",
              schedule.label(),
              outcome.first(),
              outcome.second(),
              outcome.average(),
              outcome.loads()));
    }
    out.println();
  }

  private void runsOf2004() {
    out.println("Three scans, half a second apart, on one core (2004, figures 3 and 4)");
    out.println(
        Text.format(
            "%-14s %-10s %6s %6s %6s %8s %6s %6s",
            "run", "policy", "Q1 s", "Q2 s", "Q3 s", "mean s", "loads", "MIN"));
    runOf2004("homogeneous", 20, 20, 20);
    runOf2004("heterogeneous", 45, 5, 25);
  }

  private void runOf2004(String name, double... cyclesPerByte) {
    for (SimulatedPolicy policy : SimulatedPolicy.values()) {
      Machine machine = Workloads.machine2004();
      SimulationResult result =
          Simulation.run(machine, policy, 0, Workloads.runOf2004(cyclesPerByte), true);
      long least = OptimalReplacement.leastBytes(result.references(), machine.poolBytes());
      out.println(
          Text.format(
              "%-14s %-10s %6.2f %6.2f %6.2f %8.2f %6d %6d",
              name,
              policy.label(),
              result.queries().get(0).seconds(),
              result.queries().get(1).seconds(),
              result.queries().get(2).seconds(),
              result.averageSeconds(),
              result.loads(),
              least * result.loads() / result.bytes()));
      if (folder != null) {
        ScanTimeline.write(result, 20, folder.resolve(name + "-" + policy.label() + ".png"));
      }
    }
  }
}
