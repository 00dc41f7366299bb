package dev.paceline.core.operator.row;

import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * String bytes in pages that grow; views count as if the used parts of all pages lay one behind the
 * other. One worker uses it.
 */
final class StringHeap {
  private static final long FIRST_PAGE_BYTES = (4L << 10) - StringView.SLACK;
  private static final long LAST_PAGE_BYTES = (4L << 20) - StringView.SLACK;

  private record Page(MemorySegment bytes, long start) {}

  private final MemoryScope memory;
  private final List<Page> pages = new ArrayList<>();
  private MemorySegment current = MemorySegment.NULL;
  private long currentStart;
  private long used;
  private long capacity;

  StringHeap(MemoryScope memory) {
    this.memory = memory;
  }

  /** Bytes of all strings. */
  long bytes() {
    return currentStart + used;
  }

  /** Copies a string; returns its view. */
  long append(MemorySegment heap, long view) {
    int length = StringView.length(view);
    if (length == 0) {
      return StringView.of(currentStart + used, 0); // there may be no page yet
    }
    if (used + length > capacity) {
      startPage(length);
    }
    StringView.copyWithSlack(heap, StringView.offset(view), current, used, length);
    long copied = StringView.of(currentStart + used, length);
    used += length;
    return copied;
  }

  private void startPage(int length) {
    currentStart += used;
    used = 0;
    capacity =
        Math.max(length, Math.min(LAST_PAGE_BYTES, Math.max(2 * capacity, FIRST_PAGE_BYTES)));
    current = memory.allocate(capacity + StringView.SLACK);
    pages.add(new Page(current, currentStart));
  }

  int pageCount() {
    return pages.size();
  }

  /**
   * Copies the strings of one page into a segment that takes the strings of all pages in their
   * order. They need {@link #bytes} bytes from offset {@code at} on.
   */
  void copyPage(int number, MemorySegment target, long at) {
    Page page = pages.get(number);
    long end = number + 1 < pages.size() ? pages.get(number + 1).start() : bytes();
    MemorySegment.copy(page.bytes(), 0, target, at + page.start(), end - page.start());
  }

  void release() {
    for (Page page : pages) {
      memory.release(page.bytes());
    }
    pages.clear();
  }
}
