package dev.paceline.storage.buffer;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The Predictive Buffer Manager: evicts what nobody is known to need, the longest idle first, then
 * what is needed furthest in the future, as the positions and speeds of the scans tell.
 *
 * <p>Predictions are kept on a timeline of equal steps. They are made anew when the block is used,
 * when its time has passed, and when it is about to be evicted: so a scan that comes or goes costs
 * nothing until a block of it is the next to go. The timeline has no end, so that nothing drifts
 * from an open last bucket towards the front.
 *
 * <p>Source: VectorWise thesis 2011, section 4.
 */
public final class PredictedUse<B> implements ReplacementPolicy<B> {
  private static final double NANOS = 1e9;

  /** Candidates that may turn out to be needed sooner before the next one is taken unseen. */
  private static final int RECHECKED = 64;

  /** Blocks whose time has passed of which a victim's choice takes care. */
  private static final int OVERDUE = 2;

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
    put(block, nextStep(block));
  }

  /** When it is next used; null if nobody is known to need it. */
  private @Nullable Long nextStep(B block) {
    double seconds = secondsUntilUse.applyAsDouble(block);
    double due = clock.getAsLong() + seconds * NANOS; // may be beyond all longs
    return seconds == Double.POSITIVE_INFINITY ? null : (long) (due / stepNanos);
  }

  private void put(B block, @Nullable Long step) {
    if (step == null) {
      notNeeded.add(block);
    } else {
      stepOf.put(block, step);
      timeline.computeIfAbsent(step, unused -> new LinkedHashSet<>()).add(block);
    }
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
    rateOverdue();
    B last = last();
    for (int i = 0; i < RECHECKED && last != null; i++) {
      Long step = nextStep(last);
      if (Objects.equals(step, stepOf.get(last))) {
        return last;
      }
      busy(last);
      put(last, step);
      if (step == null || notNeeded.isEmpty() && step.equals(timeline.lastKey())) {
        return last;
      }
      last = last();
    }
    return last;
  }

  private @Nullable B last() {
    if (!notNeeded.isEmpty()) {
      return notNeeded.iterator().next();
    }
    return timeline.isEmpty() ? null : timeline.lastEntry().getValue().iterator().next();
  }

  /** Some whose time has passed may be needed later, or not at all. */
  private void rateOverdue() {
    long present = clock.getAsLong() / stepNanos;
    for (int i = 0; i < OVERDUE && !timeline.isEmpty() && timeline.firstKey() < present; i++) {
      B overdue = timeline.firstEntry().getValue().iterator().next();
      busy(overdue);
      idle(overdue);
    }
  }
}
