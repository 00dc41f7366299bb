package dev.paceline.benchmarks.kernel;

/** How much data a benchmark walks through, again and again. */
public enum WorkingSet {
  /** A few batches, for a run that only checks. */
  TINY(1 << 15),
  /** Fits the second-level cache of a core. */
  CACHE(1 << 19),
  /** Several times the last-level cache. */
  MEMORY(1 << 27);

  private final long bytes;

  WorkingSet(long bytes) {
    this.bytes = bytes;
  }

  /** Returns the rows of a column with lanes of {@code width} bytes, in whole batches. */
  long rows(int width) {
    return Math.max(1, bytes / width / KernelTrial.ROWS) * KernelTrial.ROWS;
  }
}
