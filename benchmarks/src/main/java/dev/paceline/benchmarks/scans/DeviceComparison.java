package dev.paceline.benchmarks.scans;

import dev.paceline.server.cli.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Cold scans beside plain reads of the same files, in turn: what share of a device scans get. */
public final class DeviceComparison {
  private final Path folder;
  private final PrintStream out;

  public DeviceComparison(Path folder, PrintStream out) {
    this.folder = folder;
    this.out = out;
  }

  /**
   * Prints two lines for each depth: of scans that only read, and of scans that unpack.
   *
   * @param depths reads at a time; 0 for what the engine finds out
   * @param rounds of which the medians are compared
   * @param workers threads that take what was read
   * @return the smallest ratio of reading
   */
  public double run(List<Integer> depths, int rounds, int workers) throws IOException {
    out.println(
        Text.format(
            "%-10s %-9s %8s %10s %12s %12s %12s %12s %8s",
            "depth",
            "blocks",
            "request",
            "mean depth",
            "plain MB/s",
            "scan MB/s",
            "plain CPU s",
            "scan CPU s",
            "ratio"));
    double least = Double.POSITIVE_INFINITY;
    for (int depth : depths) {
      least = Math.min(least, compare(depth, rounds, workers, false));
      compare(depth, rounds, workers, true);
    }
    return least;
  }

  private double compare(int depth, int rounds, int workers, boolean unpacks) throws IOException {
    List<Double> plain = new ArrayList<>();
    List<Double> plainCpu = new ArrayList<>();
    List<ColdScan.Result> scans = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      ColdScan.Result scan = new ColdScan(folder, "lineitem", depth, workers, unpacks).run();
      int requestBytes =
          (int) Math.ceilDiv(scan.requestBytes(), PlainReads.ALIGNMENT) * PlainReads.ALIGNMENT;
      long cpu = ColdScan.cpuNanos();
      double rate =
          new PlainReads(PlainReads.segmentsOf(folder), scan.readDepth(), requestBytes)
              .bytesPerSecond(scan.bytes());
      plainCpu.add((ColdScan.cpuNanos() - cpu) / 1e9);
      plain.add(rate / 1e6);
      scans.add(scan);
      ratios.add(scan.bytesPerSecond() / rate);
    }
    double ratio = median(ratios);
    int used = scans.getLast().readDepth();
    out.println(
        Text.format(
            "%-10s %-9s %5.0f KB %10.1f %12.0f %12.0f %12.2f %12.2f %8.2f",
            depth == 0 ? "auto: " + used : String.valueOf(depth),
            unpacks ? "unpacked" : "read",
            median(scans, scan -> scan.requestBytes() / 1024.0),
            median(scans, ColdScan.Result::meanDepth),
            median(plain),
            median(scans, scan -> scan.bytesPerSecond() / 1e6),
            median(plainCpu),
            median(scans, ColdScan.Result::cpuSeconds),
            ratio));
    out.flush();
    return ratio;
  }

  private static double median(
      List<ColdScan.Result> results, ToDoubleFunction<ColdScan.Result> value) {
    return median(results.stream().mapToDouble(value).boxed().toList());
  }

  private static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }
}
