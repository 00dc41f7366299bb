package dev.paceline.core.operator.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.operator.SortBound;
import dev.paceline.core.operator.sort.SortPrefix.Range;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY with a small limit: each worker keeps the first offset + limit rows that it has met, and
 * drops the rows of a batch whose sort prefix is behind the last of them before anything is copied.
 * What is left of all workers is sorted at the end.
 */
public final class TopNSink implements Sink {
  /** Greater limits than this are for {@link SortSink}. */
  public static final long MAX_ROWS = 1 << 14;

  private static final long NO_THRESHOLD = -1L;

  private final List<DataType> types;
  private final List<SortKey> keys;
  private final int wanted;
  private final List<SortPrefix> prefixes;
  private final SortPrefix prefix;
  private final QueryContext query;
  private final @Nullable SortBound bound;
  private final SortSink rest;

  /** The minimum, over all workers, of the prefix of the last row that a worker keeps; unsigned. */
  private final AtomicLong leastThreshold = new AtomicLong(NO_THRESHOLD);

  @GuardedBy("this")
  private final List<Local> locals = new ArrayList<>();

  /**
   * @param keys at least one
   * @param offset first row of the order to deliver
   * @param limit the most rows to deliver; offset + limit is at most {@link #MAX_ROWS}
   * @param bound learns which values of the first key are still wanted; null if nobody asks it
   */
  public TopNSink(
      List<DataType> types,
      List<SortKey> keys,
      long offset,
      long limit,
      @Nullable SortBound bound,
      QueryContext query) {
    if (limit < 0 || offset < 0 || offset + limit > MAX_ROWS) {
      throw new IllegalArgumentException("rows " + offset + " + " + limit);
    }
    this.types = List.copyOf(types);
    this.keys = List.copyOf(keys);
    this.wanted = (int) (offset + limit);
    this.query = query;
    this.bound = bound;
    this.rest = new SortSink(types, keys, offset, limit, query);
    List<Range> ranges = new ArrayList<>();
    for (SortKey key : keys) {
      ranges.add(Range.of(types.get(key.column())));
    }
    this.prefixes = SortPrefix.all(types, keys, ranges);
    this.prefix = prefixes.getFirst();
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    Local local = new Local(context);
    synchronized (this) {
      locals.add(local);
    }
    return local;
  }

  @Override
  public FinishPhase finish() {
    List<Local> all;
    synchronized (this) {
      all = List.copyOf(locals);
    }
    all.forEach(Local::flush);
    return rest.finish();
  }

  /** The rows in order. */
  public Source output() {
    return rest.output();
  }

  @Override
  public ScanOrder inputOrder() {
    return ScanOrder.TABLE;
  }

  @Override
  public String name() {
    return "top " + wanted;
  }

  private final class Local implements BatchConsumer {
    private final WorkerContext context;
    private final TopRows rows;
    private final MemorySegment codes;
    private final MemorySegment positions;

    /** Whether as many rows as are wanted have been kept and sorted. */
    private boolean full;

    Local(WorkerContext context) {
      this.context = context;
      int batch = context.batchRows();
      this.rows = new TopRows(types, 2 * wanted + batch, context.memory());
      this.codes = context.memory().allocate(8L * Math.max(batch, 2 * wanted + batch));
      this.positions = context.memory().allocate(4L * batch);
    }

    @Override
    public boolean accept(Batch batch) {
      if (wanted == 0) {
        return false;
      }
      int kept = select(batch);
      if (kept > rows.room()) {
        shrink();
        kept = select(batch);
      }
      if (kept > 0) {
        rows.append(batch, positions, kept);
        if (!full && rows.count() >= wanted) {
          shrink();
        }
      }
      return true;
    }

    /** Lists the selected rows that may be among the first ones. */
    private int select(Batch batch) {
      int count = batch.selectedCount();
      MemorySegment selected = batch.selection() == null ? null : batch.selection().positions();
      long threshold = leastThreshold.get();
      boolean bounded = threshold != NO_THRESHOLD;
      if (bounded) {
        ColumnVector[] columns = new ColumnVector[batch.columnCount()];
        for (int i = 0; i < columns.length; i++) {
          columns[i] = batch.column(i);
        }
        prefix.encode(columns, 0, batch.rowCount(), codes);
      }
      // Where prefixes tell all, a row that equals the last one is not needed either.
      long limit = bounded ? threshold - (prefix.isExact() ? 1 : 0) : -1L;
      boolean none = bounded && prefix.isExact() && threshold == 0;
      int kept = 0;
      for (int i = 0; i < count && !none; i++) {
        int row = selected == null ? i : selected.get(JAVA_INT, (long) i << 2);
        positions.set(JAVA_INT, (long) kept << 2, row);
        boolean before =
            !bounded || Long.compareUnsigned(codes.get(JAVA_LONG, (long) row << 3), limit) <= 0;
        kept += before ? 1 : 0;
      }
      return kept;
    }

    /** Keeps the first rows only, and lowers the threshold. */
    private void shrink() {
      int kept = Math.min(wanted, rows.count());
      MemorySegment order =
          RowSorter.sort(
              rows.vectors(), rows.count(), keys, prefixes, context.memory(), query.cancellation());
      rows.keep(order, kept);
      context.memory().release(order);
      if (kept == wanted) {
        prefix.encode(rows.vectors(), kept - 1, 1, codes);
        leastThreshold.accumulateAndGet(
            codes.get(JAVA_LONG, 0), (a, b) -> Long.compareUnsigned(a, b) <= 0 ? a : b);
        full = true;
        tighten(kept - 1);
      }
    }

    private void tighten(int lastRow) {
      ColumnVector first = rows.vectors()[keys.getFirst().column()];
      if (bound != null && !first.isNull(lastRow)) {
        bound.tighten(first, lastRow);
      }
    }

    /** Passes what is left on to the final sort. */
    void flush() {
      if (rows.count() == 0) {
        return;
      }
      shrink();
      BatchConsumer out = rest.newLocal(context);
      Compactor compactor =
          new Compactor(types.toArray(new DataType[0]), context.memory(), context.batchRows());
      Batch all = new Batch(rows.vectors()).set(rows.count(), null);
      for (int from = 0; from < rows.count(); from += context.batchRows()) {
        int count = Math.min(context.batchRows(), rows.count() - from);
        for (int i = 0; i < count; i++) {
          positions.set(JAVA_INT, (long) i << 2, from + i);
        }
        out.accept(compactor.gather(all, positions, count));
      }
    }
  }
}
