package dev.paceline.core.operator.sort;

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
import dev.paceline.core.operator.spill.RunFile;
import dev.paceline.core.operator.spill.RunWriter;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY: collects all rows, combines them into one store, and sorts their row numbers with all
 * workers ({@link SampleSort}). Rows with equal keys are ordered by the worker that received them,
 * and rows of the same worker by their arrival.
 *
 * <p>Where the query's budget has no room for that, a worker sorts its part alone, writes it to a
 * temporary file as a run and begins anew; in the end {@link MergedRunsSource} merges the runs
 * (Knuth, The Art of Computer Programming, volume 3, section 5.4).
 */
public final class SortSink implements Sink {
  /** What {@link SampleSort} needs for a row, about. */
  private static final int SORT_ROW_BYTES = 29;

  private final List<DataType> types;
  private final List<SortKey> keys;
  private final long offset;
  private final long limit;
  private final QueryContext query;
  private final int fanIn;
  private final RowCollector rows;

  /** What combining and sorting all rows that are in memory will take beside them. */
  private final AtomicLong wantedBytes = new AtomicLong();

  @GuardedBy("this")
  private final List<Local> locals = new ArrayList<>();

  private volatile int parts;

  /** Null while all rows are in memory. */
  @GuardedBy("this")
  private @Nullable RunFile runFile;

  private volatile @Nullable MemorySegment order;

  /**
   * @param keys at least one
   * @param offset first row of the order to deliver
   * @param limit the most rows to deliver; -1 for all
   */
  public SortSink(
      List<DataType> types, List<SortKey> keys, long offset, long limit, QueryContext query) {
    this(types, keys, offset, limit, query, 0);
  }

  /**
   * @param fanIn runs to merge at once; 0 for what the budget affords
   */
  SortSink(
      List<DataType> types,
      List<SortKey> keys,
      long offset,
      long limit,
      QueryContext query,
      int fanIn) {
    this.types = List.copyOf(types);
    this.keys = List.copyOf(keys);
    this.offset = offset;
    this.limit = limit;
    this.query = query;
    this.fanIn = fanIn;
    this.rows = new RowCollector(types, query, "sort");
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

  @Override
  public synchronized long evictableBytes() {
    return query.temporaryFiles().areAllowed()
        ? locals.stream().mapToLong(local -> local.memory.bytes()).sum()
        : 0;
  }

  @Override
  public synchronized List<FinishOrder> evict() {
    List<FinishOrder> orders = new ArrayList<>();
    if (query.temporaryFiles().areAllowed()) {
      for (Local local : locals) {
        if (local.part.rowCount() > 0) {
          orders.add(context -> local.beginAnew());
        }
      }
    }
    return orders;
  }

  @Override
  public double finishShare() {
    return 1;
  }

  @Override
  public synchronized FinishPhase finish() {
    if (runFile == null) {
      locals.forEach(local -> rows.add(local.part));
      return FinishPhase.of(rows.combine()).then(this::sortAll);
    }
    List<FinishOrder> orders = new ArrayList<>();
    for (Local local : locals) {
      orders.add(context -> local.writeLastRun());
    }
    return FinishPhase.of(orders);
  }

  private FinishPhase sortAll() {
    synchronized (this) {
      locals.forEach(local -> local.memory.close());
    }
    RowStore store = rows.store();
    SampleSort sort = newSort(store, query.memory());
    order = sort.order();
    return sort.phases();
  }

  private SampleSort newSort(RowStore store, MemoryScope memory) {
    return new SampleSort(columns(store), store.rowCount(), keys, memory, query.cancellation());
  }

  private static ColumnVector[] columns(RowStore store) {
    ColumnVector[] columns = new ColumnVector[store.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = store.column(i);
    }
    return columns;
  }

  /** The rows in order. */
  public Source output() {
    return new DeferredSource("sorted", this::sorted);
  }

  private synchronized Source sorted() {
    if (runFile == null) {
      RowStore store = rows.store();
      int count = store.rowCount();
      StoredRowsSource.Rows sorted =
          new StoredRowsSource.Rows(store, order, (int) first(count), (int) end(count));
      return new StoredRowsSource("sorted", types, () -> sorted, true);
    }
    List<SortedRun> runs = new ArrayList<>();
    for (Local local : locals) {
      runs.addAll(local.runs);
    }
    long count = runs.stream().mapToLong(run -> run.rows().rowCount()).sum();
    return new MergedRunsSource(runs, types, keys, first(count), end(count), query, fanIn);
  }

  /** The first row to deliver, of so many. */
  private long first(long rowCount) {
    return Math.min(rowCount, offset);
  }

  /** The row behind the last one to deliver, of so many. */
  private long end(long rowCount) {
    return limit < 0 ? rowCount : Math.min(rowCount, first(rowCount) + Math.min(limit, rowCount));
  }

  /** Memory that goes back whole, small segments included, when a run has been written. */
  private MemoryScope newMemory() {
    return query.budget().openScope("sort of " + query.name());
  }

  private RowPart newPart(MemoryScope memory) {
    return new RowPart(types, memory, new WorkerContext(query, memory));
  }

  /** Whether a part is worth a run, or others should write theirs first. */
  private boolean isLarge(long needed, long all) {
    return 2 * needed * parts >= all;
  }

  private synchronized RunFile runFile() {
    RunFile file = runFile;
    if (file == null) {
      file = new RunFile("sort", types, query);
      runFile = file;
    }
    return file;
  }

  @Override
  public ScanOrder inputOrder() {
    return ScanOrder.TABLE;
  }

  @Override
  public String name() {
    return "sort";
  }

  /** The rows of one worker: those in memory, and sorted runs of earlier ones. */
  private final class Local implements BatchConsumer {
    private final List<SortedRun> runs = new ArrayList<>();
    private volatile MemoryScope memory;
    private RowPart part;
    private long countedBytes;

    Local() {
      memory = newMemory();
      part = newPart(memory);
    }

    @Override
    public boolean accept(Batch batch) {
      part.append(batch);
      long needed = memory.stateBytes() + SORT_ROW_BYTES * part.rowCount();
      long all = wantedBytes.addAndGet(needed - countedBytes);
      countedBytes = needed;
      if (isLarge(needed, all) && query.shouldSpill(memory.stateBytes(), all)) {
        beginAnew();
      }
      return true;
    }

    /** Writes a run, and gives its memory back. */
    void beginAnew() {
      writeRun();
      memory = newMemory();
      part = newPart(memory);
    }

    /** Ends the part. */
    void writeLastRun() {
      if (part.rowCount() > 0) {
        writeRun();
      } else {
        memory.close();
      }
    }

    private void writeRun() {
      RowCollector alone = new RowCollector(types, query.withMemory(memory), "sort");
      alone.add(part);
      RowStore store = alone.combineNow();
      SampleSort sort = newSort(store, memory);
      sort.phases().runAll(new WorkerContext(query, memory));
      MemorySegment sorted = sort.order();
      RunWriter writer = runFile().newWriter(memory);
      // no run has more rows of the result than the result has
      int count = (int) end(store.rowCount());
      StoredRowsSource.read(
          types,
          new StoredRowsSource.Rows(store, sorted, 0, count),
          new WorkerContext(query, memory),
          batch -> {
            writer.append(batch);
            return true;
          });
      runs.add(new SortedRun(writer.finish(), SortedRun.ranges(columns(store), keys)));
      memory.close();
      wantedBytes.addAndGet(-countedBytes);
      countedBytes = 0;
    }
  }
}
