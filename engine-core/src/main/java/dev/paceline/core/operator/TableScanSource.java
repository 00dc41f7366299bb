package dev.paceline.core.operator;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.RuntimeFilter;
import dev.paceline.core.scan.ScanCounters;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads chunks of a table and drops rows as early as can be: statistics rule out whole chunks,
 * predicates run on encoded blocks into a bitmap, runtime filters of joins narrow it further, what
 * takes row by row (predicates on text, a residual expression) sees what is left, and only then the
 * output columns are read: as windows on the block when most rows are left, else decoded through
 * the selection.
 */
public final class TableScanSource implements Source {
  /**
   * The share of selected rows from which windows with a selection are passed on instead of
   * gathered copies.
   */
  private static final double WINDOW_SHARE = 0.75;

  /**
   * A runtime filter that lets a greater share pass is not worth its time; it is tried again in the
   * next chunk.
   */
  private static final double USELESS_PASS_RATE = 0.9;

  /** Smaller morsels are not worth the translation of the predicates for each of them. */
  private static final int MIN_MORSEL_ROWS = 1 << 14;

  /** Rows that a chunk's reader has done are counted after so many batches' worth. */
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
  private List<ActiveKeyFilter> activeKeyFilters = List.of();
  private @Nullable Runnable onAvailable;
  private boolean closed;

  private ScanOrder order = ScanOrder.CERTAIN;

  /** See {@link #limitRowsPerMorsel}. */
  private int rowsPerMorsel = Integer.MAX_VALUE;

  /** Rows of the morsels that have been read. */
  private final LongAdder rowsRead = new LongAdder();

  /** The rows of {@link #rowsRead} that were passed to the next stage. */
  private final LongAdder rowsPassed = new LongAdder();

  /** The chunk of which some rows have not been handed out; null if there is none. */
  @GuardedBy("this")
  private @Nullable SharedChunk started;

  /** Workers that look for a chunk, of which they may leave some rows to others. */
  @GuardedBy("this")
  private int looking;

  /** How often somebody has begun to look for a chunk, or has given one back. */
  @GuardedBy("this")
  private long looks;

  /** The first row of the started chunk that has not been handed out. */
  @GuardedBy("this")
  private int nextRow;

  /** Rows that have not been handed out, of the chunks that statistics did not rule out. */
  @GuardedBy("this")
  private long rowsLeft;

  /**
   * A runtime filter of a join above.
   *
   * @param filter set when the build side is complete, which is before {@link #open}; null if the
   *     build side has none to offer
   * @param column position in the scan's columns
   */
  public record KeyFilter(Supplier<@Nullable RuntimeFilter> filter, int column) {}

  /**
   * A sort above that wants its first rows only.
   *
   * @param bound asked for each morsel
   * @param column position in the scan's columns of the sort's first key
   */
  public record FirstRows(SortBound bound, int column) {}

  private record ActiveKeyFilter(RuntimeFilter filter, int column) {}

  /** A chunk of which morsels are made; it goes back when the last of them has been read. */
  private static final class SharedChunk {
    private final ChunkSource source;
    private final Chunk chunk;
    private final AtomicInteger holders = new AtomicInteger(1);

    SharedChunk(ChunkSource source, Chunk chunk) {
      this.source = source;
      this.chunk = chunk;
    }

    void release() {
      if (holders.decrementAndGet() == 0) {
        source.release(chunk);
      }
    }
  }

  /**
   * Some rows of a chunk.
   *
   * @param to {@link Chunk#UNKNOWN_ROWS} for all rows of a chunk that has to be loaded
   */
  private record ChunkMorsel(SharedChunk shared, int from, int to) implements Morsel {
    @Override
    public void release() {
      shared.release();
    }
  }

  /**
   * See {@link dev.paceline.core.plan.PlanNode.TableScan}.
   *
   * @param firstRows which rows a sort above still wants; null if it, or nobody, wants all
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
    ChunkSource opened = table.openScan(columns, all, onlyTested(active), order);
    Runnable listener = onAvailable;
    if (listener != null) {
      opened.onAvailable(listener);
    }
    opened.onShortage(this::giveBackStarted);
    counters.rowsDone.add(Math.max(0, table.rowCount() - opened.totalRows()));
    synchronized (this) {
      rowsLeft = opened.totalRows();
    }
    chunks = opened;
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
    Morsel morsel = nextOfStarted();
    if (morsel != null) {
      return morsel;
    }
    ChunkSource source = requireNonNull(chunks, "not open");
    Chunk chunk = null;
    try {
      chunk = source.next();
    } finally {
      if (chunk == null) {
        endLooking();
      }
    }
    return chunk == null ? null : start(new SharedChunk(source, chunk));
  }

  /** Gives the started chunk back, unless a morsel of it is being read; it comes again later. */
  private void giveBackStarted() {
    SharedChunk shared;
    int firstRow;
    synchronized (this) {
      shared = started;
      if (shared == null || shared.holders.get() > 1) {
        return;
      }
      started = null;
      firstRow = nextRow;
      looks++;
      looking++; // until the source knows that the chunk is still wanted
    }
    try {
      shared.source.release(shared.chunk, firstRow);
    } finally {
      endLooking();
    }
  }

  private synchronized void endLooking() {
    looking--;
  }

  /** Null if there is none; the caller is then looking for a chunk. */
  private synchronized @Nullable Morsel nextOfStarted() {
    SharedChunk shared = started;
    if (shared == null) {
      looks++;
      looking++;
      return null;
    }
    shared.holders.incrementAndGet();
    int from = nextRow;
    int rows = shared.chunk.rowCount();
    int to = Math.min(rows, from + morselRows());
    nextRow = to;
    rowsLeft -= to - from;
    if (to == rows) {
      started = null;
      shared.release();
    }
    return new ChunkMorsel(shared, from, to);
  }

  /** The first morsel of a chunk; others find the rest, unless another chunk has been started. */
  private synchronized Morsel start(SharedChunk shared) {
    looking--;
    int rows = shared.chunk.rowCount();
    if (rows == Chunk.UNKNOWN_ROWS) {
      return new ChunkMorsel(shared, 0, Chunk.UNKNOWN_ROWS);
    }
    int from = shared.chunk.firstRow();
    int to = started == null ? Math.min(rows, from + morselRows()) : rows;
    rowsLeft -= to - from;
    if (to < rows) {
      shared.holders.incrementAndGet();
      started = shared;
      nextRow = to;
    }
    return new ChunkMorsel(shared, from, to);
  }

  /**
   * Rows of the next morsel: a whole chunk while there are many of them, and less towards the end
   * of the scan, so that all workers end at about the same time and share a table of few chunks
   * (guided self-scheduling: Polychronopoulos and Kuck, 1987).
   */
  @GuardedBy("this")
  private int morselRows() {
    long most = mostMorselRows();
    if (query.workers() > 1) {
      most = Math.min(most, Math.max(MIN_MORSEL_ROWS, rowsLeft / (2L * query.workers())));
    }
    // windows of whole batches, as if the chunk were read as a whole
    return (int) Math.min(Integer.MAX_VALUE >> 1, (most + 2047) / 2048 * 2048);
  }

  /** Rows from which as many remain as the sink wants of a morsel, if it goes on as so far. */
  private long mostMorselRows() {
    if (rowsPerMorsel == Integer.MAX_VALUE) {
      return Integer.MAX_VALUE;
    }
    long read = rowsRead.sum();
    long passed = Math.max(1, rowsPassed.sum());
    return read == 0
        ? rowsPerMorsel
        : (long) Math.min(Integer.MAX_VALUE, (double) rowsPerMorsel * read / passed);
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
    long before;
    synchronized (this) {
      if (started != null || looking > 0) {
        return false; // one who looks may find the last chunk, and leave some of its rows
      }
      before = looks;
    }
    if (!requireNonNull(chunks, "not open").exhausted()) {
      return false;
    }
    synchronized (this) {
      return looks == before; // else somebody may have found the last chunk in between
    }
  }

  @Override
  public void close() {
    ChunkSource source = chunks;
    if (source != null && !closed) {
      closed = true;
      SharedChunk shared;
      synchronized (this) {
        shared = started;
        started = null;
      }
      if (shared != null) {
        shared.release();
      }
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
    private final Selection selection;
    private final Batch output;
    private final int[] residualColumns;
    private final @Nullable Batch residualBatch;
    private final @Nullable Evaluator residualEvaluator;
    private final ColumnVector[] keys;
    private final boolean[] sortedKeys;

    /** The filters of the predicates, followed by that of a sort that wants the first rows. */
    private final ChunkFilter[] filters;

    private final ColumnVector[] filterScratch;
    private final ScanFilterOrder filterOrder;
    private final ScanFilterOrder keyFilterOrder = new ScanFilterOrder(activeKeyFilters.size());

    Reader(WorkerContext context) {
      batchRows = context.batchRows();
      step = new ScanStep(batchRows);
      selection = new Selection(context.memory(), ScanStep.maxRows(batchRows), batchRows);
      List<DataType> types = table.columnTypes();
      ColumnVector[] vectors = new ColumnVector[outputs.length];
      for (int i = 0; i < outputs.length; i++) {
        vectors[i] = new ColumnVector(types.get(columns[outputs[i]]), context.memory());
      }
      output = new Batch(vectors);
      int filterCount = predicates.size() + (firstRows == null ? 0 : 1);
      filters = new ChunkFilter[filterCount];
      filterScratch = new ColumnVector[filterCount];
      filterOrder = new ScanFilterOrder(filterCount);
      for (int i = 0; i < filterCount; i++) {
        filterScratch[i] =
            new ColumnVector(types.get(columns[predicate(i).column()]), context.memory());
      }
      keys = new ColumnVector[activeKeyFilters.size()];
      sortedKeys = new boolean[keys.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] =
            new ColumnVector(
                types.get(columns[activeKeyFilters.get(i).column()]), context.memory());
      }
      Expression condition = residual;
      if (condition == null) {
        residualColumns = new int[0];
        residualBatch = null;
        residualEvaluator = null;
      } else {
        residualColumns = ColumnReferences.of(condition);
        ColumnVector[] all = new ColumnVector[columns.length];
        for (int column : residualColumns) {
          all[column] = new ColumnVector(types.get(columns[column]), context.memory());
        }
        residualBatch = new Batch(all);
        residualEvaluator = condition.newEvaluator(context);
      }
    }

    @Override
    public void read(Morsel morsel, BatchConsumer out) {
      ChunkMorsel part = (ChunkMorsel) morsel;
      Chunk chunk = part.shared().chunk;
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
      if (!bind(chunk)) {
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
      filterOrder.adapt();
      keyFilterOrder.adapt();
      int done = part.from();
      int from = part.from();
      long passed = 0;
      while (from < rows) {
        query.cancellation().check();
        if (from - done >= PROGRESS_BATCHES * batchRows) {
          counters.rowsDone.add(from - done);
          done = from;
        }
        int count = Math.min(step.rows(), rows - from);
        boolean some = select(chunk, from, count);
        if (some && selection.count() > batchRows) {
          step.shorten();
          continue;
        }
        step.observe(some ? selection.count() : 0);
        if (some && !emit(chunk, from, count, out)) {
          return;
        }
        passed += some ? selection.count() : 0;
        from += count;
      }
      rowsPassed.add(passed);
      rowsRead.add(rows - part.from());
      counters.rowsDone.add(rows - done);
    }

    private ScanPredicate predicate(int number) {
      FirstRows first = firstRows;
      return first == null || number < predicates.size()
          ? predicates.get(number)
          : new ScanPredicate(first.column(), first.bound().wanted());
    }

    /** Translates the predicates for a chunk; false if no row can match. */
    private boolean bind(Chunk chunk) {
      for (int i = 0; i < filters.length; i++) {
        ScanPredicate predicate = predicate(i);
        ChunkFilter filter =
            chunk.column(predicate.column()).filter(predicate.predicate(), filterScratch[i]);
        if (filter.outcome() == Outcome.NONE_MATCH) {
          return false;
        }
        filters[i] = filter;
      }
      for (int i = 0; i < keys.length; i++) {
        ActiveKeyFilter keyFilter = activeKeyFilters.get(i);
        RuntimeFilter filter = keyFilter.filter();
        ColumnStatistics statistics = chunk.column(keyFilter.column()).statistics();
        sortedKeys[i] = statistics.hasLongBounds() && statistics.sorted();
        if (statistics.hasLongBounds()
            && !filter.mayContainBetween(statistics.minLong(), statistics.maxLong())) {
          return false;
        }
      }
      return true;
    }

    /**
     * Fills the selection; false if it is empty. Expressions only see what fits in a batch: if more
     * rows are left before them, they are not asked.
     */
    private boolean select(Chunk chunk, int from, int count) {
      selection.selectAll(count);
      return selectByPredicates(from, count, false)
          && selectByKeys(chunk, from, count)
          && selectByPredicates(from, count, true)
          && (residual == null
              || selection.count() > batchRows
              || selectByResidual(chunk, from, count));
    }

    /**
     * @param rowByRow which ones to apply
     */
    private boolean selectByPredicates(int from, int count, boolean rowByRow) {
      int left = selection.count();
      for (int i = 0; i < filterOrder.size(); i++) {
        int index = filterOrder.at(i);
        ChunkFilter filter = filters[index];
        if (filter.outcome() == Outcome.ALL_MATCH
            || filter.takesRowByRow() != rowByRow
            || from > 0 && isUselessBound(index)) {
          continue;
        }
        filter.narrow(from, count, selection.bitmap());
        int now = selection.update(count);
        filterOrder.observe(index, left, now);
        left = now;
        if (left == 0) {
          return false;
        }
      }
      return true;
    }

    /**
     * Whether a predicate is the bound of a sort, which drops rows anyway, and passes most rows.
     */
    private boolean isUselessBound(int index) {
      return index == predicates.size() && filterOrder.passRate(index) > USELESS_PASS_RATE;
    }

    private boolean selectByKeys(Chunk chunk, int from, int count) {
      int left = selection.count();
      for (int i = 0; i < keyFilterOrder.size(); i++) {
        int index = keyFilterOrder.at(i);
        if (from > 0 && keyFilterOrder.passRate(index) > USELESS_PASS_RATE) {
          continue;
        }
        ActiveKeyFilter keyFilter = activeKeyFilters.get(index);
        ColumnVector key = keys[index];
        chunk.column(keyFilter.column()).read(from, count, key);
        int now = 0;
        if (!sortedKeys[index]
            || keyFilter.filter().mayContainBetween(key.getLong(0), key.getLong(count - 1))) {
          keyFilter.filter().narrow(key, count, selection.bitmap());
          now = selection.update(count);
        }
        keyFilterOrder.observe(index, left, now);
        left = now;
        if (left == 0) {
          return false;
        }
      }
      return true;
    }

    private boolean selectByResidual(Chunk chunk, int from, int count) {
      Batch batch = requireNonNull(residualBatch);
      boolean dense = selection.isAll();
      for (int column : residualColumns) {
        if (dense) {
          chunk.column(column).read(from, count, batch.column(column));
        } else {
          chunk.column(column).read(from, selection, batch.column(column));
        }
      }
      int rows = selection.count();
      batch.set(rows, null);
      ColumnVector truth = requireNonNull(residualEvaluator).evaluate(batch);
      if (truth.isConstant()) {
        return !truth.isConstantNull() && truth.constantLong() != 0;
      }
      MemorySegment bitmap = selection.bitmap();
      if (dense) {
        TrueRows.copy(truth, rows, bitmap);
      } else {
        MemorySegment positions = selection.positions();
        for (int i = 0; i < rows; i++) {
          if (!TrueRows.isTrue(truth, i)) {
            Bitmaps.clear(bitmap, 0, positions.get(ValueLayout.JAVA_INT, (long) i << 2));
          }
        }
      }
      return selection.update(count) > 0;
    }

    private boolean emit(Chunk chunk, int from, int count, BatchConsumer out) {
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
