package dev.paceline.core.operator.row;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows in native memory, read by row number. Each column lies in as narrow lanes as its values
 * allow, with exact bounds; strings that came from dictionaries stay dictionary codes where there
 * are few. Immutable and safe for all threads once {@linkplain RowCollector#combine complete};
 * lives as long as the query.
 */
public final class RowStore {
  /** The most rows of a store: row numbers are 32-bit. */
  public static final long MAX_ROWS = Integer.MAX_VALUE - 64;

  private final ColumnVector[] columns;
  private final int rowCount;
  private final MemoryScope memory;

  RowStore(List<DataType> types, int rowCount, MemoryScope memory) {
    this.rowCount = rowCount;
    this.memory = memory;
    columns = new ColumnVector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ColumnVector(types.get(i));
    }
  }

  public int rowCount() {
    return rowCount;
  }

  public int columnCount() {
    return columns.length;
  }

  /** A whole column as one vector of {@link #rowCount} rows, for access by row; read-only. */
  public ColumnVector column(int index) {
    return columns[index];
  }

  /**
   * Makes {@code out} a window on consecutive rows of a column, without copying where bitmaps allow
   * it: always if {@code fromRow} is a multiple of 64.
   */
  public void window(int column, int fromRow, int count, ColumnVector out) {
    ColumnVector whole = columns[column];
    out.pointTo(whole);
    if (whole.form() == Form.CONSTANT) {
      return;
    }
    switch (whole.type().family()) {
      case BOOLEAN -> {
        if ((fromRow & 63) == 0) {
          out.setBits(whole.data(), fromRow >>> 3);
        } else {
          MemorySegment bits = out.scratch(Bitmaps.bytes(count));
          Bitmaps.copy(whole.data(), fromRow, bits, 0, count);
          out.setBits(bits, 0);
        }
      }
      case FLOATING -> out.setDoubles(whole.data(), 8L * fromRow);
      case INTEGRAL -> {
        long at = (long) whole.width() * fromRow;
        out.setIntegers(whole.data(), at, whole.width(), whole.base(), whole.multiplier());
        if (whole.hasBounds()) {
          out.setBounds(whole.min(), whole.max());
        }
      }
      case BYTES -> {
        long at = (long) whole.width() * fromRow;
        if (whole.form() == Form.DICTIONARY) {
          out.setDictionary(whole.data(), at, whole.width(), whole.dictionary());
        } else {
          out.setViews(whole.data(), at, whole.heap());
        }
      }
    }
    MemorySegment nulls = whole.nulls();
    if (nulls != null) {
      if ((fromRow & 63) == 0) {
        out.setNulls(nulls, fromRow >>> 3);
      } else {
        MemorySegment bits = out.nullScratch(count);
        Bitmaps.copy(nulls, fromRow, bits, 0, count);
        out.setNulls(bits, 0);
      }
    }
  }

  /**
   * Pushes consecutive rows as {@linkplain #window windows} of all columns, until the consumer
   * needs no more; checks cancellation for each.
   *
   * @param batch of vectors of the columns' types, to be pointed at them
   */
  public void read(int fromRow, int toRow, Batch batch, WorkerContext context, BatchConsumer out) {
    int step = context.batchRows();
    for (int from = fromRow; from < toRow; from += step) {
      context.query().cancellation().check();
      int count = Math.min(step, toRow - from);
      for (int i = 0; i < columns.length; i++) {
        window(i, from, count, batch.column(i));
      }
      if (!out.accept(batch.set(count, null))) {
        return;
      }
    }
  }

  /**
   * Makes {@code out} the values of some rows, in scratch of its own.
   *
   * @param rows 32-bit row numbers, all valid
   * @param capacity rows that the scratch is made for, at least {@code count}
   */
  public void gather(int column, MemorySegment rows, int count, ColumnVector out, int capacity) {
    Compactor.gather(columns[column], rows, count, out, capacity);
  }

  /**
   * Like {@link #gather(int, MemorySegment, int, ColumnVector, int)}, with NULL in the rows of a
   * bitmap.
   *
   * @param rows valid also under the bitmap; of an empty store nothing is read
   * @param missing bit set = NULL; null for none
   */
  public void gather(
      int column,
      MemorySegment rows,
      @Nullable MemorySegment missing,
      int count,
      ColumnVector out,
      int capacity) {
    if (missing == null) {
      gather(column, rows, count, out, capacity);
      return;
    }
    if (rowCount == 0) {
      out.setConstantNull();
      return;
    }
    gather(column, rows, count, out, capacity);
    if (out.nulls() == null) {
      out.setNulls(missing, 0);
      return;
    }
    MemorySegment nulls = out.nullScratch(capacity);
    for (long at = 0; at < Bitmaps.bytes(count); at += 8) {
      nulls.set(
          ValueLayout.JAVA_LONG,
          at,
          nulls.get(ValueLayout.JAVA_LONG, at) | missing.get(ValueLayout.JAVA_LONG, at));
    }
  }

  /** Makes {@code out} the constant value of one row. */
  public void constant(int column, int row, ColumnVector out) {
    constant(columns[column], row, out);
  }

  /** Makes {@code out} the constant value of one row of another vector of the same type. */
  public static void constant(ColumnVector whole, int row, ColumnVector out) {
    if (whole.isNull(row)) {
      out.setConstantNull();
      return;
    }
    switch (whole.type().family()) {
      case BOOLEAN -> out.setConstantBoolean(whole.getBoolean(row));
      case FLOATING -> out.setConstantDouble(whole.getDouble(row));
      case INTEGRAL -> out.setConstantInt128(whole.getHigh(row), whole.getLong(row));
      case BYTES -> out.setConstantView(whole.valueHeap(), whole.getView(row));
    }
  }

  /** An empty store of as many rows, with columns of the types of the first columns of this one. */
  public RowStore ofSameTypes(int columnCount) {
    List<DataType> types =
        Arrays.stream(columns).limit(columnCount).map(ColumnVector::type).toList();
    return new RowStore(types, rowCount, memory);
  }

  /**
   * Fills this store with the rows of another one in another order. Both stores use the same string
   * bytes, so this store must not be used after the memory of the other one has been freed.
   *
   * @param rows of the other store, one 32-bit number a row of this one
   * @return what copies the rows, in independent pieces of about a millisecond
   */
  public List<Runnable> reorder(RowStore other, MemorySegment rows) {
    List<Runnable> pieces = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      pieces.addAll(new Reordering(other.columns[i], rows, rowCount, memory, columns[i]).pieces());
    }
    return pieces;
  }

  /** Gives back what the columns hold but for their strings; they must not be read any more. */
  public void release() {
    for (ColumnVector column : columns) {
      if (rowCount > 0 && column.form() != Form.CONSTANT) {
        memory.release(column.data());
        if (column.nulls() != null) {
          memory.release(column.nulls());
        }
      }
    }
  }

  /** Returns independent tasks that move a column's parts into place and release them. */
  List<Runnable> fill(int index, List<ColumnPart> parts) {
    return new ColumnFill(parts, rowCount, memory, columns[index]).pieces();
  }
}
