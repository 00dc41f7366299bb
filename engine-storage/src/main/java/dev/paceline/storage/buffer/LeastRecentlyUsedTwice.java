package dev.paceline.storage.buffer;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * LRU-2: evicts the block whose last use but one is longest ago, so that what was used once, by a
 * scan, goes before what is used again and again. A use is remembered for a while after the block
 * has left.
 *
 * <p>Source: O'Neil, O'Neil, Weikum, The LRU-K page replacement algorithm (SIGMOD 1993), with K =
 * 2.
 */
public final class LeastRecentlyUsedTwice<B> implements ReplacementPolicy<B> {
  /** Blocks that have left and whose last use is remembered. */
  private static final int REMEMBERED = 4096;

  private record Uses(long last, long lastButOne) {}

  private final Map<B, Uses> idle = new HashMap<>();
  private final TreeMap<Long, B> byAge = new TreeMap<>();
  private final Map<B, Uses> gone =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<B, Uses> eldest) {
          return size() > REMEMBERED;
        }
      };
  private long clock;

  @Override
  public void idle(B block) {
    Uses before = gone.remove(block);
    long now = ++clock;
    add(block, new Uses(now, before == null || before.last() < 0 ? never(now) : before.last()));
  }

  @Override
  public void unused(B block) {
    Uses before = gone.remove(block);
    long time = never(++clock);
    add(block, before == null ? new Uses(time, time) : before);
  }

  /**
   * Returns a time before all uses, unique per block, so that blocks used once are replaced first,
   * the oldest of them before the others.
   */
  private static long never(long now) {
    return now - Long.MAX_VALUE / 2;
  }

  private void add(B block, Uses uses) {
    idle.put(block, uses);
    byAge.put(uses.lastButOne(), block);
  }

  @Override
  public void busy(B block) {
    Uses uses = idle.remove(block);
    if (uses != null) {
      byAge.remove(uses.lastButOne());
      gone.put(block, uses);
    }
  }

  @Override
  public @Nullable B victim() {
    return byAge.isEmpty() ? null : byAge.firstEntry().getValue();
  }
}
