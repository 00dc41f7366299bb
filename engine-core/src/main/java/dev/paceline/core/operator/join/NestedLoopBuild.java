package dev.paceline.core.operator.join;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;

/** The right side of a join by any condition: INNER, LEFT, RIGHT, FULL, SEMI or ANTI. */
public final class NestedLoopBuild implements Sink {
  private final QueryContext query;

  public NestedLoopBuild(JoinShape shape, QueryContext query) {
    this.query = query;
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  /** The loop over left batches, for a pipeline that depends on this build. */
  public StageFactory probe() {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  /**
   * Of RIGHT and FULL: the right rows without a partner, after the whole probe pipeline has
   * consumed its input, in the layout of the probe's output.
   */
  public Source buildRows() {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  @Override
  public String name() {
    return "nested loop build";
  }
}
