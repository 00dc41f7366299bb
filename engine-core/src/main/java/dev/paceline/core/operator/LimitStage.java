package dev.paceline.core.operator;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * LIMIT and OFFSET in the order of arrival: numbers the rows of all workers together and lets
 * through those from {@code offset} on, {@code limit} of them. With an ordered source that is the
 * source's order. Pipelines that share one sink (UNION ALL) share the stage too.
 */
public final class LimitStage implements StageFactory {
  private final long offset;
  private final long end;
  private final AtomicLong arrived = new AtomicLong();

  /**
   * @param offset rows to leave out, at least 0
   * @param limit the most rows to let through; -1 for all
   */
  public LimitStage(long offset, long limit) {
    this.offset = offset;
    this.end = limit < 0 || offset + limit < 0 ? Long.MAX_VALUE : offset + limit;
  }

  @Override
  public BatchConsumer newStage(WorkerContext context, BatchConsumer downstream) {
    return new Local(context, downstream);
  }

  @Override
  public boolean endsEarly() {
    return true;
  }

  @Override
  public String name() {
    return "limit";
  }

  private final class Local implements BatchConsumer {
    private final WorkerContext context;
    private final BatchConsumer downstream;
    private @Nullable Selection kept;
    private @Nullable Batch part;

    Local(WorkerContext context, BatchConsumer downstream) {
      this.context = context;
      this.downstream = downstream;
    }

    @Override
    public boolean accept(Batch batch) {
      int count = batch.selectedCount();
      long first = arrived.get() >= end ? end : arrived.getAndAdd(count);
      if (first >= end) {
        return false;
      }
      long from = Math.max(0, Math.min(count, offset - first));
      long to = Math.min(count, end - first);
      if (from < to) {
        boolean whole = from == 0 && to == count;
        if (!downstream.accept(whole ? batch : slice(batch, (int) from, (int) to))) {
          return false;
        }
      }
      return first + count < end;
    }

    /** The selected rows numbered [from, to) of a batch, as a batch over the same vectors. */
    private Batch slice(Batch batch, int from, int to) {
      Batch out = part;
      Selection selection = kept;
      if (out == null || selection == null) {
        ColumnVector[] columns = new ColumnVector[batch.columnCount()];
        for (int i = 0; i < columns.length; i++) {
          columns[i] = new ColumnVector(batch.column(i).type());
        }
        out = new Batch(columns);
        part = out;
        selection = new Selection(context.memory(), context.batchRows());
        kept = selection;
      }
      for (int i = 0; i < batch.columnCount(); i++) {
        out.column(i).pointTo(batch.column(i));
      }
      selection.selectRange(batch.selection(), batch.rowCount(), from, to);
      return out.set(batch.rowCount(), selection);
    }
  }
}
