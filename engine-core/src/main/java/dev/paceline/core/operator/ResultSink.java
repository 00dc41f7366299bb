package dev.paceline.core.operator;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.BatchCopy;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.PreemptibleThread;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of a query: a bounded queue of batches between workers and the caller. Its memory is a
 * part of the query's that is kept when the query has ended, and is reused as the caller goes on.
 * When the queue is full the pipeline is not ready, so that a slow caller stops its own query and
 * nobody else. An order that runs already goes on, because nobody knows how many rows a morsel
 * yields; it waits in the middle when the queue holds several times its capacity. The capacity
 * depends on how much memory the query should hold.
 *
 * <p>Workers fill it; one caller thread takes.
 */
public final class ResultSink implements Sink {
  /** Batches that wait at most, however small they are. */
  private static final int MAX_WAITING_BATCHES = 64;

  /** The number of batches that may wait, however large they are. */
  private static final int MIN_WAITING_BATCHES = 4;

  /** The divisor of the budget of the query that gives the memory of waiting batches. */
  private static final int WAITING_PART = 32;

  /**
   * A running order waits when the queue holds this many times its capacity. The usual number of
   * batches of one order for each worker never makes an order wait, because an order that waits
   * keeps its chunk in memory.
   */
  private static final int OVERFULL = 3;

  /** Batches that one order should bring at most. */
  private static final int BATCHES_PER_MORSEL = 8;

  private final List<DataType> types;
  private final QueryContext query;
  private final MemoryScope memory;
  private final Runnable onBatch;
  private final Runnable onSpace;

  @GuardedBy("this")
  private final ArrayDeque<BatchCopy> waiting = new ArrayDeque<>();

  @GuardedBy("this")
  private final ArrayDeque<BatchCopy> idle = new ArrayDeque<>();

  @GuardedBy("this")
  private @Nullable BatchCopy taken;

  /** Batches that wait before the queue is full. */
  @GuardedBy("this")
  private int capacity = MAX_WAITING_BATCHES;

  /** Bytes of all copies, waiting and idle ones. */
  @GuardedBy("this")
  private long copiedBytes;

  @GuardedBy("this")
  private int copies;

  @GuardedBy("this")
  private boolean closed;

  /**
   * @param onBatch called by workers after each batch
   * @param onSpace called by the caller when a full queue has room again
   */
  public ResultSink(List<DataType> types, QueryContext query, Runnable onBatch, Runnable onSpace) {
    this.types = types;
    this.query = query;
    this.memory = query.budget().openScope("results of " + query.name());
    this.onBatch = onBatch;
    this.onSpace = onSpace;
  }

  /** Returns the memory of the waiting batches, which outlives the rest of the query. */
  public MemoryScope memory() {
    return memory;
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
      space = next != null && waiting.size() == capacity - 1;
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
    return waiting.size() < capacity;
  }

  @Override
  public int rowsPerMorsel() {
    return BATCHES_PER_MORSEL * query.batchRows();
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

  /** Adapts the number of batches that wait to what the query should hold and they take. */
  private void resize(int newCopies, long newBytes) {
    long bytes = query.budget().boundBytes() / WAITING_PART;
    synchronized (this) {
      copies += newCopies;
      copiedBytes += newBytes;
      long each = Math.max(1, copiedBytes / copies);
      capacity = Math.clamp(bytes / each, MIN_WAITING_BATCHES, MAX_WAITING_BATCHES);
    }
  }

  private boolean offer(Batch batch) {
    BatchCopy copy;
    synchronized (this) {
      if (closed) {
        return false;
      }
      copy = idle.poll();
    }
    boolean created = copy == null;
    if (copy == null) {
      copy = new BatchCopy(types, memory);
    }
    long before = copy.bytes();
    copy.fill(batch);
    long grown = copy.bytes() - before;
    if (created || grown > 0) {
      resize(created ? 1 : 0, grown);
    }
    boolean overfull;
    synchronized (this) {
      if (closed) {
        return false;
      }
      waiting.add(copy);
      overfull =
          waiting.size()
              >= Math.max(OVERFULL * capacity, capacity + BATCHES_PER_MORSEL * query.workers());
    }
    onBatch.run();
    if (overfull && Thread.currentThread() instanceof PreemptibleThread worker) {
      worker.awaitReady(this);
    }
    return true;
  }
}
