package dev.paceline.core.operator.unnest;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.list.ElementVector;
import dev.paceline.core.expr.series.SeriesCall;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Repeats each row once for each element of its lists. Rows of several short lists share a batch;
 * long lists fill batches whose other columns are constant.
 */
public final class UnnestStage implements StageFactory {
  private final PlanNode.Unnest unnest;

  public UnnestStage(PlanNode.Unnest unnest) {
    this.unnest = unnest;
  }

  @Override
  public BatchConsumer newStage(WorkerContext context, BatchConsumer downstream) {
    return new Stage(unnest, context, downstream);
  }

  @Override
  public boolean isStateless() {
    return true;
  }

  @Override
  public String name() {
    return "unnest";
  }

  private static final class Stage implements BatchConsumer {
    private final WorkerContext context;
    private final BatchConsumer downstream;
    private final boolean outer;
    private final int[] kept;
    private final int capacity;
    private final Compactor compactor;
    private final Elements[] lists;
    private final @Nullable ElementVector ordinality;

    /** The row of the input of each row in the piece. */
    private final MemorySegment positions;

    private final ColumnVector[] columns;
    private final Batch output;
    private int filled;

    Stage(PlanNode.Unnest unnest, WorkerContext context, BatchConsumer downstream) {
      this.context = context;
      this.downstream = downstream;
      outer = unnest.outer();
      List<DataType> types = unnest.input().types();
      kept = unnest.kept();
      capacity = context.batchRows();
      compactor = new Compactor(types.toArray(DataType[]::new), context.memory(), capacity);
      lists =
          unnest.lists().stream()
              .map(
                  list ->
                      list instanceof SeriesCall series
                          ? new SeriesElements(series, context)
                          : new ListElements(list, context))
              .toArray(Elements[]::new);
      ordinality = unnest.ordinality() ? new ElementVector(DataType.INT32, context.memory()) : null;
      positions = context.memory().allocate((long) Integer.BYTES * capacity);
      columns =
          unnest.types().stream()
              .map(type -> new ColumnVector(type, context.memory()))
              .toArray(ColumnVector[]::new);
      output = new Batch(columns);
    }

    @Override
    public boolean accept(Batch selected) {
      Batch input = compactor.compact(selected);
      for (Elements list : lists) {
        list.open(input);
      }
      resetPiece();
      for (int row = 0; row < input.rowCount(); row++) {
        if (!accept(input, row)) {
          return false;
        }
      }
      return filled == 0 || emitPiece(input);
    }

    private boolean accept(Batch input, int row) {
      long length = 0;
      for (Elements list : lists) {
        length = Math.max(length, list.start(row));
      }
      boolean missing = length == 0 && outer;
      long count = missing ? 1 : length;
      for (long done = 0; done < count; ) {
        if (filled == 0 && count - done >= capacity) {
          context.query().cancellation().check();
          if (!emitRun(input, row, done)) {
            return false;
          }
          done += capacity;
          continue;
        }
        int more = (int) Math.min(capacity - filled, count - done);
        append(row, done, more, missing);
        done += more;
        if (filled == capacity && !emitPiece(input)) {
          return false;
        }
      }
      return true;
    }

    private void append(int row, long done, int count, boolean missing) {
      for (Elements list : lists) {
        list.append(count);
      }
      for (int i = 0; i < count; i++) {
        positions.set(JAVA_INT, (long) (filled + i) << 2, row);
      }
      if (ordinality != null) {
        appendNumbers(ordinality, done, count, missing);
      }
      filled += count;
    }

    private static void appendNumbers(
        ElementVector numbers, long done, int count, boolean missing) {
      for (int i = 1; i <= count; i++) {
        if (missing) {
          numbers.appendNull();
        } else {
          numbers.appendLong(done + i);
        }
      }
    }

    private void resetPiece() {
      for (Elements list : lists) {
        list.reset(capacity);
      }
      if (ordinality != null) {
        ordinality.reset(capacity);
      }
      filled = 0;
    }

    private boolean emitPiece(Batch input) {
      context.query().cancellation().check();
      for (int i = 0; i < kept.length; i++) {
        Compactor.gather(input.column(kept[i]), positions, filled, columns[i], capacity);
      }
      for (int i = 0; i < lists.length; i++) {
        columns[kept.length + i].pointTo(lists[i].finish());
      }
      if (ordinality != null) {
        columns[kept.length + lists.length].pointTo(ordinality.finish());
      }
      boolean more = downstream.accept(output.set(filled, null));
      resetPiece();
      return more;
    }

    /** Emits a whole batch of elements of one row. */
    private boolean emitRun(Batch input, int row, long done) {
      for (int i = 0; i < kept.length; i++) {
        RowStore.constant(input.column(kept[i]), row, columns[i]);
      }
      for (int i = 0; i < lists.length; i++) {
        columns[kept.length + i].pointTo(lists[i].run(capacity));
      }
      if (ordinality != null) {
        appendNumbers(ordinality, done, capacity, false);
        columns[kept.length + lists.length].pointTo(ordinality.finish());
      }
      boolean more = downstream.accept(output.set(capacity, null));
      resetPiece();
      return more;
    }
  }
}
