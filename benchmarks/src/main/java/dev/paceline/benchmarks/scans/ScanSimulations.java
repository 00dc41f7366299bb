package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.frame.Charts;
import dev.paceline.benchmarks.frame.Report;
import dev.paceline.benchmarks.simulation.scans.Machine;
import dev.paceline.benchmarks.simulation.scans.OptimalReplacement;
import dev.paceline.benchmarks.simulation.scans.SimulatedPolicy;
import dev.paceline.benchmarks.simulation.scans.SimulatedStream;
import dev.paceline.benchmarks.simulation.scans.Simulation;
import dev.paceline.benchmarks.simulation.scans.SimulationResult;
import dev.paceline.benchmarks.simulation.scans.TwoScanSchedule;
import dev.paceline.benchmarks.simulation.scans.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** Runs the published workloads in the simulator, under every policy. */
final class ScanSimulations {
  private static final Machine MACHINE_2011 = Workloads.machine2011(800_000_000);
  private static final long BYTES_PER_PERCENT = 18_500_000;

  /** Pool of 2011 for tables of six equal columns. */
  private static final Machine MACHINE_OF_COLUMNS = MACHINE_2011.withPoolBytes(3_600_000_000L);

  private final int seeds;
  private final Report report;
  private final Charts charts;
  private final List<ScanPoint> points;

  /**
   * Prepares all experiments.
   *
   * @param seeds workloads per point, over which the mean is taken
   */
  ScanSimulations(int seeds, Report report, Charts charts) {
    this.seeds = seeds;
    this.report = report;
    this.charts = charts;
    this.points = report.list("points");
  }

  /** Runs all experiments. */
  void run() throws IOException {
    smallestExample();
    runsOf2004();
    table("16 streams of 4 queries over lineitem, pool of 800 MB (thesis 2011, table 6.1)");
    compare2011("basic", 16, MACHINE_2011, seed -> Workloads.basic(seed, 16));
    table("The same with a pool in percent of what they read (figure 6.2)");
    for (int percent : new int[] {20, 40, 60, 80, 100}) {
      Machine machine = MACHINE_2011.withPoolBytes(percent * BYTES_PER_PERCENT);
      compare2011("buffer", percent, machine, seed -> Workloads.basic(seed, 16));
    }
    for (int percent : new int[] {10, 50}) {
      table("Streams of queries over " + percent + " % of the table (figure 6.4)");
      for (int streams = 1; streams <= 32; streams *= 2) {
        int count = streams;
        compare2011(
            "streams-" + percent,
            streams,
            MACHINE_2011,
            seed -> Workloads.fast(seed, count, percent));
      }
    }
    table("Queries on 1, 2, ... overlapping column sets (table 6.2)");
    List<List<String>> sets =
        List.of(
            List.of("ABC"),
            List.of("ABC", "DEF"),
            List.of("ABC", "BCD"),
            List.of("ABC", "BCD", "CDE"),
            List.of("ABC", "BCD", "CDE", "DEF"));
    for (int i = 0; i < sets.size(); i++) {
      List<String> types = sets.get(i);
      report.say(String.join(" ", types));
      compare2011("columns", i + 1, MACHINE_OF_COLUMNS, seed -> Workloads.columns(seed, types));
    }
    table("Scans of one table, started within 60 s (2004, figure 8)");
    Machine machine2004 = Workloads.queueing2004(320_000_000);
    for (int scans : new int[] {1, 2, 4, 8, 16, 32, 48}) {
      compare("batch", scans, machine2004, 0, seed -> Workloads.batch2004(scans));
    }
    table("16 scans of 3 to 60 chunks, a second apart, pool in chunks");
    for (int chunks : new int[] {16, 34}) {
      Machine machine = Workloads.queueing2004(10_000_000L * chunks);
      compare("ranges", chunks, machine, 0, Workloads::ranges2004);
    }
    ScanCharts.write(points, charts);
  }

  private void table(String title) {
    report.say("%n%s", title);
    report.table(
        "experiment %-12s; x %8.0f; policy %-10s; read GB %10.2f; MIN GB %10.2f; stream s %12.2f;"
            + " latency %10.2f");
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
      report.row(
          experiment,
          x,
          mean.policy(),
          mean.gigabytes(),
          mean.leastGigabytes(),
          mean.streamSeconds(),
          mean.normalizedLatency());
    }
  }

  private void smallestExample() {
    report.say("Two scans, a page a second (thesis 2011, table 3.1)");
    report.table("schedule %-20s; Q1 s %6.1f; Q2 s %6.1f; mean s %8.1f; loads %6d");
    for (TwoScanSchedule schedule : TwoScanSchedule.values()) {
      TwoScanSchedule.Outcome outcome = schedule.run();
      report.row(
          schedule.label(), outcome.first(), outcome.second(), outcome.average(), outcome.loads());
    }
  }

  private void runsOf2004() throws IOException {
    report.say("%nThree scans, half a second apart, on one core (2004, figures 3 and 4)");
    report.table(
        "run %-14s; policy %-10s; Q1 s %6.2f; Q2 s %6.2f; Q3 s %6.2f; mean s %8.2f; loads %6d;"
            + " MIN %6d");
    runOf2004("homogeneous", 20, 20, 20);
    runOf2004("heterogeneous", 45, 5, 25);
  }

  private void runOf2004(String name, double... cyclesPerByte) throws IOException {
    for (SimulatedPolicy policy : SimulatedPolicy.values()) {
      Machine machine = Workloads.machine2004();
      SimulationResult result =
          Simulation.run(machine, policy, 0, Workloads.runOf2004(cyclesPerByte), true);
      long least = OptimalReplacement.leastBytes(result.references(), machine.poolBytes());
      report.row(
          name,
          policy.label(),
          result.queries().get(0).seconds(),
          result.queries().get(1).seconds(),
          result.queries().get(2).seconds(),
          result.averageSeconds(),
          result.loads(),
          least * result.loads() / result.bytes());
      Path file = charts.file(name + "-" + policy.label() + ".png");
      if (file != null) {
        ScanTimeline.write(result, 20, file);
      }
    }
  }
}
