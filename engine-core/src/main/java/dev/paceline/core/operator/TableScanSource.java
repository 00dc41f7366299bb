package dev.paceline.core.operator;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.operator.ScanMorsels.ChunkMorsel;
import dev.paceline.core.operator.ScanSelector.ActiveKeyFilter;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.RuntimeFilter;
import dev.paceline.core.scan.ScanCounters;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.scan.ScanTarget.FirstRows;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Scans a table. Statistics rule out whole chunks, a {@link ScanSelector} selects rows of the
 * others, and the output columns are read last: as windows on the block if most rows were selected,
 * and decoded through the selection otherwise. Below a sort that wants the last rows only, chunks
 * are read from their ends: rows are often stored in the order of their time.
 */
public final class TableScanSource implements Source {
  /**
   * The share of selected rows from which windows with a selection are passed on instead of
   * gathered copies.
   */
  private static final double WINDOW_SHARE = 0.75;

  /** The number of batches after which a chunk's reader counts the rows that it has done. */
  private static final int PROGRESS_BATCHES = 16;

  private final ScanTarget table;
  private final int[] columns;
  private final List<ScanPredicate> predicates;
  private final @Nullable Expression residual;
  private final int[] outputs;
  private final List<KeyFilter> keyFilters;
  private final @Nullable FirstRows firstRows;
  private final QueryContext query;
  private final ScanCounters counters;
  private @Nullable ChunkSource chunks;
  private @Nullable ScanMorsels morsels;
  private List<ActiveKeyFilter> activeKeyFilters = List.of();
  private @Nullable Runnable onAvailable;
  private boolean closed;

  private ScanOrder order = ScanOrder.CERTAIN;

  /** See {@link #limitRowsPerMorsel}. */
  private int rowsPerMorsel = Integer.MAX_VALUE;

  /**
   * A runtime filter of a join above.
   *
   * @param filter set when the build side is complete, which is before {@link #open}; null if the
   *     build side has none to offer
   * @param column position in the scan's columns
   */
  public record KeyFilter(Supplier<@Nullable RuntimeFilter> filter, int column) {}

  /**
   * See {@link dev.paceline.core.plan.PlanNode.TableScan}.
   *
   * @param firstRows which rows a sort above still wants; null if it wants all, or there is none
   * @param counters of this scan
   */
  public TableScanSource(
      ScanTarget table,
      int[] columns,
      List<ScanPredicate> predicates,
      @Nullable Expression residual,
      int[] outputs,
      List<KeyFilter> keyFilters,
      @Nullable FirstRows firstRows,
      QueryContext query,
      ScanCounters counters) {
    this.table = table;
    this.columns = columns;
    this.predicates = predicates;
    this.residual = residual;
    this.outputs = outputs;
    this.keyFilters = keyFilters;
    this.firstRows = firstRows;
    this.query = query;
    this.counters = counters;
  }

  @Override
  public void open() {
    List<ScanPredicate> all = new ArrayList<>(predicates);
    List<ActiveKeyFilter> active = new ArrayList<>();
    for (KeyFilter keyFilter : keyFilters) {
      RuntimeFilter filter = keyFilter.filter().get();
      if (filter == null) {
        continue;
      }
      active.add(new ActiveKeyFilter(filter, keyFilter.column()));
      if (filter.hasBounds()) {
        all.add(
            new ScanPredicate(keyFilter.column(), LongRanges.between(filter.min(), filter.max())));
      }
    }
    activeKeyFilters = active;
    BitSet onlyTested = onlyTested(active);
    ChunkSource opened =
        firstRows == null || order == ScanOrder.CERTAIN
            ? table.openScan(columns, all, onlyTested, order)
            : table.openScan(columns, all, onlyTested, firstRows);
    Runnable listener = onAvailable;
    if (listener != null) {
      opened.onAvailable(listener);
    }
    ScanMorsels handedOut = new ScanMorsels(opened, query.workers(), rowsPerMorsel);
    opened.onShortage(handedOut::giveBackStarted);
    counters.rowsDone.add(Math.max(0, table.rowCount() - opened.totalRows()));
    chunks = opened;
    morsels = handedOut;
  }

  /** Positions of the columns that only predicates look at. */
  private BitSet onlyTested(List<ActiveKeyFilter> active) {
    BitSet tested = new BitSet();
    tested.set(0, columns.length);
    for (int output : outputs) {
      tested.clear(output);
    }
    for (ActiveKeyFilter filter : active) {
      tested.clear(filter.column());
    }
    if (residual != null) {
      for (int column : ColumnReferences.of(residual)) {
        tested.clear(column);
      }
    }
    return tested;
  }

  @Override
  public void onAvailable(Runnable wakeUp) {
    onAvailable = wakeUp;
  }

  @Override
  public @Nullable Morsel next() {
    return opened().next();
  }

  private ScanMorsels opened() {
    return requireNonNull(morsels, "not open");
  }

  @Override
  public void limitRowsPerMorsel(int rows) {
    rowsPerMorsel = rows;
  }

  @Override
  public void useOrder(ScanOrder wanted) {
    order = wanted;
  }

  @Override
  public long tableRows() {
    return table.rowCount();
  }

  @Override
  public long tableRowsDone() {
    return counters.rowsDone.sum();
  }

  @Override
  public boolean exhausted() {
    return opened().exhausted();
  }

  @Override
  public void close() {
    ChunkSource source = chunks;
    if (source != null && !closed) {
      closed = true;
      opened().close();
      counters.rowsDone.add(table.rowCount() - counters.rowsDone.sum());
      counters.blocksSkipped.add(source.skippedBlocks());
      counters.blocksShared.add(source.sharedBlocks());
      source.addFileChunks(counters);
      counters.waitNanos.add(source.waitedNanos());
      source.close();
    }
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    return new Reader(context);
  }

  @Override
  public String name() {
    return "scan " + table.name();
  }

  /** One worker's scan. */
  private final class Reader implements SourceReader {
    private final int batchRows;
    private final ScanStep step;
    private final ScanSelector selector;
    private final Batch output;

    Reader(WorkerContext context) {
      batchRows = context.batchRows();
      step = new ScanStep(batchRows);
      List<DataType> types = new ArrayList<>();
      for (int column : columns) {
        types.add(table.columnTypes().get(column));
      }
      selector =
          new ScanSelector(types, predicates, activeKeyFilters, firstRows, residual, context);
      ColumnVector[] vectors = new ColumnVector[outputs.length];
      for (int i = 0; i < outputs.length; i++) {
        vectors[i] = new ColumnVector(types.get(outputs[i]), context.memory());
      }
      output = new Batch(vectors);
    }

    @Override
    public void read(Morsel morsel, BatchConsumer out) {
      ChunkMorsel part = (ChunkMorsel) morsel;
      Chunk chunk = part.chunk();
      boolean first = part.from() == 0;
      int rows = part.to();
      if (rows == Chunk.UNKNOWN_ROWS) {
        chunk.load(query.cancellation()::check);
        rows = chunk.rowCount();
      }
      counters.rowsScanned.add(rows - part.from());
      if (part.from() == chunk.firstRow()) {
        counters.bytesRead.add(chunk.readBytes());
      }
      if (rows == 0) {
        return; // columns of a chunk without rows are not looked at
      }
      if (!selector.bind(chunk)) {
        if (first) {
          counters.blocksExcluded.add(chunk.blockCount());
        }
        counters.rowsDone.add(rows - part.from());
        return;
      }
      if (first) {
        counters.blocksUsed.add(chunk.blockCount());
        counters.bytesUsed.add(chunk.bytes());
      }
      boolean backwards = firstRows != null && firstRows.bound().descending();
      int bound = firstRows == null ? 0 : firstRows.bound().version();
      int steps = 0;
      int nextLook = 1;
      int left = rows - part.from();
      int uncounted = 0;
      long passed = 0;
      Selection selection = selector.selection();
      while (left > 0) {
        query.cancellation().check();
        if (uncounted >= PROGRESS_BATCHES * batchRows) {
          counters.rowsDone.add(uncounted);
          uncounted = 0;
        }
        int count = backwards ? (left - 1) % step.rows() + 1 : Math.min(step.rows(), left);
        int from = backwards ? part.from() + left - count : rows - left;
        boolean some = selector.select(chunk, from, count);
        if (some && selection.count() > batchRows) {
          step.shorten();
          continue;
        }
        step.observe(some ? selection.count() : 0);
        if (some && !emit(chunk, from, count, out)) {
          return;
        }
        passed += some ? selection.count() : 0;
        left -= count;
        uncounted += count;
        steps++;
        // The first batches of a chunk tell the sort most about its last wanted row.
        if (firstRows != null && steps == nextLook) {
          nextLook *= 2;
          int now = firstRows.bound().version();
          if (now != bound && !selector.bindFirstRows(chunk)) {
            break;
          }
          bound = now;
        }
      }
      opened().read(rows - part.from(), passed);
      counters.rowsDone.add(uncounted + left);
    }

    private boolean emit(Chunk chunk, int from, int count, BatchConsumer out) {
      Selection selection = selector.selection();
      int selected = selection.count();
      if (outputs.length == 0) {
        return out.accept(output.set(selected, null));
      }
      boolean window = count <= batchRows && selected >= WINDOW_SHARE * count;
      for (int i = 0; i < outputs.length; i++) {
        if (window) {
          chunk.column(outputs[i]).read(from, count, output.column(i));
        } else {
          chunk.column(outputs[i]).read(from, selection, output.column(i));
        }
      }
      return out.accept(
          window
              ? output.set(count, selected == count ? null : selection)
              : output.set(selected, null));
    }
  }
}
