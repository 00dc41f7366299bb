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
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.operator.spill.PartitionedRows;
import dev.paceline.core.operator.spill.SpillableParts;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.scan.ScanOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Window functions over all rows: collects them, and sorts them by all workers.
 *
 * <p>If the query's budget has no room for all rows, workers write rows into partitions of a
 * temporary file by the hash of the partition keys ({@link SpillableParts}), and {@link
 * SpilledWindows} computes one partition after the other. Without partition keys all rows must fit
 * into memory.
 */
public final class WindowSink implements Sink {
  private final WindowShape shape;
  private final QueryContext query;
  private final MemoryScope memory;
  private final RowCollector rows;
  private final SpillableParts<PartitionWriter> parts;

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
    this.parts =
        new SpillableParts<>(
            rows,
            "window",
            WindowComputation.rowBytes(shape),
            query,
            this::maySpill,
            PartitionWriter::new);
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    return parts.newPart();
  }

  private boolean maySpill() {
    return shape.partitionKeys().length > 0 && query.temporaryFiles().areAllowed();
  }

  @Override
  public long evictableBytes() {
    return parts.evictableBytes();
  }

  @Override
  public List<FinishOrder> evict() {
    return parts.evict();
  }

  @Override
  public synchronized FinishPhase finish() {
    PartitionedRows file = spilled;
    return file == null
        ? parts.combine().then(this::compute)
        : FinishPhase.of(parts.writeRest()).then(() -> FinishPhase.of(file.finishOrders()));
  }

  private FinishPhase compute() {
    parts.closeMemory();
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

  /** Writes the rows of one worker into partitions of the file. */
  private final class PartitionWriter implements SpillableParts.PartFile {
    private PartitionedRows.@Nullable Writer writer;

    @Override
    public void write(RowStore part, MemoryScope partMemory) {
      WorkerContext context = new WorkerContext(query, partMemory);
      PartitionedRows.Writer out = writer;
      if (out == null) {
        out = file().newWriter(context);
        writer = out;
      }
      ColumnVector[] columns = new ColumnVector[shape.types().size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = new ColumnVector(shape.types().get(i), partMemory);
      }
      part.read(0, part.rowCount(), new Batch(columns), context, out);
    }
  }
}
