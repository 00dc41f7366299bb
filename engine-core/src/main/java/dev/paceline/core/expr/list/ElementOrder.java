package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.vector.TextWriter;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The elements of one list as an array of views, which can be sorted. One worker uses it. */
class ElementOrder {
  private final ListReader reader;
  private long[] views = new long[16];
  private long[] merged = new long[16];
  private MemorySegment heap = MemorySegment.NULL;
  private int count;
  private int nulls;

  ElementOrder(ListReader reader) {
    this.reader = reader;
  }

  /** Takes the elements of a list in their order, without NULLs. */
  ElementOrder read(ColumnVector lists, int row) {
    return read(lists, row, false);
  }

  /** Takes all elements of a list in their order. */
  final ElementOrder readAll(ColumnVector lists, int row) {
    return read(lists, row, true);
  }

  private ElementOrder read(ColumnVector lists, int row, boolean withNulls) {
    reader.reset(lists, row);
    heap = reader.heap();
    count = 0;
    nulls = 0;
    while (reader.next()) {
      if (reader.isNull()) {
        nulls++;
        if (!withNulls) {
          continue;
        }
      }
      if (count == views.length) {
        views = Arrays.copyOf(views, 2 * count);
      }
      views[count++] = reader.view();
    }
    return this;
  }

  final int count() {
    return count;
  }

  final int nulls() {
    return nulls;
  }

  /** Sorts by merging ever longer runs. */
  final ElementOrder sort() {
    if (merged.length < count) {
      merged = new long[views.length];
    }
    for (long width = 1; width < count; width *= 2) {
      for (long from = 0; from < count; from += 2 * width) {
        merge(
            (int) from,
            (int) Math.min(from + width, count),
            (int) Math.min(from + 2 * width, count));
      }
      long[] sorted = merged;
      merged = views;
      views = sorted;
      if (merged.length < count) {
        merged = new long[views.length];
      }
    }
    return this;
  }

  private void merge(int from, int middle, int to) {
    int left = from;
    int right = middle;
    for (int at = from; at < to; at++) {
      boolean takesLeft = left < middle && (right >= to || compare(views[left], views[right]) <= 0);
      merged[at] = takesLeft ? views[left++] : views[right++];
    }
  }

  /** Compares two elements. */
  int compare(long left, long right) {
    return StringView.compare(heap, left, heap, right);
  }

  /** Whether a sorted element equals the one before. */
  final boolean repeats(int index) {
    return index > 0 && compare(views[index - 1], views[index]) == 0;
  }

  final void copyTo(int index, TextWriter out) {
    out.append(heap, views[index]);
  }

  /** Returns the bytes of an element as a view into {@link #heap}. */
  final long view(int index) {
    return views[index];
  }

  final MemorySegment heap() {
    return heap;
  }

  /** Returns the first index at which a sorted element has some bytes; -1 if there is none. */
  final int find(MemorySegment soughtHeap, long sought) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (StringView.compare(heap, views[middle], soughtHeap, sought) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < count && StringView.compare(heap, views[low], soughtHeap, sought) == 0 ? low : -1;
  }
}
