package dev.paceline.core.operator.sort;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Statistics about the strings of a column for a sort: the length of the prefix that all strings
 * have in common, the maximum length, and the distinct values if they are few. Several threads may
 * call {@link #look} at the same time for different rows. A column of another type is not read.
 */
final class StringTraits {
  private final ColumnVector column;
  private final boolean strings;
  private final long first;
  private final AtomicInteger shared;
  private final AtomicInteger longest = new AtomicInteger();

  @GuardedBy("this")
  private final TreeSet<byte[]> values = new TreeSet<>(Arrays::compareUnsigned);

  /**
   * Whether the values are too many, or too long, for ranks. Any thread sets it, none resets it.
   */
  private volatile boolean many;

  /**
   * @param count rows of the column
   */
  StringTraits(ColumnVector column, int count) {
    this.column = column;
    this.strings = column.type().family() == TypeFamily.BYTES;
    int row = 0;
    while (strings && row < count && column.isNull(row)) {
      row++;
    }
    boolean any = strings && row < count;
    this.first = any ? column.getView(row) : 0;
    this.shared = new AtomicInteger(any ? StringView.length(first) : 0);
  }

  /** Looks at the strings of the rows [from, to). */
  void look(int from, int to) {
    if (!strings) {
      return;
    }
    MemorySegment heap = column.valueHeap();
    long base = StringView.offset(first);
    int least = shared.get();
    int most = 0;
    for (int row = from; row < to; row++) {
      if (column.isNull(row)) {
        continue;
      }
      long view = column.getView(row);
      int length = StringView.length(view);
      most = Math.max(most, length);
      if (least > 0) {
        int compared = Math.min(least, length);
        long at = StringView.offset(view);
        long mismatch =
            MemorySegment.mismatch(heap, base, base + compared, heap, at, at + compared);
        least = mismatch < 0 ? compared : (int) mismatch;
      }
    }
    if (!many) {
      collect(from, to);
    }
    shared.accumulateAndGet(least, Math::min);
    longest.accumulateAndGet(most, Math::max);
  }

  /** Adds the distinct strings of some rows to those that are known, unless they get many. */
  private void collect(int from, int to) {
    MemorySegment heap = column.valueHeap();
    long[] hashes = new long[StringRanks.SLOTS];
    long[] views = new long[StringRanks.SLOTS];
    boolean[] used = new boolean[StringRanks.SLOTS];
    int count = 0;
    for (int row = from; row < to && !many; row++) {
      if (column.isNull(row)) {
        continue;
      }
      long view = column.getView(row);
      if (StringView.length(view) > StringRanks.MAX_BYTES) {
        many = true;
        break;
      }
      long hash = StringRanks.hash(heap, StringView.offset(view), StringView.length(view));
      int slot = StringRanks.slot(hash);
      while (used[slot]
          && (hashes[slot] != hash || StringView.compare(heap, views[slot], heap, view) != 0)) {
        slot = (slot + 1) & (StringRanks.SLOTS - 1);
      }
      if (!used[slot]) {
        used[slot] = true;
        hashes[slot] = hash;
        views[slot] = view;
        count++;
        if (count > StringRanks.MAX_VALUES) {
          many = true;
        }
      }
    }
    synchronized (this) {
      for (int slot = 0; slot < used.length && !many; slot++) {
        if (used[slot]) {
          values.add(StringView.bytes(heap, views[slot]));
          if (values.size() > StringRanks.MAX_VALUES) {
            many = true;
          }
        }
      }
    }
  }

  /** The ranks of the strings, once all rows have been looked at; null if they are many. */
  synchronized @Nullable StringRanks ranks() {
    return !strings || many ? null : StringRanks.of(values);
  }

  /** The number of leading bytes that all share, once all rows have been looked at. */
  int sharedBytes() {
    return shared.get();
  }

  /** The length of the longest string in bytes, once all rows have been looked at. */
  int longest() {
    return longest.get();
  }
}
