package dev.paceline.core.operator.join;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import org.jspecify.annotations.Nullable;

/** The build side of an equi-join. */
public final class HashJoinBuild implements Sink {
  private final QueryContext query;

  /**
   * @param leftKeys and rightKeys columns that must be equal, pairwise of the same type
   * @param nullsEqual per key, whether NULL equals NULL
   * @param filters per key, where to publish a runtime filter; null for none
   */
  public HashJoinBuild(
      JoinShape shape,
      int[] leftKeys,
      int[] rightKeys,
      boolean[] nullsEqual,
      @Nullable RuntimeFilterSlot[] filters,
      QueryContext query) {
    this.query = query;
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  /** The probe, for a pipeline that depends on this build. */
  public StageFactory probe() {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  /**
   * Of RIGHT, FULL, RIGHT_SEMI and RIGHT_ANTI: the build rows that are delivered after the whole
   * probe pipeline has consumed its input, in the layout of the probe's output.
   */
  public Source buildRows() {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  @Override
  public String name() {
    return "hash build";
  }
}
