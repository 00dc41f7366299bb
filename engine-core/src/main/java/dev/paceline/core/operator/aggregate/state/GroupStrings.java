package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps all strings of one argument that are not NULL, and joins those of each group. Pages hold
 * their bytes, and {@link GroupValues} their views. One worker uses it.
 */
final class GroupStrings {
  /**
   * The number of the low bits of an offset that are the place in a page; the others are the page.
   */
  private static final int PAGE_BITS = StringView.LENGTH_BITS;

  private static final long FIRST_BYTES = 1 << 12;
  private static final long PAGE_BYTES = 1 << 20;

  /**
   * The groups of another worker that are merged into these.
   *
   * @param groups their numbers
   */
  private record Merged(GroupStrings other, GroupValues.Merged groups) {}

  private final MemoryScope scope;
  private final GroupValues views;
  private final List<Merged> merged = new ArrayList<>();
  private final List<MemorySegment> pages = new ArrayList<>();
  private MemorySegment page = MemorySegment.NULL;
  private long used;

  /**
   * @param capacity the most rows of a batch
   */
  GroupStrings(MemoryScope scope, int capacity) {
    this.scope = scope;
    this.views = new GroupValues(DataType.INT64, scope, capacity);
  }

  /** Returns the number of strings of all groups. */
  long size() {
    return views.size() + merged.stream().mapToLong(source -> source.groups.size()).sum();
  }

  /**
   * Adds the strings of a batch.
   *
   * @param groups the groups of the rows whose strings are added; none of these strings is NULL
   */
  void add(GroupNumbers groups, ColumnVector strings) {
    if (strings.isConstantNull()) {
      return;
    }
    int rows = groups.rows();
    MemorySegment ids = groups.ids();
    MemorySegment heap = strings.valueHeap();
    views.reserve(rows);
    for (int i = 0; i < rows; i++) {
      int group = State.id(ids, i);
      if (group != 0) {
        views.append(group, keep(heap, strings.getView(i)));
      }
    }
  }

  /** Copies the bytes of a string, and returns where they are. */
  private long keep(MemorySegment heap, long view) {
    int length = StringView.length(view);
    if (used + length > page.byteSize()) {
      long next = Math.clamp(2 * page.byteSize(), FIRST_BYTES, PAGE_BYTES);
      page = scope.allocate(Math.max(next, length));
      pages.add(page);
      used = 0;
    }
    StringView.copy(heap, view, page, used);
    long offset = (pages.size() - 1L) << PAGE_BITS | used;
    used += length;
    return StringView.of(offset, length);
  }

  /** See {@link GroupValues#sort}. */
  void sort(int lastGroup, CancellationToken cancellation) {
    views.sort(lastGroup, cancellation);
  }

  /** Adds the strings of some groups of another worker; see {@link GroupValues#merge}. */
  void merge(GroupStrings other, MemorySegment theirIds, MemorySegment mapping) {
    merged.add(new Merged(other, GroupValues.Merged.of(other.views, theirIds, mapping)));
  }

  private MemorySegment page(long view) {
    return pages.get((int) (StringView.offset(view) >>> PAGE_BITS));
  }

  private static long inPage(long view) {
    long offset = StringView.offset(view) & (1L << PAGE_BITS) - 1;
    return StringView.of(offset, StringView.length(view));
  }

  /**
   * Joins the strings of each group up to a number, which are sorted by group, in the order in
   * which they came.
   *
   * @param result gets the joined strings
   * @throws PacelineException STRING_TOO_LONG if one would have too many bytes
   */
  void join(BytesState result, int lastGroup, CancellationToken cancellation) {
    long bytes = 0;
    for (int group = 1; group <= lastGroup; group++) {
      if ((group & 0xfff) == 0) {
        cancellation.check();
      }
      bytes += bytes(group);
    }
    MemorySegment heap = scope.allocate(bytes + Long.BYTES);
    long at = 0;
    for (int group = 1; group <= lastGroup; group++) {
      long begin = at;
      at = copy(group, heap, at, cancellation);
      if (at - begin > StringView.MAX_LENGTH) {
        throw new PacelineException(
            ErrorCode.STRING_TOO_LONG,
            "the strings or list elements of a group have "
                + (at - begin)
                + " bytes together; a value has at most "
                + StringView.MAX_LENGTH);
      }
      result.put(group, StringView.of(begin, (int) (at - begin)));
    }
    result.useHeap(heap);
  }

  /** Frees the strings, when they are joined. */
  void release() {
    merged.clear();
    views.release();
    pages.forEach(scope::release);
    pages.clear();
  }

  private long bytes(int group) {
    MemorySegment sorted = views.sorted();
    long bytes = 0;
    for (long i = views.begin(group); i < views.end(group); i++) {
      bytes += StringView.length(sorted.get(JAVA_LONG, i << 3));
    }
    for (Merged source : merged) {
      bytes += source.other.bytes(source.groups.group(group));
    }
    return bytes;
  }

  /** Copies the strings of a group, and returns where they end. */
  private long copy(int group, MemorySegment heap, long begin, CancellationToken cancellation) {
    MemorySegment sorted = views.sorted();
    long at = begin;
    for (long i = views.begin(group); i < views.end(group); i++) {
      if ((i & 0xfff) == 0) {
        cancellation.check();
      }
      long view = sorted.get(JAVA_LONG, i << 3);
      StringView.copy(page(view), inPage(view), heap, at);
      at += StringView.length(view);
    }
    for (Merged source : merged) {
      at = source.other.copy(source.groups.group(group), heap, at, cancellation);
    }
    return at;
  }
}
