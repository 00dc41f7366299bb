package dev.paceline.benchmarks.simulation.scans;

/**
 * The simulated machine that all scans share.
 *
 * @param bytesPerSecond the bandwidth of the device, which reads one unit after the other
 * @param accessSeconds the additional time of a read that does not continue the previous one
 * @param requests the number of reads that may be queued at the device; each of them has its memory
 *     already. The device serves them in turn. A policy with one reader for all scans queues one
 * @param cores the number of cores; a running scan uses at most one
 * @param poolBytes the memory for units, in bytes
 */
public record Machine(
    double bytesPerSecond, double accessSeconds, int requests, int cores, long poolBytes) {
  /** Returns the same machine with other memory. */
  public Machine withPoolBytes(long bytes) {
    return new Machine(bytesPerSecond, accessSeconds, requests, cores, bytes);
  }
}
