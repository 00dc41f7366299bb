package dev.paceline.core.operator.join.nested;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.join.BuildRows;
import dev.paceline.core.operator.join.JoinColumns;
import dev.paceline.core.operator.join.JoinShape;
import dev.paceline.core.operator.row.RowCollector;
import dev.paceline.core.operator.row.RowPart;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.scan.ScanOrder;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The right side of a join by any condition, or none: INNER, LEFT, RIGHT, FULL, SEMI or ANTI. */
public final class NestedLoopBuild implements Sink, AutoCloseable {
  private final JoinShape shape;
  private final JoinColumns columns;
  private final MemoryScope memory;
  private final RowCollector collector;
  private MemorySegment marks = MemorySegment.NULL;

  public NestedLoopBuild(JoinShape shape, QueryContext query) {
    switch (shape.type()) {
      case INNER, LEFT, RIGHT, FULL, SEMI, ANTI -> {}
      case RIGHT_SEMI, RIGHT_ANTI, LEFT_MARK, NULL_AWARE_ANTI ->
          throw PacelineException.internal("a nested loop cannot be a " + shape.type(), null);
    }
    this.shape = shape;
    this.memory = query.budget().openScope(name() + " of " + query.name());
    this.columns = new JoinColumns(shape, new int[0]);
    this.collector = new RowCollector(columns.keptTypes(), query.withMemory(memory), name());
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    RowPart part = collector.newPart(context);
    return batch -> {
      MemorySegment positions = batch.selection() == null ? null : batch.selection().positions();
      part.append(batch, columns.kept(), positions, batch.selectedCount());
      return true;
    };
  }

  @Override
  public FinishPhase finish() {
    List<FinishOrder> orders = collector.combine();
    if (shape.deliversBuildRows()) {
      marks = memory.allocateZeroed(store().rowCount());
    }
    return FinishPhase.of(orders);
  }

  /** The loop over left batches, for a pipeline that depends on this build. */
  public StageFactory probe() {
    return new NestedLoopProbe(this);
  }

  /**
   * Returns the source of RIGHT and FULL joins' right rows without a partner, after the whole probe
   * pipeline has consumed its input, in the layout of the probe's output.
   */
  public Source buildRows() {
    return new BuildRows(shape, columns, this::store, this::marks);
  }

  @Override
  public ScanOrder inputOrder() {
    return ScanOrder.ANY;
  }

  @Override
  public String name() {
    return "build of nested loop join " + shape.type();
  }

  /** Gives the memory back; the query's end does, too. */
  @Override
  public void close() {
    memory.close();
  }

  JoinShape shape() {
    return shape;
  }

  JoinColumns columns() {
    return columns;
  }

  RowStore store() {
    return collector.store();
  }

  /** One byte a right row, not 0 once it has had a partner; empty if nobody asks. */
  MemorySegment marks() {
    return marks;
  }
}
