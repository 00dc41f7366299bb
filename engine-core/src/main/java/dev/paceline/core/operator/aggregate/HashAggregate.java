package dev.paceline.core.operator.aggregate;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.type.DataType;
import java.util.List;

/** GROUP BY. */
public final class HashAggregate implements Sink {
  private final QueryContext query;

  /**
   * @param inputTypes of the columns that flow in
   * @param keys input columns to group by; none makes one group of everything
   * @param calls what to compute; none makes this DISTINCT
   */
  public HashAggregate(
      List<DataType> inputTypes, int[] keys, List<AggregateCall> calls, QueryContext query) {
    this.query = query;
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  /** The groups: keys, then results of the calls. */
  public Source output() {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  @Override
  public String name() {
    return "aggregate";
  }
}
