package dev.paceline.storage.buffer;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Evicts the block that has been idle for longest. */
public final class LeastRecentlyUsed implements ReplacementPolicy {
  private final Set<PoolBlock<?>> idle = new LinkedHashSet<>();

  @Override
  public void idle(PoolBlock<?> block) {
    idle.add(block);
  }

  @Override
  public void busy(PoolBlock<?> block) {
    idle.remove(block);
  }

  @Override
  public @Nullable PoolBlock<?> victim() {
    var oldest = idle.iterator();
    return oldest.hasNext() ? oldest.next() : null;
  }
}
