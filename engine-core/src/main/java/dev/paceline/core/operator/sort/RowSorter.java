package dev.paceline.core.operator.sort;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.sort.SortPrefix.Range;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Orders the rows of some whole columns: a radix sort of (prefix, row) entries, in one long where
 * both fit, then {@link TieSorter} for the rows whose prefixes are equal if these do not tell all.
 * In entries of two longs, the upper bits of the next prefix are above the row number, unless they
 * are of strings: most ties are decided there, where no column has to be read in random order.
 * Stable. One thread at a time; large inputs are for {@link SampleSort}, which divides them.
 */
final class RowSorter {
  /**
   * The mask of a position: the cancellation is checked again after that many rows were searched
   * for ties.
   */
  private static final int CHECKED_MASK = (1 << 14) - 1;

  private final ColumnVector[] columns;
  private final SortPrefix prefix;

  /** The prefix whose upper bits are above the row numbers; null for none. */
  private final @Nullable SortPrefix next;

  private final TieSorter ties;
  private final MemoryScope scope;
  private final CancellationToken cancellation;
  private final int rowBits;
  private final int words;

  /**
   * @param columns of at least {@code rowCount} rows
   * @param rowCount all row numbers are smaller
   * @param prefixes of the keys, at least one
   * @param scope for the result, and for scratch that is given back
   */
  RowSorter(
      ColumnVector[] columns,
      int rowCount,
      List<SortKey> keys,
      List<SortPrefix> prefixes,
      MemoryScope scope,
      CancellationToken cancellation) {
    this.columns = columns;
    this.prefix = prefixes.getFirst();
    this.ties = new TieSorter(columns, keys, prefixes, cancellation);
    this.scope = scope;
    this.cancellation = cancellation;
    this.rowBits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, rowCount - 1));
    this.words = prefix.bits() + rowBits <= Long.SIZE ? 1 : 2;
    boolean continues =
        words == 2
            && prefixes.size() > 1
            && prefix.openTextKey() < 0
            && !prefixes.get(1).readsStrings();
    this.next = continues ? prefixes.get(1) : null;
  }

  /**
   * Sorts with prefixes that are made for the values there are.
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
    StringTraits[] traits = new StringTraits[keys.size()];
    for (int key = 0; key < traits.length; key++) {
      traits[key] = new StringTraits(columns[keys.get(key).column()], count);
      traits[key].look(0, count);
    }
    return sort(columns, count, keys, prefixes(columns, keys, traits), scope, cancellation);
  }

  /** Sorts with given prefixes. */
  static MemorySegment sort(
      ColumnVector[] columns,
      int count,
      List<SortKey> keys,
      List<SortPrefix> prefixes,
      MemoryScope scope,
      CancellationToken cancellation) {
    return new RowSorter(columns, count, keys, prefixes, scope, cancellation).sort(count);
  }

  /** The prefixes for the values of some columns, whose strings have been looked at. */
  static List<SortPrefix> prefixes(
      ColumnVector[] columns, List<SortKey> keys, StringTraits[] traits) {
    List<DataType> types = new ArrayList<>();
    for (ColumnVector column : columns) {
      types.add(column.type());
    }
    List<Range> ranges = new ArrayList<>();
    for (int key = 0; key < traits.length; key++) {
      ranges.add(Range.of(columns[keys.get(key).column()], traits[key]));
    }
    return SortPrefix.all(types, keys, ranges);
  }

  private MemorySegment sort(int count) {
    MemorySegment entries = scope.allocate(8L * words * count);
    MemorySegment rows = scope.allocate(4L * count);
    int step = 1 << 11;
    MemorySegment prefixes = scope.allocate(8L * step);
    MemorySegment numbers = scope.allocate(8L * step);
    for (int from = 0; from < count; from += step) {
      cancellation.check();
      int some = Math.min(step, count - from);
      prefix.encode(columns, from, some, prefixes);
      number(from, some, numbers);
      for (int i = 0; i < some; i++) {
        long code = prefixes.get(JAVA_LONG, (long) i << 3);
        setEntry(entries, from + i, code, numbers.get(JAVA_LONG, (long) i << 3));
      }
    }
    scope.release(prefixes);
    scope.release(numbers);
    sortEntries(entries, count, rows);
    scope.release(entries);
    return rows;
  }

  /** Longs of an entry: 1, or 2 if prefix and row number do not fit into one. */
  int words() {
    return words;
  }

  /**
   * Makes the numbers of some rows for {@link #setEntry}, with bits of the next prefix above them.
   *
   * @param numbers gets a long for each row
   */
  void number(int from, int count, MemorySegment numbers) {
    if (next == null) {
      for (int i = 0; i < count; i++) {
        numbers.set(JAVA_LONG, (long) i << 3, from + i);
      }
      return;
    }
    next.encode(columns, from, count, numbers);
    int shift = Long.SIZE - next.bits();
    for (int i = 0; i < count; i++) {
      long upper = numbers.get(JAVA_LONG, (long) i << 3) << shift & TieSorter.MORE_BITS;
      numbers.set(JAVA_LONG, (long) i << 3, upper | from + i);
    }
  }

  /**
   * @param number of the row, as {@link #number} makes it
   */
  void setEntry(MemorySegment entries, int i, long code, long number) {
    if (words == 1) {
      entries.set(JAVA_LONG, (long) i << 3, (rowBits < 64 ? code << rowBits : 0) | number);
    } else {
      PairSort.set(entries, i, code, number);
    }
  }

  /**
   * Sorts some entries.
   *
   * @param entries are overwritten
   * @param rows gets the row numbers in order, 32 bits each
   */
  void sortEntries(MemorySegment entries, int count, MemorySegment rows) {
    MemorySegment spare = scope.allocate(8L * words * count);
    int fromBit = words == 1 ? rowBits : 0;
    MemorySegment sorted =
        RadixSort.sort(
            entries, spare, count, words, fromBit, fromBit + prefix.bits(), cancellation);
    long rowMask = words == 1 ? (1L << rowBits) - 1 : -1L;
    long rowAt = words == 1 ? 0 : 8;
    for (int i = 0; i < count; i++) {
      long row = sorted.get(JAVA_LONG, 8L * words * i + rowAt) & rowMask;
      rows.set(JAVA_INT, (long) i << 2, (int) row);
    }
    if (!prefix.isExact()) {
      MemorySegment other = sorted.address() == spare.address() ? entries : spare;
      sortTies(sorted, other, count, fromBit, rows);
    }
    scope.release(spare);
  }

  private void sortTies(
      MemorySegment sorted, MemorySegment other, int count, int shift, MemorySegment rows) {
    MemorySegment rowSpare = scope.allocate(4L * count);
    // The codes before a tie have been looked at, so that there is room where they were.
    ties.use(rows, words == 2 ? other : null, words == 2 ? sorted : null, rowSpare);
    int from = 0;
    while (from < count) {
      long code = sorted.get(JAVA_LONG, 8L * words * from) >>> shift;
      int to = from + 1;
      while (to < count && sorted.get(JAVA_LONG, 8L * words * to) >>> shift == code) {
        to++;
      }
      if ((from & CHECKED_MASK) > (to & CHECKED_MASK)) {
        cancellation.check();
      }
      if (to - from > 1 && next != null) {
        ties.sortContinued(sorted, from, to, next.bits() <= Integer.SIZE);
      } else if (to - from > 1) {
        ties.sort(from, to);
      }
      from = to;
    }
    scope.release(rowSpare);
  }
}
