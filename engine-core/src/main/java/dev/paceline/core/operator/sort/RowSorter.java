package dev.paceline.core.operator.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.sort.SortPrefix.Range;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Orders the rows of some whole columns: a radix sort of (prefix, row) entries, in one long where
 * both fit, then a merge sort of the rows whose prefixes are equal if these do not tell all.
 * Stable.
 */
final class RowSorter {
  private static final int INSERTION_ROWS = 12;

  private final ColumnVector[] columns;
  private final RowOrder order;
  private final SortPrefix prefix;
  private final MemoryScope scope;
  private final CancellationToken cancellation;

  private RowSorter(
      ColumnVector[] columns,
      List<SortKey> keys,
      SortPrefix prefix,
      MemoryScope scope,
      CancellationToken cancellation) {
    this.columns = columns;
    this.order = new RowOrder(keys);
    this.prefix = prefix;
    this.scope = scope;
    this.cancellation = cancellation;
  }

  /**
   * Sorts with a prefix that is made for the values there are.
   *
   * @param columns of at least {@code count} rows
   * @param scope for the result, and for scratch that is given back
   * @return the row numbers in order, 32 bits each
   */
  static MemorySegment sort(
      ColumnVector[] columns,
      int count,
      List<SortKey> keys,
      MemoryScope scope,
      CancellationToken cancellation) {
    List<DataType> types = new ArrayList<>();
    for (ColumnVector column : columns) {
      types.add(column.type());
    }
    List<Range> ranges = new ArrayList<>();
    for (SortKey key : keys) {
      ColumnVector column = columns[key.column()];
      boolean strings = column.type().family() == TypeFamily.BYTES;
      ranges.add(Range.of(column, strings ? sharedBytes(column, count) : 0));
    }
    return sort(columns, count, keys, new SortPrefix(types, keys, ranges), scope, cancellation);
  }

  /** Sorts with a given prefix. */
  static MemorySegment sort(
      ColumnVector[] columns,
      int count,
      List<SortKey> keys,
      SortPrefix prefix,
      MemoryScope scope,
      CancellationToken cancellation) {
    return new RowSorter(columns, keys, prefix, scope, cancellation).sort(count);
  }

  /** Leading bytes that all strings of a column share. */
  private static int sharedBytes(ColumnVector column, int count) {
    MemorySegment heap = column.valueHeap();
    long first = -1;
    int shared = 0;
    for (int i = 0; i < count && (first < 0 || shared > 0); i++) {
      if (column.isNull(i)) {
        continue;
      }
      long view = column.getView(i);
      if (first < 0) {
        first = view;
        shared = StringView.length(view);
        continue;
      }
      int length = Math.min(shared, StringView.length(view));
      long at = StringView.offset(view);
      long base = StringView.offset(first);
      long mismatch = MemorySegment.mismatch(heap, base, base + length, heap, at, at + length);
      shared = mismatch < 0 ? length : (int) mismatch;
    }
    return shared;
  }

  private MemorySegment sort(int count) {
    int rowBits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, count - 1));
    int words = prefix.bits() + rowBits <= Long.SIZE ? 1 : 2;
    MemorySegment entries = scope.allocate(8L * words * count);
    MemorySegment spare = scope.allocate(8L * words * count);
    encode(count, words, rowBits, entries);
    int fromBit = words == 1 ? rowBits : 0;
    MemorySegment sorted =
        RadixSort.sort(entries, spare, count, words, fromBit, fromBit + prefix.bits());
    MemorySegment rows = scope.allocate(4L * count);
    long rowMask = words == 1 ? (1L << rowBits) - 1 : -1L;
    long rowAt = words == 1 ? 0 : 8;
    for (int i = 0; i < count; i++) {
      long row = sorted.get(JAVA_LONG, 8L * words * i + rowAt) & rowMask;
      rows.set(JAVA_INT, (long) i << 2, (int) row);
    }
    if (!prefix.isExact()) {
      sortTies(sorted, count, words, fromBit, rows);
    }
    scope.release(entries);
    scope.release(spare);
    return rows;
  }

  private void encode(int count, int words, int rowBits, MemorySegment entries) {
    int step = 1 << 11;
    MemorySegment prefixes = scope.allocate(8L * step);
    for (int from = 0; from < count; from += step) {
      cancellation.check();
      int rows = Math.min(step, count - from);
      prefix.encode(columns, from, rows, prefixes);
      for (int i = 0; i < rows; i++) {
        long code = prefixes.get(JAVA_LONG, (long) i << 3);
        long row = (long) from + i;
        if (words == 1) {
          entries.set(JAVA_LONG, row << 3, (rowBits < 64 ? code << rowBits : 0) | row);
        } else {
          entries.set(JAVA_LONG, row << 4, code);
          entries.set(JAVA_LONG, (row << 4) + 8, row);
        }
      }
    }
  }

  private void sortTies(MemorySegment sorted, int count, int words, int shift, MemorySegment rows) {
    MemorySegment spare = scope.allocate(4L * count);
    int from = 0;
    while (from < count) {
      long code = sorted.get(JAVA_LONG, 8L * words * from) >>> shift;
      int to = from + 1;
      while (to < count && sorted.get(JAVA_LONG, 8L * words * to) >>> shift == code) {
        to++;
      }
      if (to - from > 1) {
        mergeSort(rows, spare, from, to);
      }
      from = to;
    }
    scope.release(spare);
  }

  private void mergeSort(MemorySegment rows, MemorySegment spare, int from, int to) {
    if (to - from <= INSERTION_ROWS) {
      insertionSort(rows, from, to);
      return;
    }
    if (to - from > 1 << 12) {
      cancellation.check();
    }
    int middle = (from + to) >>> 1;
    mergeSort(rows, spare, from, middle);
    mergeSort(rows, spare, middle, to);
    if (order.compare(columns, row(rows, middle - 1), row(rows, middle)) <= 0) {
      return;
    }
    MemorySegment.copy(rows, 4L * from, spare, 4L * from, 4L * (middle - from));
    int left = from;
    int right = middle;
    for (int at = from; left < middle; at++) {
      boolean takeRight =
          right < to && order.compare(columns, row(rows, right), row(spare, left)) < 0;
      int next = takeRight ? row(rows, right++) : row(spare, left++);
      rows.set(JAVA_INT, (long) at << 2, next);
    }
  }

  private void insertionSort(MemorySegment rows, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      int row = row(rows, i);
      int at = i;
      while (at > from && order.compare(columns, row(rows, at - 1), row) > 0) {
        rows.set(JAVA_INT, (long) at << 2, row(rows, at - 1));
        at--;
      }
      rows.set(JAVA_INT, (long) at << 2, row);
    }
  }

  private static int row(MemorySegment rows, int i) {
    return rows.get(JAVA_INT, (long) i << 2);
  }
}
