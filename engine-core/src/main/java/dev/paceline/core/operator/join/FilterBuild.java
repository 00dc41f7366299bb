package dev.paceline.core.operator.join;

import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.RuntimeFilter;

/** Makes a set of the keys of all build rows, in parallel orders. */
interface FilterBuild {
  /** What is to be done; when it is, the filter is {@link #complete}. Called once. */
  FinishPhase phases();

  /** The filter, for any thread. */
  RuntimeFilter complete();
}
