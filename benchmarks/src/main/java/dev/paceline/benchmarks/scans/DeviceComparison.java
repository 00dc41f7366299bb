package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.frame.Report;
import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Cold scans beside plain reads of the same files, in turn: what share of a device scans get. */
final class DeviceComparison {
  private static final double MEGABYTE = 1e6;
  private static final double KILOBYTE = 1024;

  private final Path folder;
  private final int rounds;
  private final int workers;
  private final Report report;
  private final List<Round> all;

  /**
   * Prepares a comparison.
   *
   * @param folder of the database
   * @param rounds whose medians are compared
   * @param workers threads that take what was read
   */
  DeviceComparison(Path folder, int rounds, int workers, Report report) {
    this.folder = folder;
    this.rounds = rounds;
    this.workers = workers;
    this.report = report;
    this.all = report.list("device");
  }

  /** A scan, and plain reads at the same depth and in requests of the same size. */
  private record Round(
      int depth, boolean unpacks, ColdScan.Result scan, double plainRate, double plainCpuSeconds) {
    double ratio() {
      return scan.bytesPerSecond() / plainRate;
    }
  }

  /**
   * Prints two lines for each depth: of scans that only read, and of scans that unpack; and the
   * smallest ratio of reading.
   *
   * @param depths reads at a time; 0 for what the engine finds out
   */
  void run(List<Integer> depths) throws IOException {
    report.table(
        "depth %-10s; blocks %-9s; request KB %10.0f; mean depth %10.1f; plain MB/s %12.0f;"
            + " scan MB/s %12.0f; plain CPU s %12.2f; scan CPU s %12.2f; ratio %8.2f");
    double least = Double.POSITIVE_INFINITY;
    for (int depth : depths) {
      least = Math.min(least, compare(depth, false));
      compare(depth, true);
    }
    report.say("smallest ratio %.2f", least);
  }

  private double compare(int depth, boolean unpacks) throws IOException {
    List<Round> measured = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      ColdScan.Result scan = new ColdScan(folder, "lineitem", depth, workers, unpacks).run();
      int requestBytes =
          (int) Math.ceilDiv(scan.requestBytes(), PlainReads.ALIGNMENT) * PlainReads.ALIGNMENT;
      double cpu = Timing.processCpuSeconds();
      double rate =
          new PlainReads(PlainReads.segmentsOf(folder), scan.readDepth(), requestBytes)
              .bytesPerSecond(scan.bytes());
      measured.add(new Round(depth, unpacks, scan, rate, Timing.processCpuSeconds() - cpu));
    }
    all.addAll(measured);
    double ratio = Statistics.median(measured, Round::ratio);
    int used = measured.getLast().scan().readDepth();
    report.row(
        depth == 0 ? "auto: " + used : String.valueOf(depth),
        unpacks ? "unpacked" : "read",
        Statistics.median(measured, round -> round.scan().requestBytes() / KILOBYTE),
        Statistics.median(measured, round -> round.scan().meanDepth()),
        Statistics.median(measured, round -> round.plainRate() / MEGABYTE),
        Statistics.median(measured, round -> round.scan().bytesPerSecond() / MEGABYTE),
        Statistics.median(measured, Round::plainCpuSeconds),
        Statistics.median(measured, round -> round.scan().cpuSeconds()),
        ratio);
    return ratio;
  }
}
