package dev.paceline.core.operator.aggregate.index;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.DictionaryCodes;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Several string columns as one field of whole numbers: the strings of a row, with their lengths in
 * front, are one entry of a {@link StringTable}. One search a row takes the place of one a column,
 * each of which would read three places in memory. One worker uses it.
 *
 * <pre>
 *  +--------------------+-----+--------------------+---------------------------+
 *  | length, -1 if NULL | ... | length, -1 if NULL | bytes of all strings      |
 *  +--------------------+-----+--------------------+---------------------------+
 *    4 bytes a column
 * </pre>
 */
final class StringTuple {
  /** In place of a view: the string is NULL. No string is as long and as far away. */
  static final long NULL_VIEW = -1;

  /** The scratch for rows that are to be numbered; a longer row gets more. */
  private static final long WRITTEN_BYTES = 1 << 16;

  private final int header;
  private final MemoryScope scope;
  private final StringTable table;
  private final AffineLanes numbers;

  /** The views of a batch, column by column. */
  private final long[][] views;

  private final MemorySegment[] heaps;

  private MemorySegment written;

  /** The views of the rows that are written. */
  private final long[] entries;

  /**
   * @param columns the number of columns
   * @param capacity the most rows of a batch
   */
  StringTuple(int columns, MemoryScope scope, int capacity, long hashMask) {
    header = Integer.BYTES * columns;
    this.scope = scope;
    written = scope.allocateScratch(WRITTEN_BYTES);
    entries = new long[capacity];
    table = new StringTable(scope, hashMask);
    numbers = new AffineLanes(scope, capacity);
    views = new long[columns][capacity];
    heaps = new MemorySegment[columns];
    Arrays.fill(heaps, MemorySegment.NULL);
  }

  /** The numbers of the batch that was prepared last. */
  AffineLanes field() {
    return numbers;
  }

  /** Makes room for {@code most} different rows in total. */
  void expect(int most) {
    table.expect(most);
  }

  /** Takes one of the columns of a batch without a selection. */
  void read(int column, ColumnVector vector, int rows) {
    long[] target = views[column];
    MemorySegment nulls = vector.nulls();
    heaps[column] = vector.valueHeap();
    switch (vector.form()) {
      case CONSTANT ->
          Arrays.fill(target, 0, rows, vector.isConstantNull() ? NULL_VIEW : vector.constantLong());
      case FLAT ->
          MemorySegment.copy(vector.data(), JAVA_LONG_UNALIGNED, vector.offset(), target, 0, rows);
      case DICTIONARY -> {
        Dictionary entries = vector.dictionary();
        int[] codes = DictionaryCodes.of(vector, rows);
        for (int i = 0; i < rows; i++) {
          boolean isNull = nulls != null && Bitmaps.get(nulls, vector.nullsOffset(), i);
          target[i] = isNull ? NULL_VIEW : entries.view(codes[i]);
        }
      }
    }
    if (vector.form() == Form.FLAT && nulls != null) {
      for (int i = 0; i < rows; i++) {
        if (Bitmaps.get(nulls, vector.nullsOffset(), i)) {
          target[i] = NULL_VIEW;
        }
      }
    }
  }

  /**
   * Numbers the rows of which all columns have been read. They are written into scratch first, so
   * that the table can look up many at a time.
   */
  void number(int rows) {
    MemorySegment lanes = numbers.setFull(null, 0);
    int first = 0;
    while (first < rows) {
      int end = write(first, rows);
      int count = end - first;
      table.number(written, entries, count, entries);
      MemorySegment.copy(entries, 0, lanes, JAVA_LONG, (long) first << 3, count);
      first = end;
    }
    numbers.setBounds(0, table.size() - 1);
  }

  /**
   * Writes rows into scratch, one behind the other, until it is full, and sets their views.
   *
   * @return the row behind the last one that was written
   */
  private int write(int first, int rows) {
    int row = first;
    long at = 0;
    while (row < rows) {
      long length = length(row);
      if (at + length + StringView.SLACK > written.byteSize()) {
        if (row > first) {
          break;
        }
        written =
            scope.allocateScratch(Math.max(2 * written.byteSize(), length + StringView.SLACK));
      }
      entries[row - first] = StringView.of(at, Math.toIntExact(length));
      write(row, at);
      at += length;
      row++;
    }
    return row;
  }

  /** The bytes of a row, and of the lengths in front of them. */
  private long length(int row) {
    long length = header;
    for (long[] column : views) {
      length += column[row] == NULL_VIEW ? 0 : StringView.length(column[row]);
    }
    return length;
  }

  private void write(int row, long at) {
    long next = at + header;
    for (int column = 0; column < views.length; column++) {
      long view = views[column][row];
      int bytes = -1;
      if (view != NULL_VIEW) {
        bytes = StringView.length(view);
        StringView.copyWithSlack(heaps[column], StringView.offset(view), written, next, bytes);
        next += bytes;
      }
      written.set(JAVA_INT_UNALIGNED, at + (long) Integer.BYTES * column, bytes);
    }
  }

  /** The bytes of all rows; reading more rows may replace it. */
  MemorySegment heap() {
    return table.heap();
  }

  /**
   * Returns the view of a string in {@link #heap}, or {@link #NULL_VIEW}.
   *
   * @param number of a row
   */
  long view(int number, int column) {
    MemorySegment heap = table.heap();
    long at = table.start(number);
    long start = at + header;
    for (int i = 0; i < column; i++) {
      start += Math.max(0, heap.get(JAVA_INT_UNALIGNED, at + (long) Integer.BYTES * i));
    }
    int length = heap.get(JAVA_INT_UNALIGNED, at + (long) Integer.BYTES * column);
    return length < 0 ? NULL_VIEW : StringView.of(start, length);
  }
}
