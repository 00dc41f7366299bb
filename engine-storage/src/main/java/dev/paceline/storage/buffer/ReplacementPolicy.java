package dev.paceline.storage.buffer;

import org.jspecify.annotations.Nullable;

/**
 * Chooses what leaves the memory. Told of every event, in order, under the lock of the pool; does
 * nothing else.
 *
 * @param <B> what is replaced, a key with equality
 */
public interface ReplacementPolicy<B> {
  /** It is in memory and nobody needs it at the moment; it was used until now. */
  void idle(B block);

  /**
   * Like {@link #idle}, for a block that was not used since it was last idle or since it was
   * loaded.
   */
  default void unused(B block) {
    idle(block);
  }

  /** Somebody needs it again, or it has left the memory. */
  void busy(B block);

  /** The idle one that is missed least; null if none is idle. It stays until {@link #busy}. */
  @Nullable B victim();
}
