package dev.paceline.core.operator.row;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A bounded buffer of rows in plain lanes: rows are appended until it is full, then all but some or
 * all are dropped. Its memory is reused. One worker uses it.
 */
public final class BoundedRows {
  private final int capacity;
  private final Column[] columns;
  private int count;

  /**
   * @param capacity the most rows
   */
  public BoundedRows(List<DataType> types, int capacity, MemoryScope scope) {
    this.capacity = capacity;
    columns = new Column[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new Column(types.get(i), capacity, scope);
    }
  }

  /** Rows that there are. */
  public int count() {
    return count;
  }

  /** Rows that may be appended. */
  public int room() {
    return capacity - count;
  }

  /** The rows as vectors, until the next change. */
  public ColumnVector[] vectors() {
    ColumnVector[] vectors = new ColumnVector[columns.length];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = columns[i].vector();
    }
    return vectors;
  }

  /**
   * Copies rows; there is {@link #room} for them.
   *
   * @param positions 32-bit row numbers
   */
  public void append(Batch batch, MemorySegment positions, int rows) {
    for (int c = 0; c < columns.length; c++) {
      Column column = columns[c];
      ColumnVector source = batch.column(c);
      for (int i = 0; i < rows; i++) {
        column.put(count + i, source, positions.get(JAVA_INT, (long) i << 2));
      }
    }
    count += rows;
  }

  /** Copies all selected rows; there is {@link #room} for them. */
  public void append(Batch batch) {
    int rows = batch.selectedCount();
    Selection selection = batch.selection();
    if (selection != null) {
      append(batch, selection.positions(), rows);
      return;
    }
    for (int c = 0; c < columns.length; c++) {
      Column column = columns[c];
      ColumnVector source = batch.column(c);
      for (int i = 0; i < rows; i++) {
        column.put(count + i, source, i);
      }
    }
    count += rows;
  }

  /** Drops all rows. */
  public void clear() {
    for (Column column : columns) {
      column.open();
    }
    count = 0;
  }

  /**
   * Keeps some rows and drops the others.
   *
   * @param rows their 32-bit numbers, in the order that they then have
   */
  public void keep(MemorySegment rows, int kept) {
    for (Column column : columns) {
      column.swap();
      for (int i = 0; i < kept; i++) {
        column.put(i, column.other, rows.get(JAVA_INT, (long) i << 2));
      }
    }
    count = kept;
  }

  /** Two sets of lanes, of which one is in use. */
  private static final class Column {
    private final DataType type;
    private final int laneBytes;
    private ColumnVector current;
    private ColumnVector other;
    private MemorySegment lanes;
    private MemorySegment nulls;
    private long heapUsed;
    private final int capacity;

    Column(DataType type, int capacity, MemoryScope scope) {
      this.type = type;
      this.capacity = capacity;
      laneBytes = type.fitsLong() ? 8 : 16;
      current = new ColumnVector(type, scope);
      other = new ColumnVector(type, scope);
      open();
    }

    private void open() {
      lanes = current.scratch((long) laneBytes * capacity);
      nulls = current.nullScratch(capacity);
      heapUsed = 0;
    }

    /** Turns the lanes in use into the source of what is kept. */
    void swap() {
      vector();
      ColumnVector full = current;
      current = other;
      other = full;
      open();
    }

    ColumnVector vector() {
      switch (type.family()) {
        case BOOLEAN -> current.setBits(lanes, 0);
        case FLOATING -> current.setDoubles(lanes, 0);
        case BYTES -> current.setViews(lanes, 0, current.heapScratch(1, heapUsed));
        case INTEGRAL -> {
          if (laneBytes == 8) {
            current.setLongs(lanes, 0);
          } else {
            current.setInt128s(lanes, 0);
          }
        }
      }
      return current.setNulls(nulls, 0);
    }

    void put(int at, ColumnVector source, int row) {
      boolean isNull = source.isNull(row);
      if (isNull) {
        Bitmaps.set(nulls, 0, at);
      } else {
        Bitmaps.clear(nulls, 0, at);
      }
      switch (type.family()) {
        case BOOLEAN -> {
          if (!isNull && source.getBoolean(row)) {
            Bitmaps.set(lanes, 0, at);
          } else {
            Bitmaps.clear(lanes, 0, at);
          }
        }
        case FLOATING -> lanes.set(JAVA_DOUBLE, 8L * at, isNull ? 0 : source.getDouble(row));
        case INTEGRAL -> {
          lanes.set(JAVA_LONG, (long) laneBytes * at, isNull ? 0 : source.getLong(row));
          if (laneBytes == 16) {
            lanes.set(JAVA_LONG, 16L * at + 8, isNull ? 0 : source.getHigh(row));
          }
        }
        case BYTES ->
            lanes.set(JAVA_LONG, 8L * at, isNull ? StringView.of(0, 0) : copy(source, row));
      }
    }

    private long copy(ColumnVector source, int row) {
      long view = source.getView(row);
      int length = StringView.length(view);
      MemorySegment heap = current.heapScratch(heapUsed + length + 1, heapUsed);
      MemorySegment.copy(source.valueHeap(), StringView.offset(view), heap, heapUsed, length);
      long copied = StringView.of(heapUsed, length);
      heapUsed += length;
      return copied;
    }
  }
}
