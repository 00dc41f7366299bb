package dev.paceline.storage.scan.simulate;

/**
 * A table of equal chunks.
 *
 * @param unitBytes bytes per chunk of each unit, that is of each column
 */
public record SimulatedTable(String name, int chunks, int rowsPerChunk, long[] unitBytes) {
  public long bytes(long units) {
    long bytes = 0;
    for (long left = units; left != 0; left &= left - 1) {
      bytes += unitBytes[Long.numberOfTrailingZeros(left)];
    }
    return bytes * chunks;
  }
}
