package dev.paceline.core.operator.sort;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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
import dev.paceline.core.operator.spill.RunFile;
import dev.paceline.core.operator.spill.RunWriter;
import dev.paceline.core.operator.spill.SpillableParts;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY: collects all rows, combines them into one store, and sorts their row numbers with all
 * workers ({@link SampleSort}). Rows with equal keys are ordered by the worker that received them,
 * and rows of the same worker by their arrival.
 *
 * <p>If the query's budget has no room for all rows, a worker sorts its part alone and writes it to
 * a temporary file as a run ({@link SpillableParts}). In the end {@link MergedRunsSource} merges
 * the runs (Knuth, The Art of Computer Programming, volume 3, section 5.4).
 */
public final class SortSink implements Sink {
  /** About the bytes that {@link SampleSort} needs for a row. */
  private static final int SORT_ROW_BYTES = 29;

  private final List<DataType> types;
  private final List<SortKey> keys;
  private final long offset;
  private final long limit;
  private final QueryContext query;
  private final int fanIn;
  private final RowCollector rows;
  private final SpillableParts<Runs> parts;

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
    this.parts =
        new SpillableParts<>(
            rows, "sort", SORT_ROW_BYTES, query, query.temporaryFiles()::areAllowed, Runs::new);
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    return parts.newPart();
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
  public double finishShare() {
    return 1;
  }

  @Override
  public synchronized FinishPhase finish() {
    return runFile == null
        ? parts.combine().then(this::sortAll)
        : FinishPhase.of(parts.writeRest());
  }

  private FinishPhase sortAll() {
    parts.closeMemory();
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
    for (Runs ofWorker : parts.files()) {
      runs.addAll(ofWorker.runs);
    }
    long count = runs.stream().mapToLong(run -> run.rows().rowCount()).sum();
    return new MergedRunsSource(runs, types, keys, first(count), end(count), query, fanIn);
  }

  /** Returns the first row to deliver of {@code rowCount} rows. */
  private long first(long rowCount) {
    return Math.min(rowCount, offset);
  }

  /** Returns the row behind the last one to deliver of {@code rowCount} rows. */
  private long end(long rowCount) {
    return limit < 0 ? rowCount : Math.min(rowCount, first(rowCount) + Math.min(limit, rowCount));
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

  /** The sorted runs of one worker. */
  private final class Runs implements SpillableParts.PartFile {
    private final List<SortedRun> runs = new ArrayList<>();

    @Override
    public void write(RowStore part, MemoryScope memory) {
      SampleSort sort = newSort(part, memory);
      sort.phases().runAll(new WorkerContext(query, memory));
      MemorySegment sorted = sort.order();
      RunWriter writer = runFile().newWriter(memory);
      // The result cannot have more rows of a run than it has in all.
      int count = (int) end(part.rowCount());
      StoredRowsSource.read(
          types,
          new StoredRowsSource.Rows(part, sorted, 0, count),
          new WorkerContext(query, memory),
          batch -> {
            writer.append(batch);
            return true;
          });
      runs.add(new SortedRun(writer.finish(), SortedRun.ranges(columns(part), keys)));
    }
  }
}
