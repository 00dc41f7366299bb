package dev.paceline.core.operator.sort;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.type.DataType;
import java.util.List;

/** Buffers rows between two pipelines. */
public final class MaterialiseSink implements Sink {
  private final QueryContext query;

  public MaterialiseSink(List<DataType> types, QueryContext query) {
    this.query = query;
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  /** The rows; every call makes a source of its own over the same rows. */
  public Source output() {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  @Override
  public String name() {
    return "materialise";
  }
}
