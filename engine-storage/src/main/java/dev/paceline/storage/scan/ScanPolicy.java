package dev.paceline.storage.scan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides for all scans together which chunk is handed out, which is read, and which is evicted.
 * The scheduler calls it for every event, in order. Only which chunks are idle or busy is reported
 * later, just before the policy has to choose a victim. The engine and the simulator use the same
 * policies.
 *
 * <p>Guarded by whoever drives the scheduler; no method waits or looks at a clock.
 */
public interface ScanPolicy {
  /** Returns the name of the policy in SET and in reports. */
  String name();

  /**
   * A scan has got its slot. The policy may set where it starts; afterwards its chunks learn of its
   * interest.
   */
  default void entered(RegisteredScan scan) {}

  /** Returns whether a scan begins with the first of its chunks, whatever other scans read. */
  default boolean keepsTableOrder() {
    return false;
  }

  /**
   * Returns whether loads for scans that want only a few further chunks are ordered beyond the
   * limit of orders, so that these scans need not wait for large chunks of others.
   */
  default boolean servesShortScansFirst() {
    return false;
  }

  /** A scan has left; it wants no chunk any more. */
  default void left(RegisteredScan scan) {}

  /**
   * Chooses the chunk that a scan gets.
   *
   * @return a chunk that the scan wants and that is in memory; null if there is none for it now
   */
  @Nullable ScanChunk choose(RegisteredScan scan);

  /** A chunk that the policy chose has been handed out. */
  default void given(RegisteredScan scan, ScanChunk chunk) {}

  /**
   * Chooses what is read next.
   *
   * @param scans the scans for which it may read, longest registered first
   * @param orders the number of loads that were decided so far
   * @return null if nothing should be read now
   */
  @Nullable Load chooseLoad(List<RegisteredScan> scans, long orders);

  /**
   * Chooses what is evicted.
   *
   * @param tables all tables that may have chunks in memory
   * @param load the load that needs room; null if something must be evicted in any case
   * @return units of a chunk that is not busy; null if the policy would rather wait or, without a
   *     load, if there is none
   */
  @Nullable Eviction victim(List<ScanTable> tables, @Nullable Load load);

  /**
   * A chunk with units in memory has become idle since the last victim was chosen: no scan works on
   * it, it is promised to none, and none of its units is being read. Chunks are told in the order
   * in which they became idle last. A chunk that was used more than once since then is told twice.
   *
   * @param used whether a scan has just given it back; otherwise it was loaded, or a promise has
   *     ended
   */
  default void idle(ScanChunk chunk, boolean used) {}

  /** A chunk is no longer idle. */
  default void busy(ScanChunk chunk) {}

  /** Some units of an idle chunk are about to be evicted. */
  default void evicted(ScanChunk chunk, long units) {}

  /**
   * A chunk to be read.
   *
   * @param scan the scan for which it is read
   * @param units the units to read, which are neither in memory nor being read; at least one
   */
  record Load(RegisteredScan scan, ScanChunk chunk, long units) {}

  /** Units of a chunk that are evicted; at least one. */
  record Eviction(ScanChunk chunk, long units) {}
}
