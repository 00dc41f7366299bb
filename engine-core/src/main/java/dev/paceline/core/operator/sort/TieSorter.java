package dev.paceline.core.operator.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.plan.SortKey;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Orders rows whose first {@link SortPrefix prefixes} are equal: by the second prefix, those that
 * are equal in it by the third, and so on, so that each row is looked at once for eight bytes of
 * its keys rather than for each comparison. Where a prefix ends inside of a string, the next twelve
 * bytes of the strings are sorted as numbers, and again where those are equal (multikey sorting:
 * Bentley and Sedgewick, Fast Algorithms for Sorting and Searching Strings, 1997, with twelve bytes
 * as the character). A few rows are compared. Stable. One thread at a time.
 */
final class TieSorter {
  private static final int FEW_ROWS = 12;
  private static final int CHECKED_ROWS = 1 << 12;

  /**
   * The number of steps inside a string from which the common prefix of the strings is searched
   * first.
   */
  private static final int SHORT_STEPS = 3;

  /** The bytes of a string that one step looks at. */
  private static final int STEP_BYTES = Long.BYTES + Integer.BYTES;

  /** The bits above a row number. */
  static final long MORE_BITS = 0xffff_ffff_0000_0000L;

  /**
   * The number of steps inside a string after which rows are compared: each step may be a call
   * deeper.
   */
  private static final int MAX_STEPS = 64;

  private final ColumnVector[] columns;
  private final List<SortKey> keys;
  private final List<SortPrefix> prefixes;
  private final CancellationToken cancellation;

  /** The orders of rows that are equal in the prefixes before the one of the same number. */
  private final RowOrder[] orders;

  /** Positions of pairs, one for each position of {@link #rows}. */
  private @Nullable MemorySegment pairs;

  private @Nullable MemorySegment spare;
  private MemorySegment rows = MemorySegment.NULL;
  private MemorySegment rowSpare = MemorySegment.NULL;

  /**
   * @param prefixes of the keys; the rows that are given are equal in the first
   */
  TieSorter(
      ColumnVector[] columns,
      List<SortKey> keys,
      List<SortPrefix> prefixes,
      CancellationToken cancellation) {
    this.columns = columns;
    this.keys = keys;
    this.prefixes = prefixes;
    this.cancellation = cancellation;
    this.orders = new RowOrder[prefixes.size()];
    for (int i = 0; i < orders.length; i++) {
      orders[i] = new RowOrder(keys.subList(prefixes.get(i).firstKey(), keys.size()));
    }
  }

  /**
   * Sets the memory in which the next calls of {@link #sort} work.
   *
   * @param rowNumbers of 32 bits, in the order in which equal rows stay
   * @param pairRoom and pairSpare room for 16 bytes a position, or null to compare all rows; what
   *     they hold at the positions that are sorted is overwritten
   * @param rowRoom as large as {@code rowNumbers}
   */
  void use(
      MemorySegment rowNumbers,
      @Nullable MemorySegment pairRoom,
      @Nullable MemorySegment pairSpare,
      MemorySegment rowRoom) {
    rows = rowNumbers;
    pairs = pairRoom;
    spare = pairSpare;
    rowSpare = rowRoom;
  }

  /** Sorts the rows at positions [from, to), which are equal in the first prefix. */
  void sort(int from, int to) {
    if (pairs == null) {
      mergeSort(orders[0], from, to);
    } else {
      sortTies(0, from, to);
    }
  }

  /**
   * Sorts the rows of pairs at positions [from, to), which are equal in the first prefix and have
   * the upper bits of the second one above their row numbers.
   *
   * @param entries the pairs; overwritten
   * @param whole whether these bits are the whole second prefix
   */
  void sortContinued(MemorySegment entries, int from, int to, boolean whole) {
    MemorySegment sorted = entries;
    if (to - from <= FEW_ROWS) {
      insertionSort(entries, from, to);
    } else {
      sorted = requireNonNull(pairs);
      for (int i = from; i < to; i++) {
        checkAt(i - from);
        long row = PairSort.row(entries, i);
        PairSort.set(sorted, i, row & MORE_BITS, row);
      }
      PairSort.sort(sorted, requireNonNull(spare), from, to, cancellation);
    }
    int begin = from;
    while (begin < to) {
      long more = PairSort.row(sorted, begin) & MORE_BITS;
      int end = begin;
      while (end < to && (PairSort.row(sorted, end) & MORE_BITS) == more) {
        rows.set(JAVA_INT, (long) end << 2, (int) PairSort.row(sorted, end));
        end++;
      }
      if (end - begin > 1) {
        sortRest(whole ? 1 : 0, begin, end);
      }
      begin = end;
    }
  }

  /** Sorts pairs with equal codes by the bits above their row numbers, then by these. */
  private static void insertionSort(MemorySegment entries, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long row = PairSort.row(entries, i);
      int at = i;
      while (at > from && Long.compareUnsigned(PairSort.row(entries, at - 1), row) > 0) {
        PairSort.setRow(entries, at, PairSort.row(entries, at - 1));
        at--;
      }
      PairSort.setRow(entries, at, row);
    }
  }

  /** Sorts rows that are equal in the prefixes up to a number. */
  private void sortTies(int number, int from, int to) {
    SortPrefix prefix = prefixes.get(number);
    int text = prefix.openTextKey();
    if (to - from <= FEW_ROWS) {
      mergeSort(orders[number], from, to);
    } else if (text >= 0 && !columns[keys.get(text).column()].isNull(row(rows, from))) {
      sortText(number, from, to, prefix.openTextOffset(), 0);
    } else {
      sortRest(number, from, to); // if one of the strings is NULL all are: prefixes tell
    }
  }

  /** Sorts rows that are equal in all keys of the prefixes up to a number. */
  private void sortRest(int number, int from, int to) {
    int next = number + 1;
    if (next == prefixes.size()) {
      return;
    }
    if (to - from <= FEW_ROWS) {
      mergeSort(orders[next], from, to);
      return;
    }
    SortPrefix prefix = prefixes.get(next);
    MemorySegment codes = requireNonNull(pairs);
    for (int i = from; i < to; i++) {
      checkAt(i - from);
      int row = row(rows, i);
      PairSort.set(codes, i, prefix.encode(columns, row), row);
    }
    sortPairs(from, to);
    int begin = from;
    while (begin < to) {
      int end = endOfTie(begin, to);
      if (end - begin > 1) {
        sortTies(next, begin, end);
      }
      begin = end;
    }
  }

  /**
   * Sorts rows whose strings are equal up to an offset by the next {@link #STEP_BYTES} bytes, which
   * are all read when a row is visited: strings lie anywhere in memory. The pairs are sorted by the
   * first eight of these bytes; the others are above the row number, for pairs that are equal so
   * far.
   *
   * @param number of the prefix that ends in the string
   * @param steps that have been taken inside of the string
   */
  private void sortText(int number, int from, int to, int offset, int steps) {
    SortKey key = keys.get(prefixes.get(number).openTextKey());
    ColumnVector strings = columns[key.column()];
    MemorySegment heap = strings.valueHeap();
    MemorySegment codes = requireNonNull(pairs);
    long flipped = key.descending() ? -1 : 0;
    for (int i = from; i < to; i++) {
      checkAt(i - from);
      int row = row(rows, i);
      long view = strings.getView(row);
      long code = StringView.prefix(heap, view, offset) ^ flipped;
      long more = StringView.prefix(heap, view, offset + Long.BYTES) ^ flipped;
      PairSort.set(codes, i, code, more & MORE_BITS | row);
    }
    sortPairs(from, to);
    int begin = from;
    while (begin < to) {
      int end = endOfTie(begin, to);
      if (end - begin > 1) {
        sortByMore(number, strings, begin, end, offset, steps, flipped);
      }
      begin = end;
    }
  }

  /** Sorts pairs with equal codes by the bytes above their row numbers. */
  private void sortByMore(
      int number, ColumnVector strings, int from, int to, int offset, int steps, long flipped) {
    MemorySegment codes = requireNonNull(pairs);
    for (int i = from; i < to; i++) {
      long row = PairSort.row(codes, i);
      PairSort.set(codes, i, row & MORE_BITS, row);
    }
    sortPairs(from, to);
    int begin = from;
    while (begin < to) {
      int end = endOfTie(begin, to);
      if (end - begin > 1) {
        long last = PairSort.code(codes, begin) ^ (flipped & MORE_BITS);
        boolean whole = (last >>> Integer.SIZE & 0xff) != 0; // zeros stand for missing bytes, too
        sortEqual(number, strings, begin, end, offset + STEP_BYTES, steps + 1, whole);
      }
      begin = end;
    }
  }

  /**
   * Sorts rows whose strings are equal up to an offset, if missing bytes count as zeros.
   *
   * @param whole whether no string ends before the offset
   */
  private void sortEqual(
      int number, ColumnVector strings, int from, int to, int offset, int steps, boolean whole) {
    if (to - from <= FEW_ROWS || steps > MAX_STEPS) {
      mergeSort(orders[number], from, to);
      return;
    }
    if (whole && steps < SHORT_STEPS) {
      sortText(number, from, to, offset, steps);
      return;
    }
    int shortest = Integer.MAX_VALUE;
    int longest = 0;
    for (int i = from; i < to; i++) {
      checkAt(i - from);
      int length = StringView.length(strings.getView(row(rows, i)));
      shortest = Math.min(shortest, length);
      longest = Math.max(longest, length);
    }
    if (longest > offset) {
      int shared = steps < SHORT_STEPS ? offset : sharedBytes(strings, from, to, offset);
      if (shared == longest && shared == shortest) {
        sortRest(number, from, to);
      } else {
        sortText(number, from, to, shared, steps);
      }
    } else if (shortest == longest) {
      sortRest(number, from, to);
    } else {
      mergeSort(orders[number], from, to); // zero bytes at the end of some
    }
  }

  /** How many leading bytes strings share that are equal up to an offset, at least that. */
  private int sharedBytes(ColumnVector strings, int from, int to, int offset) {
    MemorySegment heap = strings.valueHeap();
    long first = strings.getView(row(rows, from));
    int shared = StringView.length(first);
    long base = StringView.offset(first);
    for (int i = from + 1; i < to && shared > offset; i++) {
      checkAt(i - from);
      long view = strings.getView(row(rows, i));
      int compared = Math.min(shared, StringView.length(view));
      long at = StringView.offset(view);
      long mismatch = MemorySegment.mismatch(heap, base, base + compared, heap, at, at + compared);
      shared = mismatch < 0 ? compared : (int) mismatch;
    }
    return Math.max(shared, offset);
  }

  /** Sorts pairs and puts their rows into place. */
  private void sortPairs(int from, int to) {
    MemorySegment codes = requireNonNull(pairs);
    PairSort.sort(codes, requireNonNull(spare), from, to, cancellation);
    for (int i = from; i < to; i++) {
      rows.set(JAVA_INT, (long) i << 2, (int) PairSort.row(codes, i));
    }
  }

  private int endOfTie(int begin, int to) {
    MemorySegment codes = requireNonNull(pairs);
    long code = PairSort.code(codes, begin);
    int end = begin + 1;
    while (end < to && PairSort.code(codes, end) == code) {
      end++;
    }
    return end;
  }

  private void checkAt(int done) {
    if (done % CHECKED_ROWS == 0) {
      cancellation.check();
    }
  }

  private void mergeSort(RowOrder order, int from, int to) {
    if (to - from <= FEW_ROWS) {
      insertionSort(order, from, to);
      return;
    }
    if (to - from > CHECKED_ROWS) {
      cancellation.check();
    }
    int middle = (from + to) >>> 1;
    mergeSort(order, from, middle);
    mergeSort(order, middle, to);
    if (order.compare(columns, row(rows, middle - 1), row(rows, middle)) <= 0) {
      return;
    }
    MemorySegment.copy(rows, 4L * from, rowSpare, 4L * from, 4L * (middle - from));
    int left = from;
    int right = middle;
    for (int at = from; left < middle; at++) {
      boolean takeRight =
          right < to && order.compare(columns, row(rows, right), row(rowSpare, left)) < 0;
      int next = takeRight ? row(rows, right++) : row(rowSpare, left++);
      rows.set(JAVA_INT, (long) at << 2, next);
    }
  }

  private void insertionSort(RowOrder order, int from, int to) {
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
