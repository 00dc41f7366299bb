package dev.paceline.benchmarks.scans;

import java.util.List;

/**
 * The cost of a policy in one setting, as the mean over all seeds. NaN stands for what was not
 * measured.
 *
 * @param x what the experiment varies
 * @param gigabytes read from the device
 * @param leastGigabytes what MIN would have read, given chunks in the same order
 * @param streamSeconds mean time of a stream
 * @param normalizedLatency mean over query types of latency by latency alone
 */
public record ScanPoint(
    String experiment,
    String policy,
    double x,
    double gigabytes,
    double leastGigabytes,
    double streamSeconds,
    double normalizedLatency) {
  static ScanPoint mean(List<ScanPoint> points) {
    ScanPoint first = points.getFirst();
    return new ScanPoint(
        first.experiment,
        first.policy,
        first.x,
        points.stream().mapToDouble(ScanPoint::gigabytes).average().orElse(0),
        points.stream().mapToDouble(ScanPoint::leastGigabytes).average().orElse(0),
        points.stream().mapToDouble(ScanPoint::streamSeconds).average().orElse(0),
        points.stream().mapToDouble(ScanPoint::normalizedLatency).average().orElse(0));
  }
}
