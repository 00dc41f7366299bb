package dev.paceline.core.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The distinct byte strings of a dictionary-encoded vector, shared by all vectors of a block.
 * Immutable; lives as long as the memory that it points to. Operators may cache what they computed
 * for a dictionary, keyed by its identity, for as long as they hold the chunk.
 */
public final class Dictionary {
  private final int size;
  private final MemorySegment views;
  private final long viewsOffset;
  private final MemorySegment heap;
  private final boolean sorted;

  /**
   * @param size number of entries
   * @param views one {@link StringView} a code
   * @param viewsOffset byte offset of the view of code 0, a multiple of 8
   * @param heap what the views point into
   * @param sorted whether codes order as their strings do, without duplicates
   */
  public Dictionary(
      int size, MemorySegment views, long viewsOffset, MemorySegment heap, boolean sorted) {
    this.size = size;
    this.views = views;
    this.viewsOffset = viewsOffset;
    this.heap = heap;
    this.sorted = sorted;
  }

  public int size() {
    return size;
  }

  public MemorySegment views() {
    return views;
  }

  public long viewsOffset() {
    return viewsOffset;
  }

  public long view(int code) {
    return views.get(ValueLayout.JAVA_LONG, viewsOffset + 8L * code);
  }

  public MemorySegment heap() {
    return heap;
  }

  public boolean sorted() {
    return sorted;
  }
}
