package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Keeps all strings of one argument that are not NULL, and joins those of each group. Pages hold
 * the strings in the order in which they arrive; in the end, each is copied behind those of its
 * group that came before. This reads memory in its order, and writes to as many places at once as
 * there are groups. One worker uses it.
 */
final class GroupStrings {
  private static final int FIRST_ROWS = 1 << 10;
  private static final int PAGE_ROWS = 1 << 16;
  private static final long PAGE_BYTES = 1 << 21;

  /**
   * Strings in the order in which they came.
   *
   * @param entries of each string, the number of its group above {@link StringView#LENGTH_BITS}
   *     bits of its length
   * @param bytes of the strings, one behind the other
   */
  private record Page(MemorySegment entries, MemorySegment bytes, int rows) {
    static int group(long entry) {
      return (int) (entry >>> StringView.LENGTH_BITS);
    }

    static int length(long entry) {
      return (int) entry & StringView.MAX_LENGTH;
    }
  }

  private record Merged(GroupStrings other, Counterparts groups) {}

  private final MemoryScope scope;
  private final int capacity;
  private final List<Merged> merged = new ArrayList<>();
  private final Deque<Page> full = new ArrayDeque<>();
  private MemorySegment entries = MemorySegment.NULL;
  private MemorySegment bytes = MemorySegment.NULL;
  private int rows;
  private int pageRows;
  private long used;
  private long count;
  private long fullBytes;

  /** The strings of each group, one group behind the other, when they are sorted. */
  private MemorySegment heap = MemorySegment.NULL;

  /**
   * The positions at which the strings of each group begin, 64-bit numbers; they end at the next.
   */
  private MemorySegment begins = MemorySegment.NULL;

  /**
   * @param capacity the most rows of a batch
   */
  GroupStrings(MemoryScope scope, int capacity) {
    this.scope = scope;
    this.capacity = capacity;
  }

  /** The number of strings that were added. */
  long size() {
    return count + rows;
  }

  /**
   * @param groups rows that count, which are not NULL
   */
  void add(GroupNumbers groups, ColumnVector strings) {
    if (strings.isConstantNull()) {
      return;
    }
    int added = groups.rows();
    MemorySegment ids = groups.ids();
    long more = 0;
    for (int i = 0; i < added; i++) {
      more += State.id(ids, i) == 0 ? 0 : StringView.length(strings.getView(i));
    }
    reserve(added, more);
    MemorySegment source = strings.valueHeap();
    int next = rows;
    long at = used;
    for (int i = 0; i < added; i++) {
      long group = State.id(ids, i);
      if (group != 0) {
        long view = strings.getView(i);
        int length = StringView.length(view);
        entries.set(JAVA_LONG, (long) next << 3, group << StringView.LENGTH_BITS | length);
        StringView.copyWithSlack(source, StringView.offset(view), bytes, at, length);
        next++;
        at += length;
      }
    }
    rows = next;
    used = at;
  }

  /** Makes room for some strings, at most as many as a batch has rows. */
  private void reserve(int moreRows, long moreBytes) {
    if (rows + moreRows <= pageRows && used + moreBytes + StringView.SLACK <= bytes.byteSize()) {
      return;
    }
    endPage();
    long meanBytes = 1 + (count == 0 ? moreBytes / Math.max(1, moreRows) : fullBytes / count);
    long wanted = Math.clamp(2L * pageRows, FIRST_ROWS, PAGE_ROWS);
    pageRows = (int) Math.max(capacity, Math.min(wanted, PAGE_BYTES / meanBytes));
    entries = scope.allocate((long) pageRows << 3);
    bytes =
        scope.allocate(
            StringView.SLACK
                + Math.max(moreBytes, Math.min(PAGE_BYTES, meanBytes * pageRows * 5 / 4)));
  }

  private void endPage() {
    if (rows > 0) {
      full.add(new Page(entries, bytes, rows));
    } else if (pageRows > 0) {
      scope.release(entries);
      scope.release(bytes);
    }
    count += rows;
    fullBytes += used;
    rows = 0;
    used = 0;
    entries = MemorySegment.NULL;
    bytes = MemorySegment.NULL;
  }

  /**
   * Copies the strings of each group behind each other. Nothing is added after that.
   *
   * @param lastGroup the largest number of a group
   */
  void sort(int lastGroup, CancellationToken cancellation) {
    endPage();
    begins = scope.allocateZeroed(8L * (lastGroup + 2));
    for (Page page : full) {
      cancellation.check();
      addLengths(page, begins);
    }
    for (int group = 0; group <= lastGroup; group++) {
      checkAt(group, cancellation);
      long length = end(group) + mergedLength(group);
      begins.set(JAVA_LONG, (group + 1L) << 3, begin(group) + length);
    }
    heap = scope.allocate(end(lastGroup) + Long.BYTES);
    MemorySegment next = scope.allocate(8L * (lastGroup + 2));
    MemorySegment.copy(begins, 0, next, 0, 8L * (lastGroup + 2));
    while (!full.isEmpty()) {
      cancellation.check();
      Page page = full.remove();
      distribute(page, next);
      scope.release(page.entries);
      scope.release(page.bytes);
    }
    for (Merged source : merged) {
      appendMerged(source, next, lastGroup, cancellation);
    }
    merged.clear();
    scope.release(next);
  }

  private static void checkAt(int group, CancellationToken cancellation) {
    if ((group & 0xfff) == 0) {
      cancellation.check();
    }
  }

  private long mergedLength(int group) {
    long length = 0;
    for (Merged source : merged) {
      length += source.other.length(source.groups.of(group));
    }
    return length;
  }

  private void appendMerged(
      Merged source, MemorySegment next, int lastGroup, CancellationToken cancellation) {
    GroupStrings other = source.other;
    for (int group = 1; group <= lastGroup; group++) {
      checkAt(group, cancellation);
      int theirs = source.groups.of(group);
      long length = other.length(theirs);
      long to = next.get(JAVA_LONG, (long) group << 3);
      MemorySegment.copy(other.heap, other.begin(theirs), heap, to, length);
      next.set(JAVA_LONG, (long) group << 3, to + length);
    }
  }

  private static void addLengths(Page page, MemorySegment sums) {
    for (int i = 0; i < page.rows; i++) {
      long entry = page.entries.get(JAVA_LONG, (long) i << 3);
      long at = (Page.group(entry) + 1L) << 3;
      sums.set(JAVA_LONG, at, sums.get(JAVA_LONG, at) + Page.length(entry));
    }
  }

  /**
   * @param next where the next string of each group goes
   */
  private void distribute(Page page, MemorySegment next) {
    long from = 0;
    for (int i = 0; i < page.rows; i++) {
      long entry = page.entries.get(JAVA_LONG, (long) i << 3);
      int length = Page.length(entry);
      long at = (long) Page.group(entry) << 3;
      long to = next.get(JAVA_LONG, at);
      next.set(JAVA_LONG, at, to + length);
      // Bytes behind a copy may be overwritten as long as they are of the same group, whose next
      // strings come there.
      if (to + length + StringView.SLACK <= begins.get(JAVA_LONG, at + 8)) {
        StringView.copyWithSlack(page.bytes, from, heap, to, length);
      } else {
        StringView.copy(page.bytes, from, heap, to, length);
      }
      from += length;
    }
  }

  private long begin(int group) {
    return begins.get(JAVA_LONG, (long) group << 3);
  }

  private long end(int group) {
    return begins.get(JAVA_LONG, (group + 1L) << 3);
  }

  private long length(int group) {
    return end(group) - begin(group);
  }

  /**
   * Adds the strings of some groups of another worker, which must be sorted, and must not be
   * released before these are sorted.
   *
   * @param theirIds of these groups, 32-bit numbers
   * @param mapping for each group there the one here
   */
  void merge(GroupStrings other, MemorySegment theirIds, MemorySegment mapping) {
    merged.add(new Merged(other, Counterparts.of(theirIds, mapping)));
  }

  /**
   * Makes the strings of each group up to a number, which are sorted, one string each.
   *
   * @param result gets the joined strings
   * @throws PacelineException STRING_TOO_LONG if one would have too many bytes
   */
  void join(BytesState result, int lastGroup, CancellationToken cancellation) {
    for (int group = 1; group <= lastGroup; group++) {
      checkAt(group, cancellation);
      long length = length(group);
      if (length > StringView.MAX_LENGTH) {
        throw new PacelineException(
            ErrorCode.STRING_TOO_LONG,
            "the strings or list elements of a group have "
                + length
                + " bytes together; a value has at most "
                + StringView.MAX_LENGTH);
      }
      result.put(group, StringView.of(begin(group), (int) length));
    }
    result.useHeap(heap);
    heap = MemorySegment.NULL;
  }

  /** Gives what was sorted back, when it is joined. */
  void release() {
    scope.release(begins);
    if (heap.byteSize() > 0) {
      scope.release(heap);
      heap = MemorySegment.NULL;
    }
  }
}
