package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * Writes byte strings one after the other into the heap scratch of a vector, which always has more
 * bytes than are used.
 */
public final class TextWriter {
  private static final long INITIAL_BYTES = 4096;

  private final ColumnVector owner;
  private MemorySegment heap;
  private long start;
  private long end;

  /** A writer of the values of a vector, from the start of its heap scratch. */
  public TextWriter(ColumnVector owner) {
    this.owner = owner;
    heap = owner.heapScratch(INITIAL_BYTES, 0);
  }

  /** Returns what the views of all strings so far point into. */
  public MemorySegment heap() {
    return heap;
  }

  public void append(byte value) {
    reserve(1);
    heap.set(JAVA_BYTE, end++, value);
  }

  /** Appends a byte a number of times. */
  public void append(byte value, int count) {
    reserve(count);
    long word = (value & 0xffL) * 0x0101_0101_0101_0101L;
    for (int i = 0; i < count; i += Long.BYTES) {
      heap.set(JAVA_LONG_UNALIGNED, end + i, word); // there is slack behind the last byte
    }
    end += count;
  }

  /** Appends eight bytes, the highest first. */
  public void appendBigEndian(long value) {
    reserve(Long.BYTES);
    heap.set(JAVA_LONG_UNALIGNED, end, Long.reverseBytes(value));
    end += Long.BYTES;
  }

  public void append(MemorySegment source, long offset, int length) {
    reserve(length);
    StringView.copyWithSlack(source, offset, heap, end, length);
    end += length;
  }

  /** Writes a text of the same number of bytes as another. */
  @FunctionalInterface
  public interface Change {
    /** Returns false if it cannot change some character; the target is undefined then. */
    boolean write(MemorySegment source, long from, int length, MemorySegment target, long to);
  }

  /**
   * Appends a text with some characters changed.
   *
   * @return false, and nothing is appended, if the change is not possible
   */
  public boolean append(MemorySegment source, long view, Change change) {
    int length = StringView.length(view);
    reserve(length);
    boolean possible = change.write(source, StringView.offset(view), length, heap, end);
    end += possible ? length : 0;
    return possible;
  }

  public void append(MemorySegment source, long view) {
    append(source, StringView.offset(view), StringView.length(view));
  }

  public void append(byte[] bytes) {
    append(bytes, 0, bytes.length);
  }

  public void append(byte[] bytes, int from, int length) {
    reserve(length);
    MemorySegment.copy(bytes, from, heap, JAVA_BYTE, end, length);
    end += length;
  }

  public void append(String text) {
    append(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Ends the current string and gives its view. */
  public long finish() {
    long view = StringView.of(start, (int) (end - start));
    start = end;
    return view;
  }

  /**
   * Checks the length of a text that is about to be written.
   *
   * @throws PacelineException STRING_TOO_LONG if it exceeds {@link StringView#MAX_LENGTH}
   */
  public static void checkLength(long bytes) {
    if (bytes > StringView.MAX_LENGTH) {
      throw new PacelineException(
          ErrorCode.STRING_TOO_LONG,
          "a text would have " + bytes + " bytes; the most is " + StringView.MAX_LENGTH);
    }
  }

  private void reserve(long bytes) {
    checkLength(end - start + bytes);
    if (end + bytes + StringView.SLACK > heap.byteSize()) {
      heap = owner.heapScratch(end + bytes + StringView.SLACK, end);
    }
  }
}
