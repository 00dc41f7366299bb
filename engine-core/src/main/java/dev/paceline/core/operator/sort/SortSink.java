package dev.paceline.core.operator.sort;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.type.DataType;
import java.util.List;

/** ORDER BY. */
public final class SortSink implements Sink {
  private final QueryContext query;

  /**
   * @param offset first row of the order to deliver
   * @param limit the most rows to deliver; -1 for all
   */
  public SortSink(
      List<DataType> types, List<SortKey> keys, long offset, long limit, QueryContext query) {
    this.query = query;
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  /** The rows in order. */
  public Source output() {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  @Override
  public String name() {
    return "sort";
  }
}
