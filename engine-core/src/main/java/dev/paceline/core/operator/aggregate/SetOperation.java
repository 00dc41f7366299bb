package dev.paceline.core.operator.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * INTERSECT and EXCEPT: groups the rows of both sides by all columns, counting how often each comes
 * from the left and how often from the right, and delivers as many copies as these counts ask for.
 * The two sinks may be filled in any order or at once; the output's pipeline depends on both.
 */
public final class SetOperation {
  private static final boolean LEFT = true;

  private final List<DataType> types;
  private final boolean except;
  private final boolean all;
  private final HashAggregate counts;
  private final AtomicInteger unfinished = new AtomicInteger(2);
  private volatile boolean leftFinished;
  private final Sink left = new Side(LEFT);
  private final Sink right = new Side(!LEFT);

  /**
   * @param except EXCEPT instead of INTERSECT
   * @param all keeps duplicates: min(m, n) of them, or max(m - n, 0)
   */
  public SetOperation(List<DataType> types, boolean except, boolean all, QueryContext query) {
    this.types = List.copyOf(types);
    this.except = except;
    this.all = all;
    int width = types.size();
    List<DataType> marked = new ArrayList<>(types);
    marked.add(DataType.BOOLEAN);
    marked.add(DataType.BOOLEAN);
    this.counts =
        new HashAggregate(
            marked,
            IntStream.range(0, width).toArray(),
            new ValueRange[width],
            List.of(countOf(width), countOf(width + 1)),
            Double.POSITIVE_INFINITY,
            query);
  }

  private static AggregateCall countOf(int mark) {
    return new AggregateCall(AggregateFunction.COUNT, -1, false, mark, DataType.INT64);
  }

  /** Takes the rows of the left input. */
  public Sink left() {
    return left;
  }

  /** Takes the rows of the right input. */
  public Sink right() {
    return right;
  }

  /** The distinct rows of both sides with their two counts, of which {@link #copies} is made. */
  public Source output() {
    return counts.output();
  }

  /** Turns the {@link #output} into rows of the result. */
  public StageFactory copies() {
    return new Copies();
  }

  /** How often a row is wanted. */
  private long copies(long m, long n) {
    if (all) {
      return except ? Math.max(m - n, 0) : Math.min(m, n);
    }
    return m > 0 && except == (n == 0) ? 1 : 0;
  }

  private final class Side implements Sink {
    private final boolean side;

    Side(boolean side) {
      this.side = side;
    }

    @Override
    public BatchConsumer newLocal(WorkerContext context) {
      BatchConsumer local = counts.newLocal(context);
      int width = types.size();
      ColumnVector[] columns = new ColumnVector[width + 2];
      for (int i = 0; i < width; i++) {
        columns[i] = new ColumnVector(types.get(i));
      }
      columns[width] = new ColumnVector(DataType.BOOLEAN).setConstantBoolean(side == LEFT);
      columns[width + 1] = new ColumnVector(DataType.BOOLEAN).setConstantBoolean(side != LEFT);
      Batch marked = new Batch(columns);
      return batch -> {
        for (int i = 0; i < width; i++) {
          columns[i].pointTo(batch.column(i));
        }
        return local.accept(marked.set(batch.rowCount(), batch.selection()));
      };
    }

    @Override
    public FinishPhase finish() {
      if (side == LEFT) {
        leftFinished = true;
      }
      return unfinished.decrementAndGet() == 0 ? counts.finish() : FinishPhase.COMPLETE;
    }

    /** Those of both sides; the right one speaks for them when the left one has ended. */
    @Override
    public long evictableBytes() {
      return speaks() ? counts.evictableBytes() : 0;
    }

    @Override
    public List<FinishOrder> evict() {
      return speaks() ? counts.evict() : List.of();
    }

    private boolean speaks() {
      return side == LEFT || leftFinished;
    }

    @Override
    public ScanOrder inputOrder() {
      return ScanOrder.ANY;
    }

    @Override
    public String name() {
      return (except ? "except " : "intersect ") + (side == LEFT ? "left" : "right");
    }
  }

  private final class Copies implements StageFactory {
    @Override
    public BatchConsumer newStage(WorkerContext context, BatchConsumer downstream) {
      return new Stage(context, downstream);
    }

    @Override
    public String name() {
      return except ? "except" : "intersect";
    }

    private final class Stage implements BatchConsumer {
      private final WorkerContext context;
      private final BatchConsumer downstream;
      private final MemorySegment wanted;
      private final Batch copied;

      Stage(WorkerContext context, BatchConsumer downstream) {
        this.context = context;
        this.downstream = downstream;
        wanted = context.memory().allocate(4L * context.batchRows());
        ColumnVector[] columns = new ColumnVector[types.size()];
        for (int i = 0; i < columns.length; i++) {
          columns[i] = new ColumnVector(types.get(i), context.memory());
        }
        copied = new Batch(columns);
      }

      @Override
      public boolean accept(Batch rows) {
        ColumnVector fromLeft = rows.column(types.size());
        ColumnVector fromRight = rows.column(types.size() + 1);
        int count = 0;
        for (int row = 0; row < rows.rowCount(); row++) {
          long copies = copies(fromLeft.getLong(row), fromRight.getLong(row));
          for (long copy = 0; copy < copies; copy++) {
            wanted.set(JAVA_INT, (long) count++ << 2, row);
            if (count == context.batchRows()) {
              context.query().cancellation().check();
              if (!emit(rows, count)) {
                return false;
              }
              count = 0;
            }
          }
        }
        return count == 0 || emit(rows, count);
      }

      private boolean emit(Batch rows, int count) {
        for (int i = 0; i < copied.columnCount(); i++) {
          Compactor.gather(rows.column(i), wanted, count, copied.column(i), context.batchRows());
        }
        return downstream.accept(copied.set(count, null));
      }
    }
  }
}
