package dev.paceline.core.sched.admission;

/**
 * What a query needs of the machine (Quickstep §2.12).
 *
 * @param minWorkers with which it can go on, at least 1
 * @param maxWorkers that run orders of it at once
 * @param minBytes of memory with which it can go on, everything else in temporary files
 * @param maxBytes of memory with all of its state there; an estimate
 */
public record ResourceMap(int minWorkers, int maxWorkers, long minBytes, long maxBytes) {
  /** Of a query that keeps next to nothing. */
  public static final ResourceMap SMALL = new ResourceMap(1, Integer.MAX_VALUE, 0, 0);

  public ResourceMap {
    if (minWorkers < 1 || maxWorkers < minWorkers || minBytes < 0 || maxBytes < minBytes) {
      throw new IllegalArgumentException(
          minWorkers
              + " to "
              + maxWorkers
              + " workers, "
              + minBytes
              + " to "
              + maxBytes
              + " bytes");
    }
  }

  /** The same memory, for at most so many workers. */
  public ResourceMap withMaxWorkers(int workers) {
    return new ResourceMap(minWorkers, workers, minBytes, maxBytes);
  }
}
