package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DoubleOrder;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps all values of one argument that are not NULL, for functions that need all values of a
 * group. Pages hold the values in the order in which they arrive, each with the number of its
 * group; in the end, a counting sort orders them by group. Values are 64-bit numbers in the order
 * of the type: whole numbers as they are, doubles as {@link DoubleOrder} encodes them. One worker
 * uses it.
 */
final class GroupValues {
  private static final int FIRST_ROWS = 1 << 10;
  private static final int PAGE_ROWS = 1 << 16;

  /**
   * Values in the order in which they came.
   *
   * @param ids the 32-bit numbers of their groups
   */
  private record Page(MemorySegment ids, MemorySegment values, int rows) {}

  /**
   * The groups of another worker that are merged into these.
   *
   * @param groups their numbers
   * @param size the number of their values
   */
  private record Merged(GroupValues other, Counterparts groups, long size) {
    static Merged of(GroupValues other, MemorySegment theirIds, MemorySegment mapping) {
      int groups = (int) (theirIds.byteSize() >>> 2);
      long size = 0;
      for (int i = 0; i < groups; i++) {
        int group = State.id(theirIds, i);
        size += other.end(group) - other.begin(group);
      }
      return new Merged(other, Counterparts.of(theirIds, mapping), size);
    }

    private void copyTo(
        MemorySegment target, MemorySegment next, int lastGroup, CancellationToken cancellation) {
      MemorySegment from = other.sorted();
      for (int group = 1; group <= lastGroup; group++) {
        if ((group & 0xfff) == 0) {
          cancellation.check();
        }
        int theirs = groups.of(group);
        long begin = other.begin(theirs);
        long values = other.end(theirs) - begin;
        long position = next.get(JAVA_LONG, (long) group << 3);
        for (long done = 0; done < values; done += PAGE_ROWS) {
          if (done > 0) {
            cancellation.check();
          }
          long some = Math.min(PAGE_ROWS, values - done);
          MemorySegment.copy(from, begin + done << 3, target, position + done << 3, some << 3);
        }
        next.set(JAVA_LONG, (long) group << 3, position + values);
      }
    }
  }

  private final DataType type;
  private final MemoryScope scope;
  private final int capacity;
  private final List<Merged> merged = new ArrayList<>();
  private final Deque<Page> full = new ArrayDeque<>();
  private MemorySegment ids = MemorySegment.NULL;
  private MemorySegment values = MemorySegment.NULL;
  private int rows;
  private int pageRows;
  private long count;

  private @Nullable MemorySegment sorted;
  private MemorySegment begins = MemorySegment.NULL;

  /**
   * @param type INTEGRAL of at most 64 bits, or FLOATING
   * @param capacity the most rows of a batch
   */
  GroupValues(DataType type, MemoryScope scope, int capacity) {
    this.type = type;
    this.scope = scope;
    this.capacity = capacity;
  }

  /** Returns the number of values of all groups. */
  long size() {
    return count + rows;
  }

  /**
   * Adds the values of a batch.
   *
   * @param groups the groups of the rows whose values are added; none of these values is NULL
   */
  void add(GroupNumbers groups, Argument argument) {
    if (argument.vector().isConstantNull()) {
      return;
    }
    int added = groups.rows();
    reserve(added);
    MemorySegment from = groups.ids();
    // Each value is written, and overwritten by the next one if it does not count, so no branch is
    // needed.
    int next = rows;
    if (type.family() == TypeFamily.FLOATING) {
      MemorySegment doubles = argument.doubles();
      long offset = argument.doublesOffset();
      for (int i = 0; i < added; i++) {
        int group = State.id(from, i);
        double value = doubles.get(JAVA_DOUBLE_UNALIGNED, offset + ((long) i << 3));
        ids.set(JAVA_INT, (long) next << 2, group);
        values.set(JAVA_LONG, (long) next << 3, DoubleOrder.encode(value));
        next += group == 0 ? 0 : 1;
      }
    } else {
      MemorySegment longs = argument.lanes().longs(added);
      for (int i = 0; i < added; i++) {
        int group = State.id(from, i);
        ids.set(JAVA_INT, (long) next << 2, group);
        values.set(JAVA_LONG, (long) next << 3, longs.get(JAVA_LONG, (long) i << 3));
        next += group == 0 ? 0 : 1;
      }
    }
    rows = next;
  }

  /** Makes room for some values, at most as many as a batch has rows. */
  private void reserve(int more) {
    if (rows + more <= pageRows) {
      return;
    }
    endPage();
    pageRows = Math.max(Math.clamp(2L * pageRows, FIRST_ROWS, PAGE_ROWS), capacity);
    ids = scope.allocate(4L * pageRows);
    values = scope.allocate(8L * pageRows);
  }

  private void endPage() {
    if (pageRows > 0) {
      full.add(new Page(ids, values, rows));
      count += rows;
      rows = 0;
      ids = MemorySegment.NULL;
      values = MemorySegment.NULL;
    }
  }

  /**
   * Sorts the values by their groups. Nothing is added after that.
   *
   * @param lastGroup the largest number of a group
   */
  void sort(int lastGroup, CancellationToken cancellation) {
    endPage();
    begins = scope.allocateZeroed(8L * (lastGroup + 2));
    for (Page page : full) {
      cancellation.check();
      for (int i = 0; i < page.rows; i++) {
        long at = (State.id(page.ids, i) + 1L) << 3;
        begins.set(JAVA_LONG, at, begins.get(JAVA_LONG, at) + 1);
      }
    }
    for (int group = 0; group <= lastGroup; group++) {
      long values = end(group) + mergedSize(group);
      begins.set(JAVA_LONG, (group + 1L) << 3, begin(group) + values);
    }
    MemorySegment target = scope.allocate(8L * count);
    MemorySegment next = scope.allocate(8L * (lastGroup + 2));
    MemorySegment.copy(begins, 0, next, 0, 8L * (lastGroup + 2));
    while (!full.isEmpty()) {
      cancellation.check();
      Page page = full.remove();
      for (int i = 0; i < page.rows; i++) {
        long at = (long) State.id(page.ids, i) << 3;
        long position = next.get(JAVA_LONG, at);
        next.set(JAVA_LONG, at, position + 1);
        target.set(JAVA_LONG, position << 3, page.values.get(JAVA_LONG, (long) i << 3));
      }
      scope.release(page.ids);
      scope.release(page.values);
    }
    for (Merged source : merged) {
      source.copyTo(target, next, lastGroup, cancellation);
    }
    merged.clear();
    scope.release(next);
    sorted = target;
  }

  private long mergedSize(int group) {
    long size = 0;
    for (Merged source : merged) {
      int theirs = source.groups.of(group);
      size += source.other.end(theirs) - source.other.begin(theirs);
    }
    return size;
  }

  /** Returns where the values of a group begin among the {@link #sorted} ones. */
  long begin(int group) {
    return begins.get(JAVA_LONG, (long) group << 3);
  }

  /** Returns where the values of a group end. */
  long end(int group) {
    return begins.get(JAVA_LONG, (group + 1L) << 3);
  }

  /** Frees the sorted values, when all functions of them are computed. */
  void release() {
    if (sorted != null) {
      scope.release(sorted);
      scope.release(begins);
      sorted = null;
    }
  }

  /** Returns all values, sorted by their groups, as 64-bit numbers. */
  MemorySegment sorted() {
    MemorySegment all = sorted;
    if (all == null) {
      throw new IllegalStateException("values are not sorted by group");
    }
    return all;
  }

  /**
   * Adds the values of some groups of another worker. They must be {@link #sorted}, and must not be
   * released before the values of this worker are sorted.
   *
   * @param theirIds the 32-bit numbers of these groups in the other worker
   * @param mapping the number here of each group of the other worker
   */
  void merge(GroupValues other, MemorySegment theirIds, MemorySegment mapping) {
    merged.add(Merged.of(other, theirIds, mapping));
    count += merged.getLast().size();
  }
}
