package dev.paceline.storage.buffer;

import org.jspecify.annotations.Nullable;

/**
 * Chooses which block leaves the memory. Told of every event, in order, under the pool's lock; does
 * nothing else.
 */
public interface ReplacementPolicy {
  /** The block is in memory and nobody needs it at the moment. */
  void idle(PoolBlock<?> block);

  /** Somebody needs the block again, or it has left the memory. */
  void busy(PoolBlock<?> block);

  /** The idle block that is missed least; null if none is idle. */
  @Nullable PoolBlock<?> victim();
}
