package dev.paceline.core.operator.row;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Consecutive rows of one column of a part: lanes of one width, and one byte a row for NULL. */
final class LaneBlock {
  final MemorySegment lanes;
  final int width;
  final int capacity;
  int rows;

  /** One byte a row, 1 = NULL; null while there are none. */
  @Nullable MemorySegment nulls;

  LaneBlock(MemoryScope memory, int width, int capacity) {
    this.lanes = memory.allocate((long) width * capacity);
    this.width = width;
    this.capacity = capacity;
  }

  /** Byte offset of the next free lane. */
  long end() {
    return (long) width * rows;
  }

  /** Marks rows behind the last one as NULL by a bitmap of theirs. */
  void appendNulls(MemorySegment bitmap, long offset, int count, MemoryScope memory) {
    MemorySegment marks = marks(memory);
    for (int i = 0; i < count; i++) {
      marks.set(
          ValueLayout.JAVA_BYTE, (long) rows + i, (byte) (Bitmaps.get(bitmap, offset, i) ? 1 : 0));
    }
  }

  void appendAllNull(int count, MemoryScope memory) {
    marks(memory).asSlice(rows, count).fill((byte) 1);
  }

  private MemorySegment marks(MemoryScope memory) {
    MemorySegment current = nulls;
    if (current == null) {
      current = memory.allocateZeroed(capacity);
      nulls = current;
    }
    return current;
  }

  void release(MemoryScope memory) {
    memory.release(lanes);
    if (nulls != null) {
      memory.release(nulls);
    }
  }
}
