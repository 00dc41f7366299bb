package dev.paceline.core.sched.admission;

/** A query as the {@link LoadController} sees it. What it measures may change at any time. */
public interface LoadedQuery {
  /** The priority, at least 1; larger is more important. */
  int priority();

  ResourceMap resources();

  /** Bytes of memory that it holds. */
  long usedBytes();

  /** About how much of {@link #usedBytes} goes to temporary files while it is suspended. */
  long evictableBytes();

  /**
   * Whether nothing of it will end by itself: it has ended and holds memory until it is closed, or
   * its result waits for a reader.
   */
  boolean isStalled();
}
