package dev.paceline.core.operator;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.scan.ScanOrder;

/** Ends a pipeline of which only the side effects matter, such as marks on a join's build rows. */
public final class DiscardSink implements Sink {
  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    return batch -> true;
  }

  @Override
  public ScanOrder inputOrder() {
    return ScanOrder.ANY;
  }

  @Override
  public String name() {
    return "discard";
  }
}
