package dev.paceline.core.operator.join.filter;

import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.scan.RuntimeFilter;

/** Makes a set of the keys of all build rows, in parallel orders. */
public interface FilterBuild {
  /** Returns the work after which the filter is {@link #complete}. Called once. */
  FinishPhase phases();

  /** The filter, for any thread. */
  RuntimeFilter complete();
}
