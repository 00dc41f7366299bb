package dev.paceline.core.sched.admission;

/**
 * The workers and the memory that a query needs (Quickstep 2018, section 2.12).
 *
 * @param maxWorkers that run orders of it at once, at least 1; it can go on with one
 * @param minBytes of memory with which it can go on, everything else in temporary files
 * @param maxBytes of memory with all of its state there; an estimate
 */
public record ResourceMap(int maxWorkers, long minBytes, long maxBytes) {
  /** The resources of a query that keeps almost nothing. */
  public static final ResourceMap SMALL = new ResourceMap(Integer.MAX_VALUE, 0, 0);

  public ResourceMap {
    if (maxWorkers < 1 || minBytes < 0 || maxBytes < minBytes) {
      throw new IllegalArgumentException(
          maxWorkers + " workers, " + minBytes + " to " + maxBytes + " bytes");
    }
  }

  /** Returns the same memory, for at most {@code workers} workers. */
  public ResourceMap withMaxWorkers(int workers) {
    return new ResourceMap(workers, minBytes, maxBytes);
  }
}
