package dev.paceline.storage.buffer;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps blocks of high priority, those of small tables, as long as there are others; among equals
 * evicts the one that has been idle for longest.
 *
 * <p>Source: VectorWise thesis 2011, section 2.1 (digest 2.1).
 */
public final class TwoPriorities<B> implements ReplacementPolicy<B> {
  private final Predicate<B> isHigh;
  private final LeastRecentlyUsed<B> low = new LeastRecentlyUsed<>();
  private final LeastRecentlyUsed<B> high = new LeastRecentlyUsed<>();

  /**
   * @param isHigh always the same for a block
   */
  public TwoPriorities(Predicate<B> isHigh) {
    this.isHigh = isHigh;
  }

  @Override
  public void idle(B block) {
    (isHigh.test(block) ? high : low).idle(block);
  }

  @Override
  public void busy(B block) {
    (isHigh.test(block) ? high : low).busy(block);
  }

  @Override
  public @Nullable B victim() {
    B victim = low.victim();
    return victim == null ? high.victim() : victim;
  }
}
