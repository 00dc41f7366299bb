package dev.paceline.benchmarks.simulation.scans;

/**
 * A table of chunks of the same size.
 *
 * @param name the name of the table
 * @param chunks the number of chunks
 * @param rowsPerChunk the rows of each chunk
 * @param unitBytes the bytes that each unit, which is a column, has in a chunk
 */
public record SimulatedTable(String name, int chunks, int rowsPerChunk, long[] unitBytes) {
  /** Returns the bytes of some columns of the whole table. */
  public long bytes(long units) {
    long bytes = 0;
    for (long left = units; left != 0; left &= left - 1) {
      bytes += unitBytes[Long.numberOfTrailingZeros(left)];
    }
    return bytes * chunks;
  }
}
