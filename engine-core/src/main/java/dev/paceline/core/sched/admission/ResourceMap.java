package dev.paceline.core.sched.admission;

/**
 * What a query needs of the machine (Quickstep §2.12).
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

  /** The same memory, for at most so many workers. */
  public ResourceMap withMaxWorkers(int workers) {
    return new ResourceMap(workers, minBytes, maxBytes);
  }
}
