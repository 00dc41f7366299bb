package dev.paceline.core.expr;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Writes byte strings one behind the other into the heap scratch of a vector. */
final class TextWriter {
  private static final long INITIAL_BYTES = 4096;

  private final ColumnVector owner;
  private MemorySegment heap;
  private long start;
  private long end;

  TextWriter(ColumnVector owner) {
    this.owner = owner;
    heap = owner.heapScratch(INITIAL_BYTES, 0);
  }

  MemorySegment heap() {
    return heap;
  }

  void append(byte value) {
    reserve(1);
    heap.set(JAVA_BYTE, end++, value);
  }

  void append(MemorySegment source, long offset, long length) {
    reserve(length);
    MemorySegment.copy(source, offset, heap, end, length);
    end += length;
  }

  void append(MemorySegment source, long view) {
    append(source, StringView.offset(view), StringView.length(view));
  }

  void append(byte[] bytes) {
    reserve(bytes.length);
    MemorySegment.copy(bytes, 0, heap, JAVA_BYTE, end, bytes.length);
    end += bytes.length;
  }

  void append(String text) {
    append(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Ends the current string and gives its view. */
  long finish() {
    long view = StringView.of(start, (int) (end - start));
    start = end;
    return view;
  }

  private void reserve(long bytes) {
    if (end - start + bytes > StringView.MAX_LENGTH) {
      throw new PacelineException(
          ErrorCode.STRING_TOO_LONG,
          "a text would have "
              + (end - start + bytes)
              + " bytes; the most is "
              + StringView.MAX_LENGTH);
    }
    if (end + bytes > heap.byteSize()) {
      heap = owner.heapScratch(end + bytes, end);
    }
  }
}
