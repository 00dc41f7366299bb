package dev.paceline.core.operator;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.PreemptibleThread;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.RowTarget;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.type.DataType;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * INSERT: adds the rows of a query to a {@link RowTarget}. A work order takes a part of the target
 * with its first row and gives it back at its end, so that no more parts are begun than orders run
 * at once. Where memory is short there are fewer parts, and further orders wait for one. Rows whose
 * order means something all go to one part.
 */
public final class InsertSink implements Sink {
  /** All parts together take at most such a part of what the query should hold. */
  private static final int PARTS_SHARE = 2;

  private final RowTarget target;
  private final QueryContext query;
  private final int maxParts;
  private final LongAdder rows = new LongAdder();

  /** The parts that no order fills now; the one that was filled last comes first. */
  @GuardedBy("this")
  private final ArrayDeque<RowTarget.Part> idle = new ArrayDeque<>();

  /** Parts that have been begun. */
  @GuardedBy("this")
  private int parts;

  /**
   * @param ordered whether the order of the rows means something
   */
  public InsertSink(RowTarget target, boolean ordered, QueryContext query) {
    this.target = target;
    this.query = query;
    this.maxParts = ordered ? 1 : query.workers();
  }

  /** Returns one row: the number of rows that were added. */
  public Source output() {
    return new CountSource();
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    return new Local();
  }

  @Override
  public synchronized boolean ready() {
    return !idle.isEmpty() || mayBegin();
  }

  @GuardedBy("this")
  private boolean mayBegin() {
    if (parts == 0) {
      return true;
    }
    long bound = query.budget().boundBytes();
    return parts < maxParts
        && (parts + 1) * target.partBytes() <= bound / PARTS_SHARE
        && query.budget().usedBytes() + target.partBytes() <= bound;
  }

  @Override
  public void endOrder(BatchConsumer local) {
    ((Local) local).giveBack();
  }

  /** Takes a part, after waiting if there may not be one more. */
  private RowTarget.Part take() {
    while (true) {
      synchronized (this) {
        RowTarget.Part free = idle.poll();
        if (free != null) {
          return free;
        }
        if (mayBegin()) {
          parts++;
          break;
        }
      }
      if (Thread.currentThread() instanceof PreemptibleThread worker) {
        worker.awaitReady(this);
      }
      query.cancellation().throwIfCancelled();
    }
    return target.newPart(query);
  }

  @Override
  public FinishPhase finish() {
    return target.finish();
  }

  @Override
  public ScanOrder inputOrder() {
    return ScanOrder.TABLE;
  }

  @Override
  public String name() {
    return "insert into " + target.name();
  }

  /** One worker's way to the parts. */
  private final class Local implements BatchConsumer {
    private RowTarget.@Nullable Part part;

    @Override
    public boolean accept(Batch batch) {
      RowTarget.Part filled = part;
      if (filled == null) {
        filled = take();
        part = filled;
      }
      filled.append(batch);
      rows.add(batch.selectedCount());
      return true;
    }

    void giveBack() {
      RowTarget.Part filled = part;
      if (filled != null) {
        part = null;
        synchronized (InsertSink.this) {
          idle.push(filled);
        }
      }
    }
  }

  /** Delivers the number of rows, once. */
  private final class CountSource implements Source {
    private final AtomicBoolean taken = new AtomicBoolean();

    @Override
    public @Nullable Morsel next() {
      return taken.compareAndSet(false, true) ? new Morsel() {} : null;
    }

    @Override
    public boolean exhausted() {
      return taken.get();
    }

    @Override
    public SourceReader newReader(WorkerContext context) {
      ColumnVector count = new ColumnVector(DataType.INT64);
      return (morsel, out) -> out.accept(new Batch(count.setConstantLong(rows.sum())).set(1, null));
    }

    @Override
    public String name() {
      return "inserted rows";
    }
  }
}
