package dev.paceline.storage.load.arrow.body;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.load.arrow.body.BodyBuffers.Bytes;
import dev.paceline.storage.load.arrow.metadata.ArrowField;
import dev.paceline.storage.load.arrow.metadata.BatchMetadata;
import dev.paceline.storage.load.arrow.metadata.FieldPlace;
import dev.paceline.storage.load.column.NullRows;
import dev.paceline.storage.load.column.StringColumn;
import dev.paceline.storage.load.text.Utf8Text;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Decodes strings: each row gets a view into the bytes as they are in the file. Not thread-safe.
 */
final class ArrowStringDecoder {
  /** Bytes of a value of STRING_VIEWS. */
  private static final int VIEW_BYTES = 16;

  /** Longer strings are in other buffers. */
  private static final int MAX_INLINE_BYTES = 12;

  private final BatchMetadata batch;
  private final BodyBuffers buffers;
  private final MemoryScope memory;
  private final Runnable cancellation;

  ArrowStringDecoder(
      BatchMetadata batch, BodyBuffers buffers, MemoryScope memory, Runnable cancellation) {
    this.batch = batch;
    this.buffers = buffers;
    this.memory = memory;
    this.cancellation = cancellation;
  }

  /**
   * Decodes strings.
   *
   * @param from the first value
   * @throws IOException or an unchecked exception if the file is damaged
   */
  ChunkColumn column(ArrowField field, FieldPlace place, long from, NullRows nulls)
      throws IOException {
    MemorySegment views = memory.allocate((long) nulls.rowCount() * Long.BYTES);
    MemorySegment heap =
        switch (field.layout()) {
          case STRINGS -> ended(place, from, nulls, Integer.BYTES, views);
          case LARGE_STRINGS -> ended(place, from, nulls, Long.BYTES, views);
          case FIXED_STRINGS -> fixed(place, from, nulls, field.width(), views);
          default -> viewed(place, from, nulls, views);
        };
    if (field.type().kind() == TypeKind.VARCHAR) {
      checkText(heap, views, nulls);
    }
    return new StringColumn(field.type(), nulls, views, heap);
  }

  /** Strings one behind the other, with their ends in numbers of some width. */
  private MemorySegment ended(
      FieldPlace place, long from, NullRows nulls, int width, MemorySegment views)
      throws IOException {
    int count = nulls.rowCount();
    Bytes ends = buffers.read(place.buffer() + 1, from * width, (from + count + 1) * width);
    MemorySegment segment = ends.segment();
    long at = from * width - ends.start();
    long first = number(segment, at, width);
    long last = number(segment, at + (long) count * width, width);
    if (first < 0 || last < first) {
      throw new IllegalArgumentException("strings end before they begin");
    }
    Bytes heap = buffers.read(place.buffer() + 2, first, last);
    long start = first;
    for (int row = 0; row < count; row++) {
      at += width;
      long end = number(segment, at, width);
      if (end < start || end > last) {
        throw new IllegalArgumentException("a string ends before it begins");
      }
      checkLength(end - start);
      long view = StringView.of(start - heap.start(), (int) (end - start));
      views.set(JAVA_LONG, (long) row << 3, view);
      start = end;
    }
    memory.release(segment);
    return heap.segment();
  }

  private static long number(MemorySegment segment, long at, int width) {
    return width == Integer.BYTES
        ? segment.get(JAVA_INT_UNALIGNED, at)
        : segment.get(JAVA_LONG_UNALIGNED, at);
  }

  private MemorySegment fixed(
      FieldPlace place, long from, NullRows nulls, int width, MemorySegment views)
      throws IOException {
    checkLength(width);
    int count = nulls.rowCount();
    Bytes heap = buffers.read(place.buffer() + 1, from * width, (from + count) * width);
    for (int row = 0; row < count; row++) {
      long view = StringView.of((from + row) * width - heap.start(), width);
      views.set(JAVA_LONG, (long) row << 3, view);
    }
    return heap.segment();
  }

  /**
   * Strings that are in the buffer of their views if they are short, and somewhere in other buffers
   * otherwise. Of each of these, the part that the rows need is read behind the views.
   */
  private MemorySegment viewed(FieldPlace place, long from, NullRows nulls, MemorySegment views)
      throws IOException {
    int count = nulls.rowCount();
    int firstBuffer = place.buffer() + 2;
    long[] starts = new long[batch.variadicBuffers(place.views())];
    long[] ends = new long[starts.length];
    Arrays.fill(starts, Long.MAX_VALUE);
    long viewsFrom = from * VIEW_BYTES;
    long viewBytes = (long) count * VIEW_BYTES;
    Bytes read = buffers.read(place.buffer() + 1, viewsFrom, viewsFrom + viewBytes);
    MemorySegment raw = read.segment().asSlice(viewsFrom - read.start());
    for (int row = 0; row < count; row++) {
      long at = (long) row * VIEW_BYTES;
      int length = raw.get(JAVA_INT_UNALIGNED, at);
      if (isNull(nulls, row) || length <= MAX_INLINE_BYTES && length >= 0) {
        continue;
      }
      checkLength(length);
      int buffer = raw.get(JAVA_INT_UNALIGNED, at + 8);
      int start = raw.get(JAVA_INT_UNALIGNED, at + 12);
      if (buffer < 0 || buffer >= starts.length || start < 0) {
        throw new IllegalArgumentException("a string lies outside of its buffers");
      }
      starts[buffer] = Math.min(starts[buffer], start);
      ends[buffer] = Math.max(ends[buffer], (long) start + length);
    }
    long[] shifts = new long[starts.length];
    long heapBytes = viewBytes;
    for (int i = 0; i < starts.length; i++) {
      if (ends[i] > 0) {
        shifts[i] = heapBytes - starts[i];
        heapBytes += ends[i] - starts[i];
      }
    }
    MemorySegment heap = memory.allocate(heapBytes);
    MemorySegment.copy(raw, 0, heap, 0, viewBytes);
    memory.release(read.segment());
    for (int i = 0; i < starts.length; i++) {
      if (ends[i] > 0) {
        buffers.read(firstBuffer + i, starts[i], ends[i], heap, starts[i] + shifts[i]);
      }
    }
    for (int row = 0; row < count; row++) {
      long at = (long) row * VIEW_BYTES;
      int length = isNull(nulls, row) ? 0 : heap.get(JAVA_INT_UNALIGNED, at);
      long start =
          length <= MAX_INLINE_BYTES
              ? at + Integer.BYTES
              : heap.get(JAVA_INT_UNALIGNED, at + 12)
                  + shifts[heap.get(JAVA_INT_UNALIGNED, at + 8)];
      views.set(JAVA_LONG, (long) row << 3, StringView.of(start, length));
    }
    return heap;
  }

  private static boolean isNull(NullRows nulls, int row) {
    return nulls.nullCount() > 0 && Bitmaps.get(nulls.bitmap(), 0, row);
  }

  private static void checkLength(long length) {
    if (length < 0) {
      throw new IllegalArgumentException("a string has " + length + " bytes");
    }
    if (length > StringView.MAX_LENGTH) {
      throw new PacelineException(
          ErrorCode.STRING_TOO_LONG,
          "a string has " + length + " bytes, more than the " + StringView.MAX_LENGTH + " allowed");
    }
  }

  private void checkText(MemorySegment heap, MemorySegment views, NullRows nulls) {
    for (int row = 0; row < nulls.rowCount(); row++) {
      if ((row & 0xfff) == 0) {
        cancellation.run();
      }
      long view = views.get(JAVA_LONG, (long) row << 3);
      long start = StringView.offset(view);
      int length = StringView.length(view);
      if (!Utf8Text.isAscii(heap, start, length)
          && !isNull(nulls, row)
          && !Utf8Text.isValid(heap, start, start + length)) {
        throw new IllegalArgumentException("a string is not UTF-8");
      }
    }
  }
}
