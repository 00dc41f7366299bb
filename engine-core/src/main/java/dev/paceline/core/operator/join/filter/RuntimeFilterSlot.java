package dev.paceline.core.operator.join.filter;

import dev.paceline.core.scan.RuntimeFilter;
import org.jspecify.annotations.Nullable;

/**
 * The slot in which a join's build side publishes a runtime filter and the scans of the probe side
 * find it, once the build pipeline has completed. Any thread may use it.
 */
public final class RuntimeFilterSlot {
  private volatile @Nullable RuntimeFilter filter;

  /** The filter; null if the build side has not completed or a filter would drop nothing. */
  public @Nullable RuntimeFilter get() {
    return filter;
  }

  public void publish(RuntimeFilter complete) {
    filter = complete;
  }
}
