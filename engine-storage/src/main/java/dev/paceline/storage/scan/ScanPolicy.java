package dev.paceline.storage.scan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides for all scans together which chunk is handed out, which is read, and which has to go.
 * Told of every event, in order; starts nothing itself. The engine and the simulator run the same
 * policies.
 *
 * <p>Guarded by whoever drives the scheduler; no method waits or looks at a clock.
 */
public interface ScanPolicy {
  /** Its name in SET and in reports. */
  String name();

  /** A scan has its slot; it may set where it starts. Then its interest is noted in the chunks. */
  default void entered(RegisteredScan scan) {}

  /** Whether a scan begins with the first of its chunks, whatever others read. */
  default boolean keepsTableOrder() {
    return false;
  }

  /**
   * Whether scans that want only a few chunks more are served although as much is ordered as may
   * be, so that they need not wait for large chunks of others.
   */
  default boolean servesShortScansFirst() {
    return false;
  }

  /** A scan leaves; it wants no chunk any more. */
  default void left(RegisteredScan scan) {}

  /**
   * The chunk that a scan should get.
   *
   * @return one that the scan wants and that is ready; null if there is none for it now
   */
  @Nullable ScanChunk choose(RegisteredScan scan);

  /** The chunk that it chose has been handed out. */
  default void given(RegisteredScan scan, ScanChunk chunk) {}

  /**
   * What to read next.
   *
   * @param scans those that come into question, longest registered first
   * @param orders loads that were decided so far
   * @return null if nothing is worth it now
   */
  @Nullable Load chooseLoad(List<RegisteredScan> scans, long orders);

  /**
   * What has to go.
   *
   * @param tables all that may have chunks in memory
   * @param load for which room is needed; null if waiting is no choice
   * @return units of a chunk that is not busy; null if the policy would rather wait, without a load
   *     only if there is none
   */
  @Nullable Eviction victim(List<ScanTable> tables, @Nullable Load load);

  /**
   * Nobody works on the chunk any more, waits to take it, or fills it, and it has units in memory.
   *
   * @param used whether a scan has given it back; otherwise it was loaded, or not taken
   */
  default void idle(ScanChunk chunk, boolean used) {}

  /** The chunk is idle no more. */
  default void busy(ScanChunk chunk) {}

  /** Some units of an idle chunk are about to leave the memory. */
  default void evicted(ScanChunk chunk, long units) {}

  /**
   * A chunk to be read.
   *
   * @param scan for whose sake
   * @param units that are neither in memory nor on their way; at least one
   */
  record Load(RegisteredScan scan, ScanChunk chunk, long units) {}

  /** Units of a chunk that leave the memory; at least one. */
  record Eviction(ScanChunk chunk, long units) {}
}
