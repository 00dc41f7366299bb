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
import dev.paceline.core.operator.row.BoundedRows;
import dev.paceline.core.operator.sort.SortPrefix.Range;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.SortBound;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY with a small limit: each worker keeps the first offset + limit rows that it has met, and
 * drops the rows of a batch that are not before the last of them before anything is copied. Sort
 * prefixes tell which these are; a row that is equal to the last one in the first prefix, as most
 * rows are when few counts differ, is compared by the further ones. What is left of all workers is
 * sorted at the end.
 */
public final class TopNSink implements Sink {
  /** A number of rows that is always kept. */
  private static final long FEW_ROWS = 1 << 14;

  /** More rows than this are for {@link SortSink}. */
  private static final long MOST_ROWS = 1 << 18;

  /** The part of a query's memory that more than {@link #FEW_ROWS} may take. */
  private static final int MEMORY_PART = 16;

  private final List<DataType> types;
  private final List<SortKey> keys;
  private final int wanted;
  private final List<SortPrefix> prefixes;

  /** The prefixes up to the first one that has only some bytes of a string. */
  private final List<SortPrefix> comparable;

  /** Whether rows that are equal in all comparable prefixes are equal in all keys. */
  private final boolean exact;

  private final RowOrder order;
  private final QueryContext query;
  private final @Nullable SortBound bound;
  private final SortSink rest;

  /**
   * The minimum, over all workers, of the comparable prefixes of the last row that a worker keeps;
   * null until a worker has as many rows as are wanted.
   */
  private final AtomicReference<long @Nullable []> threshold = new AtomicReference<>();

  @GuardedBy("this")
  private final List<Local> locals = new ArrayList<>();

  /**
   * @param keys at least one
   * @param offset first row of the order to deliver
   * @param limit the most rows to deliver; offset + limit {@link #suits}
   * @param bound learns which values of the first key are still wanted; null if nobody asks it
   */
  public TopNSink(
      List<DataType> types,
      List<SortKey> keys,
      long offset,
      long limit,
      @Nullable SortBound bound,
      QueryContext query) {
    if (limit < 0 || offset < 0 || offset + limit > MOST_ROWS) {
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
    int open = 0;
    while (open < prefixes.size() && prefixes.get(open).openTextKey() < 0) {
      open++;
    }
    this.exact = open == prefixes.size();
    this.comparable = prefixes.subList(0, exact ? open : open + 1);
    this.order = new RowOrder(keys);
  }

  /**
   * Returns whether a sink should keep a number of rows. Many rows must have a fixed size, of which
   * all workers keep twice as many as are wanted in a small part of the query's memory, because
   * this sink cannot spill.
   *
   * @param rows offset + limit
   */
  public static boolean suits(List<DataType> types, long rows, QueryContext query) {
    if (rows <= FEW_ROWS) {
      return true;
    }
    if (rows > MOST_ROWS || types.stream().anyMatch(type -> type.family() == TypeFamily.BYTES)) {
      return false;
    }
    long rowBytes = Long.BYTES; // the code of its first key
    for (DataType type : types) {
      rowBytes += type.fitsLong() ? Long.BYTES : 2 * Long.BYTES;
    }
    return 2 * rows * rowBytes * query.workers() <= query.budget().boundBytes() / MEMORY_PART;
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

  private static long[] least(long @Nullable [] left, long[] right) {
    return left == null || compare(right, left) < 0 ? right : left;
  }

  private static int compare(long[] left, long[] right) {
    return Arrays.compareUnsigned(left, right);
  }

  private final class Local implements BatchConsumer {
    private final WorkerContext context;
    private final BoundedRows rows;
    private final MemorySegment codes;
    private final MemorySegment positions;
    private final MemorySegment ties;

    /**
     * The comparable prefixes of the last of the rows that are wanted; null until all of these have
     * been kept and sorted.
     */
    private long @Nullable [] last;

    Local(WorkerContext context) {
      this.context = context;
      int batch = context.batchRows();
      this.rows = new BoundedRows(types, 2 * wanted + batch, context.memory());
      this.codes = context.memory().allocate(8L * Math.max(batch, 2 * wanted + batch));
      this.positions = context.memory().allocate(4L * batch);
      this.ties = context.memory().allocate(4L * batch);
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
        if (last == null && rows.count() >= wanted) {
          shrink();
        }
      }
      return true;
    }

    /** Lists the selected rows that may be among the first ones. */
    private int select(Batch batch) {
      int count = batch.selectedCount();
      MemorySegment selected = batch.selection() == null ? null : batch.selection().positions();
      long[] least = threshold.get();
      if (least == null) {
        for (int i = 0; i < count; i++) {
          positions.set(JAVA_INT, (long) i << 2, row(selected, i));
        }
        return count;
      }
      ColumnVector[] columns = new ColumnVector[batch.columnCount()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = batch.column(i);
      }
      int kept = 0;
      int undecided = count;
      for (int p = 0; p < least.length && undecided > 0; p++) {
        comparable.get(p).encode(columns, 0, batch.rowCount(), codes);
        MemorySegment from = p == 0 ? selected : ties;
        long limit = least[p] + Long.MIN_VALUE;
        int tied = 0;
        for (int i = 0; i < undecided; i++) {
          int row = row(from, i);
          long code = codes.get(JAVA_LONG, (long) row << 3) + Long.MIN_VALUE;
          positions.set(JAVA_INT, (long) kept << 2, row);
          ties.set(JAVA_INT, (long) tied << 2, row);
          kept += code < limit ? 1 : 0;
          tied += code == limit ? 1 : 0;
        }
        undecided = tied;
      }
      return exact ? kept : addTies(columns, undecided, kept, least);
    }

    private static int row(@Nullable MemorySegment rows, int i) {
      return rows == null ? i : rows.get(JAVA_INT, (long) i << 2);
    }

    /**
     * Adds rows that are equal to the threshold in all prefixes, though their strings may differ
     * behind: all of them, or where the threshold is of a row that this worker keeps, those before
     * that row.
     */
    private int addTies(ColumnVector[] columns, int count, int before, long[] least) {
      if (count == 0) {
        return before;
      }
      boolean own = last != null && compare(last, least) == 0;
      ColumnVector[] sorted = rows.vectors();
      int kept = before;
      for (int i = 0; i < count; i++) {
        int row = row(ties, i);
        positions.set(JAVA_INT, (long) kept << 2, row);
        kept += !own || order.compare(columns, row, sorted, wanted - 1) < 0 ? 1 : 0;
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
        long[] prefix = new long[comparable.size()];
        for (int p = 0; p < prefix.length; p++) {
          prefix[p] = comparable.get(p).encode(rows.vectors(), kept - 1);
        }
        last = prefix;
        threshold.accumulateAndGet(prefix, TopNSink::least);
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
