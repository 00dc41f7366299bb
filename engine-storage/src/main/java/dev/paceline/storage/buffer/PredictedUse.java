package dev.paceline.storage.buffer;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The Predictive Buffer Manager: evicts what nobody is known to need, the longest idle first, then
 * what is needed furthest in the future, as the positions and speeds of the scans tell.
 *
 * <p>Predictions are kept on a timeline of equal steps and made anew when the block is used, when
 * its time has passed, and before it is evicted. The timeline has no end, so that nothing drifts
 * from an open last bucket towards the front (digest 2.8, "overflow drift").
 *
 * <p>Source: VectorWise thesis 2011, section 4 (digest 2.8, F20 to F23).
 */
public final class PredictedUse<B> implements ReplacementPolicy<B> {
  private static final double NANOS = 1e9;

  /** Candidates whose prediction is made anew before one of them is taken. */
  private static final int RECHECKED = 8;

  private final ToDoubleFunction<B> secondsUntilUse;
  private final LongSupplier clock;
  private final long stepNanos;
  private final Set<B> notNeeded = new LinkedHashSet<>();
  private final TreeMap<Long, Set<B>> timeline = new TreeMap<>();
  private final Map<B, Long> stepOf = new HashMap<>();

  /**
   * @param secondsUntilUse when a block is used next; infinite if nobody is known to need it
   * @param clock in nanoseconds
   * @param stepNanos blocks whose next uses differ less count as equal
   */
  public PredictedUse(ToDoubleFunction<B> secondsUntilUse, LongSupplier clock, long stepNanos) {
    this.secondsUntilUse = secondsUntilUse;
    this.clock = clock;
    this.stepNanos = stepNanos;
  }

  @Override
  public void idle(B block) {
    double seconds = secondsUntilUse.applyAsDouble(block);
    if (seconds == Double.POSITIVE_INFINITY) {
      notNeeded.add(block);
      return;
    }
    double due = clock.getAsLong() + seconds * NANOS; // may be beyond all longs
    long step = (long) (due / stepNanos);
    stepOf.put(block, step);
    timeline.computeIfAbsent(step, unused -> new LinkedHashSet<>()).add(block);
  }

  @Override
  public void busy(B block) {
    Long step = stepOf.remove(block);
    if (step == null) {
      notNeeded.remove(block);
      return;
    }
    Set<B> others = timeline.get(step);
    if (others != null) {
      others.remove(block);
      if (others.isEmpty()) {
        timeline.remove(step);
      }
    }
  }

  @Override
  public @Nullable B victim() {
    for (int i = 0; notNeeded.isEmpty() && i < RECHECKED && !timeline.isEmpty(); i++) {
      rateAgain(timeline.firstEntry().getValue().iterator().next());
      if (!timeline.isEmpty()) {
        rateAgain(timeline.lastEntry().getValue().iterator().next());
      }
    }
    if (!notNeeded.isEmpty()) {
      return notNeeded.iterator().next();
    }
    return timeline.isEmpty() ? null : timeline.lastEntry().getValue().iterator().next();
  }

  @Override
  public void outlookChanged(B block) {
    rateAgain(block);
  }

  private void rateAgain(B block) {
    busy(block);
    idle(block);
  }
}
