package dev.paceline.core.operator.window;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.row.RowCollector;
import dev.paceline.core.operator.row.RowPart;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.operator.spill.PartitionedRows;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.scan.ScanOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Window functions over all rows: collects them, and sorts them by all workers.
 *
 * <p>Where the query's budget has no room for that, workers write rows into partitions of a
 * temporary file by the hash of the partition keys, and {@link SpilledWindows} computes one such
 * partition after the other. Without partition keys all rows must fit into memory.
 */
public final class WindowSink implements Sink {
  private final WindowShape shape;
  private final QueryContext query;
  private final MemoryScope memory;
  private final RowCollector rows;

  /** What sorting all rows that are in memory and computing the functions will take beside them. */
  private final AtomicLong wantedBytes = new AtomicLong();

  @GuardedBy("this")
  private final List<Local> locals = new ArrayList<>();

  private volatile int parts;

  /** Null while all rows are in memory. */
  @GuardedBy("this")
  private @Nullable PartitionedRows spilled;

  private volatile @Nullable WindowComputation computation;

  public WindowSink(PlanNode.Window window, QueryContext query) {
    this.shape =
        new WindowShape(
            window.input().types(), window.partitionKeys(), window.orderKeys(), window.calls());
    this.query = query;
    this.memory = query.budget().openScope("window of " + query.name());
    this.rows = new RowCollector(shape.types(), query.withMemory(memory), "window");
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    Local local = new Local(); // without the lock: it reserves memory
    synchronized (this) {
      locals.add(local);
      parts = locals.size();
    }
    return local;
  }

  private boolean maySpill() {
    return shape.partitionKeys().length > 0 && query.temporaryFiles().areAllowed();
  }

  @Override
  public synchronized long evictableBytes() {
    return maySpill() ? locals.stream().mapToLong(local -> local.memory.bytes()).sum() : 0;
  }

  @Override
  public synchronized List<FinishOrder> evict() {
    List<FinishOrder> orders = new ArrayList<>();
    if (maySpill()) {
      for (Local local : locals) {
        if (local.part.rowCount() > 0) {
          orders.add(context -> local.beginAnew());
        }
      }
    }
    return orders;
  }

  @Override
  public synchronized FinishPhase finish() {
    PartitionedRows file = spilled;
    if (file == null) {
      locals.forEach(local -> rows.add(local.part));
      return FinishPhase.of(rows.combine()).then(this::compute);
    }
    List<FinishOrder> orders = new ArrayList<>();
    for (Local local : locals) {
      orders.add(context -> local.writeRest());
    }
    return FinishPhase.of(orders).then(() -> FinishPhase.of(file.finishOrders()));
  }

  private FinishPhase compute() {
    synchronized (this) {
      locals.forEach(local -> local.memory.close());
    }
    WindowComputation all = new WindowComputation(shape, rows.store(), memory, query);
    computation = all;
    return all.phases();
  }

  /** The rows with the results of the functions. */
  public Source output() {
    return new WindowSource(
        this::computed,
        () -> {
          closeFile();
          memory.close();
        });
  }

  private synchronized WindowSource.Computed computed() {
    PartitionedRows file = spilled;
    return file == null
        ? new WindowSource.InMemory(requireNonNull(computation))
        : new WindowSource.InFile(new SpilledWindows(shape, file, query));
  }

  private synchronized void closeFile() {
    if (spilled != null) {
      spilled.close();
    }
  }

  private PartitionedRows file() {
    synchronized (this) {
      if (spilled != null) {
        return spilled;
      }
    }
    PartitionedRows created = SpilledWindows.newFile(shape, 0, query);
    synchronized (this) {
      if (spilled == null) {
        spilled = created;
        return created;
      }
    }
    created.close();
    return file();
  }

  @Override
  public double finishShare() {
    return 1;
  }

  @Override
  public ScanOrder inputOrder() {
    return ScanOrder.TABLE;
  }

  @Override
  public String name() {
    return "window";
  }

  /** The rows of one worker, but for those in the file. */
  private final class Local implements BatchConsumer {
    private volatile MemoryScope memory;
    private RowPart part;
    private PartitionedRows.@Nullable Writer writer;
    private long countedBytes;

    Local() {
      memory = newMemory();
      part = newPart();
    }

    private MemoryScope newMemory() {
      return query.budget().openScope("window of " + query.name());
    }

    private RowPart newPart() {
      return new RowPart(shape.types(), memory, new WorkerContext(query, memory));
    }

    @Override
    public boolean accept(Batch batch) {
      part.append(batch);
      long needed = memory.stateBytes() + WindowComputation.rowBytes(shape) * part.rowCount();
      long all = wantedBytes.addAndGet(needed - countedBytes);
      countedBytes = needed;
      // a small part does not help much: others should write theirs first
      boolean large = 2 * needed * parts >= all;
      if (large && maySpill() && query.shouldSpill(memory.stateBytes(), all)) {
        beginAnew();
      }
      return true;
    }

    /** Writes the rows to the file, and gives their memory back. */
    void beginAnew() {
      write();
      memory = newMemory();
      part = newPart();
    }

    /** Ends the part. */
    void writeRest() {
      if (part.rowCount() > 0) {
        write();
      } else {
        memory.close();
      }
    }

    private void write() {
      RowCollector alone = new RowCollector(shape.types(), query.withMemory(memory), "window");
      alone.add(part);
      RowStore store = alone.combineNow();
      PartitionedRows.Writer out = writer;
      if (out == null) {
        out = file().newWriter(new WorkerContext(query, memory));
        writer = out;
      }
      ColumnVector[] columns = new ColumnVector[shape.types().size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = new ColumnVector(shape.types().get(i), memory);
      }
      store.read(0, store.rowCount(), new Batch(columns), new WorkerContext(query, memory), out);
      memory.close();
      wantedBytes.addAndGet(-countedBytes);
      countedBytes = 0;
    }
  }
}
