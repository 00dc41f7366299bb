package dev.paceline.storage.buffer;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Evicts the block that has been idle for longest. */
public final class LeastRecentlyUsed<B> implements ReplacementPolicy<B> {
  private final Set<B> idle = new LinkedHashSet<>();

  @Override
  public void idle(B block) {
    idle.add(block);
  }

  @Override
  public void busy(B block) {
    idle.remove(block);
  }

  @Override
  public @Nullable B victim() {
    var oldest = idle.iterator();
    return oldest.hasNext() ? oldest.next() : null;
  }
}
