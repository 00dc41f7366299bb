package dev.paceline.storage.load.column;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.list.NestedCast;
import dev.paceline.core.expr.tree.ColumnReference;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.load.GrowingBuffer;
import java.lang.foreign.MemorySegment;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Casts a column to another type, as CAST does: to one of bytes, such as VARCHAR and lists, of
 * doubles, or of numbers in 64 bits.
 */
public final class ColumnCast {
  private static final int BATCH_ROWS = 1024;

  private final ChunkColumn column;
  private final DataType type;
  private final int rows;
  private final WorkerContext worker;
  private final ColumnVector source;
  private final MemorySegment lanes;
  private final MemorySegment nulls;
  private final GrowingBuffer heap;
  private Evaluator cast;
  private int nullCount;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  /** Decides whether a cast goes on when the value of a row cannot be cast. */
  @FunctionalInterface
  public interface Failures {
    /** Returns whether to go on; the value is then NULL. */
    boolean failed(int row, PacelineException failure);
  }

  private ColumnCast(
      ChunkColumn column, int rows, DataType type, MemoryScope memory, QueryContext context) {
    this.column = column;
    this.type = type;
    this.rows = rows;
    this.worker = new WorkerContext(context, context.memory());
    this.source = new ColumnVector(column.type(), context.memory());
    this.lanes = memory.allocate(8L * rows);
    this.nulls = memory.allocateZeroed(Bitmaps.bytes(rows));
    this.heap = new GrowingBuffer(memory);
    this.cast = newCast();
  }

  /** Returns whether values can be cast to a type here. */
  public static boolean isTo(DataType type) {
    return type.family() != TypeFamily.BOOLEAN
        && (type.family() != TypeFamily.INTEGRAL || type.fitsLong());
  }

  /**
   * Returns a column of another type.
   *
   * @param rows of the column, at least 1
   * @param type see {@link #isTo}
   * @param memory for what the new column points to
   * @return null if {@code failures} does not want to go on
   */
  public static @Nullable ChunkColumn of(
      ChunkColumn column, int rows, DataType type, MemoryScope memory, Failures failures) {
    try (QueryContext context =
        QueryContext.open(
            "a cast to " + type,
            memory.ledger(),
            new CancellationToken(),
            BATCH_ROWS,
            0,
            ZoneOffset.UTC)) {
      ColumnCast cast = new ColumnCast(column, rows, type, memory, context);
      for (int from = 0; from < rows; from += BATCH_ROWS) {
        if (!cast.add(from, Math.min(BATCH_ROWS, rows - from), failures)) {
          return null;
        }
      }
      return cast.finish();
    }
  }

  private Evaluator newCast() {
    return NestedCast.any(new ColumnReference(0, column.type()), type).newEvaluator(worker);
  }

  /** Adds rows, one at a time if one of them fails; false if that ends the cast. */
  private boolean add(int from, int count, Failures failures) {
    ColumnVector values;
    column.read(from, count, source);
    try {
      values = cast.evaluate(new Batch(source).set(count, null));
    } catch (PacelineException e) {
      cast = newCast(); // one that has failed has half a value in it
      if (count == 1) {
        addNull(from);
        return failures.failed(from, e);
      }
      for (int row = from; row < from + count; row++) {
        if (!add(row, 1, failures)) {
          return false;
        }
      }
      return true;
    }
    for (int i = 0; i < count; i++) {
      if (values.isNull(i)) {
        addNull(from + i);
      } else {
        add(from + i, values, i);
      }
    }
    return true;
  }

  private void addNull(int row) {
    lanes.set(JAVA_LONG, (long) row << 3, 0);
    Bitmaps.set(nulls, 0, row);
    nullCount++;
  }

  private void add(int row, ColumnVector values, int index) {
    long lane = (long) row << 3;
    switch (type.family()) {
      case FLOATING -> lanes.set(JAVA_DOUBLE, lane, values.getDouble(index));
      case BYTES -> {
        int length = StringView.length(values.getView(index));
        long at = heap.extend(length);
        StringView.copy(values.valueHeap(), values.getView(index), heap.segment(), at);
        lanes.set(JAVA_LONG, lane, StringView.of(at, length));
      }
      default -> {
        long value = values.getLong(index);
        lanes.set(JAVA_LONG, lane, value);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
  }

  private ChunkColumn finish() {
    if (nullCount == rows) {
      return ConstantColumn.ofNull(type, rows);
    }
    NullRows nullRows = nullCount == 0 ? NullRows.none(rows) : new NullRows(rows, nullCount, nulls);
    return switch (type.family()) {
      case FLOATING -> DoubleColumn.of(type, nullRows, lanes);
      case BYTES -> new StringColumn(type, nullRows, lanes, heap.segment());
      default -> IntegralColumn.of(type, nullRows, lanes, Long.BYTES, min, max);
    };
  }
}
