package dev.paceline.core.operator;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import java.util.concurrent.atomic.LongAdder;

/** Counts the rows that pass, for profiles. Pipelines that share a sink may share the counter. */
public final class RowCountStage implements StageFactory {
  private final LongAdder rows;

  public RowCountStage(LongAdder rows) {
    this.rows = rows;
  }

  @Override
  public BatchConsumer newStage(WorkerContext context, BatchConsumer downstream) {
    return batch -> {
      rows.add(batch.selectedCount());
      return downstream.accept(batch);
    };
  }

  @Override
  public boolean isStateless() {
    return true;
  }

  @Override
  public String name() {
    return "";
  }
}
