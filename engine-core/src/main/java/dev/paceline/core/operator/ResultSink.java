package dev.paceline.core.operator;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.BatchCopy;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.type.DataType;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of a query: a bounded queue of batches between workers and the caller. Its memory is the
 * query's, and is reused as the caller goes on. When the queue is full the pipeline is not ready,
 * so that a slow caller stops its own query and nobody else; an order that runs already may
 * overfill it by the rows of one morsel.
 *
 * <p>Workers fill it; one caller thread takes.
 */
public final class ResultSink implements Sink {
  private static final int MAX_WAITING_BATCHES = 64;

  private final List<DataType> types;
  private final QueryContext query;
  private final Runnable onBatch;
  private final Runnable onSpace;

  @GuardedBy("this")
  private final ArrayDeque<BatchCopy> waiting = new ArrayDeque<>();

  @GuardedBy("this")
  private final ArrayDeque<BatchCopy> idle = new ArrayDeque<>();

  @GuardedBy("this")
  private @Nullable BatchCopy taken;

  @GuardedBy("this")
  private boolean closed;

  /**
   * @param onBatch called by workers after each batch
   * @param onSpace called by the caller when a full queue has room again
   */
  public ResultSink(List<DataType> types, QueryContext query, Runnable onBatch, Runnable onSpace) {
    this.types = types;
    this.query = query;
    this.onBatch = onBatch;
    this.onSpace = onSpace;
  }

  /** The next batch, if one is there; the batch taken before is reused. */
  public @Nullable Batch poll() {
    boolean space;
    BatchCopy next;
    synchronized (this) {
      if (taken != null) {
        idle.push(taken);
      }
      next = waiting.poll();
      taken = next;
      space = next != null && waiting.size() == MAX_WAITING_BATCHES - 1;
    }
    if (space) {
      onSpace.run();
    }
    return next == null ? null : next.batch();
  }

  /** The caller wants no more rows. */
  public synchronized void close() {
    closed = true;
    waiting.clear();
    idle.clear();
    taken = null;
  }

  @Override
  public synchronized boolean ready() {
    return waiting.size() < MAX_WAITING_BATCHES;
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    Compactor compactor =
        new Compactor(types.toArray(DataType[]::new), context.memory(), context.batchRows());
    return batch -> offer(compactor.compact(batch));
  }

  @Override
  public String name() {
    return "result";
  }

  private boolean offer(Batch batch) {
    BatchCopy copy;
    synchronized (this) {
      if (closed) {
        return false;
      }
      copy = idle.poll();
    }
    if (copy == null) {
      copy = new BatchCopy(types, query.memory());
    }
    copy.fill(batch);
    synchronized (this) {
      if (closed) {
        return false;
      }
      waiting.add(copy);
    }
    onBatch.run();
    return true;
  }
}
