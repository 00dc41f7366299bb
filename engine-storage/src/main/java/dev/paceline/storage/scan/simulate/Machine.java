package dev.paceline.storage.scan.simulate;

/**
 * What scans share.
 *
 * @param bytesPerSecond of the device, which reads one unit after the other
 * @param accessSeconds what a unit costs in addition that does not follow the one read before
 * @param requests reads that scans may have asked for at a time and for which there is room
 *     already; the device serves them in turn. What one reader decides for all scans it decides one
 *     by one
 * @param cores each running scan uses one at most
 * @param poolBytes memory for units
 */
public record Machine(
    double bytesPerSecond, double accessSeconds, int requests, int cores, long poolBytes) {
  public Machine withPoolBytes(long bytes) {
    return new Machine(bytesPerSecond, accessSeconds, requests, cores, bytes);
  }
}
