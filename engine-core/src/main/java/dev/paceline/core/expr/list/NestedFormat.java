package dev.paceline.core.expr.list;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.vector.DoubleLanes;
import dev.paceline.core.expr.vector.PlainLanes;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DoubleOrder;
import dev.paceline.core.type.StructField;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a list, a struct or a map. Equal values have equal bytes, and bytes that are
 * compared without sign order lists by their first different element, and structs by their first
 * different field, where NULL is larger than all values and equal to NULL. So all operators that
 * compare, sort, hash and copy byte strings do so with nested values. Tables store these bytes, so
 * that a change of them is a change of the file format.
 *
 * <pre>
 *   list     element* END
 *   struct   element*, one for each field
 *   map      list of structs of a key and a value
 *   element  VALUE payload | NULL padding
 *   payload  BOOLEAN    one byte
 *            INTEGRAL   eight or sixteen bytes, the highest first, with the sign inverted
 *            FLOATING   eight bytes, the highest first; negative numbers are inverted
 *            strings    their bytes with 0 written as 0 255, then 0 0
 *            nested     list, struct or map
 * </pre>
 *
 * <p>A NULL has padding of the length of a value where all values have the same length, so that
 * elements are found by their position.
 */
public final class NestedFormat {
  /** Ends a list. */
  public static final byte END = 0;

  static final byte VALUE = 1;
  static final byte NULL = 2;

  /** The length of what ends a string. */
  static final int STRING_END_BYTES = 2;

  /** Follows a byte 0 that belongs to a string. */
  static final byte ESCAPED = (byte) 0xff;

  /** The length of an element whose payload has eight bytes. */
  private static final int ELEMENT_OF_LONG = 1 + Long.BYTES;

  private static final long LOWEST_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

  private NestedFormat() {}

  /** Returns the length of each payload in bytes; -1 if they differ. */
  static int payloadBytes(DataType element) {
    return switch (element.family()) {
      case BOOLEAN -> 1;
      case FLOATING -> Double.BYTES;
      case INTEGRAL -> element.fitsLong() ? Long.BYTES : 2 * Long.BYTES;
      case BYTES -> element.fields().isEmpty() ? -1 : structBytes(element);
    };
  }

  private static int structBytes(DataType struct) {
    int bytes = 0;
    for (StructField field : struct.fields()) {
      int payload = payloadBytes(field.type());
      if (payload < 0) {
        return -1;
      }
      bytes += 1 + payload;
    }
    return bytes;
  }

  /** Appends a value of a column as an element. */
  static void append(ColumnVector values, int row, TextWriter out) {
    if (values.isNull(row)) {
      appendNull(values.type(), out);
      return;
    }
    switch (values.type().family()) {
      case BOOLEAN -> {
        out.append(VALUE);
        out.append(values.getBoolean(row) ? (byte) 1 : 0);
      }
      case FLOATING -> appendDouble(values.getDouble(row), out);
      case INTEGRAL -> {
        if (values.type().fitsLong()) {
          appendLong(values.getLong(row), out);
        } else {
          out.append(VALUE);
          out.appendBigEndian(values.getHigh(row) ^ Long.MIN_VALUE);
          out.appendBigEndian(values.getLong(row));
        }
      }
      case BYTES -> {
        long view = values.getView(row);
        out.append(VALUE);
        if (values.type().isNested()) {
          out.append(values.valueHeap(), view);
        } else {
          appendString(values.valueHeap(), StringView.offset(view), StringView.length(view), out);
        }
      }
    }
  }

  /** Returns a function that makes values of a type elements. */
  static VectorFunction.Factory elements(DataType type) {
    return switch (type.family()) {
      case INTEGRAL -> type.fitsLong() ? NestedFormat::wholeNumbers : texts();
      case FLOATING -> NestedFormat::doubles;
      case BOOLEAN, BYTES -> texts();
    };
  }

  private static VectorFunction.Factory texts() {
    return RowFunctions.text((arguments, row, out) -> append(arguments[0], row, out));
  }

  private static VectorFunction wholeNumbers(WorkerContext context) {
    PlainLanes lanes = new PlainLanes(context.memory());
    return (arguments, rows, nulls, result) -> {
      lanes.read(arguments[0], rows);
      write(lanes.data(), lanes.offset(), rows, false, result);
    };
  }

  private static VectorFunction doubles(WorkerContext context) {
    DoubleLanes lanes = new DoubleLanes(context.memory());
    return (arguments, rows, nulls, result) -> {
      lanes.read(arguments[0], rows);
      write(lanes.data(), lanes.offset(), rows, true, result);
    };
  }

  /** Points a vector at the elements of some lanes of eight bytes. */
  private static void write(
      MemorySegment lanes, long offset, int rows, boolean floating, ColumnVector result) {
    MemorySegment heap = result.heapScratch((long) ELEMENT_OF_LONG * rows, 0);
    MemorySegment views = result.scratch((long) Long.BYTES * rows);
    for (int row = 0; row < rows; row++) {
      long lane = lanes.get(JAVA_LONG_UNALIGNED, offset + ((long) row << 3));
      long payload = floating ? encode(Double.longBitsToDouble(lane)) : lane ^ Long.MIN_VALUE;
      long at = (long) ELEMENT_OF_LONG * row;
      heap.set(JAVA_BYTE, at, VALUE);
      heap.set(JAVA_LONG_UNALIGNED, at + 1, Long.reverseBytes(payload));
      views.set(JAVA_LONG_UNALIGNED, (long) row << 3, StringView.of(at, ELEMENT_OF_LONG));
    }
    result.setViews(views, 0, heap);
  }

  /** Returns NULL as an element. */
  static byte[] nullElement(DataType type) {
    byte[] element = new byte[1 + Math.max(0, payloadBytes(type))];
    element[0] = NULL;
    return element;
  }

  /** Returns the payload of an element that is not NULL, as a view. */
  static long payload(long element) {
    return StringView.of(StringView.offset(element) + 1, StringView.length(element) - 1);
  }

  /** Appends NULL as an element. */
  public static void appendNull(DataType element, TextWriter out) {
    out.append(NULL);
    for (int i = payloadBytes(element); i > 0; i--) {
      out.append((byte) 0);
    }
  }

  /** Appends an INTEGRAL value of at most 64 bits. */
  public static void appendLong(long value, TextWriter out) {
    out.append(VALUE);
    out.appendBigEndian(value ^ Long.MIN_VALUE);
  }

  /** Appends a FLOATING value. */
  static void appendDouble(double value, TextWriter out) {
    out.append(VALUE);
    out.appendBigEndian(encode(value));
  }

  /** Appends a string as an element. */
  public static void appendString(String value, TextWriter out) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    appendElement(MemorySegment.ofArray(bytes), 0, bytes.length, out);
  }

  /** Appends the bytes of a string as an element. */
  static void appendElement(MemorySegment heap, long offset, long length, TextWriter out) {
    out.append(VALUE);
    appendString(heap, offset, length, out);
  }

  static void appendString(MemorySegment heap, long offset, long length, TextWriter out) {
    long end = offset + length;
    long from = offset;
    for (long at = zero(heap, from, end); at < end; at = zero(heap, from, end)) {
      out.append(heap, from, (int) (at + 1 - from));
      out.append(ESCAPED);
      from = at + 1;
    }
    out.append(heap, from, (int) (end - from));
    out.append((byte) 0);
    out.append((byte) 0);
  }

  /** Returns the position of the first byte 0 of some bytes, eight at a time; their end if none. */
  private static long zero(MemorySegment heap, long from, long end) {
    long at = from;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      long word = heap.get(JAVA_LONG_UNALIGNED, at);
      // The lowest bit that is set belongs to the first byte that is 0; bits above it may be wrong.
      // Source: Warren, Hacker's Delight, second edition, section 6-1.
      long zeros = word - LOWEST_BITS & ~word & HIGHEST_BITS;
      if (zeros != 0) {
        return at + (Long.numberOfTrailingZeros(zeros) >>> 3);
      }
    }
    while (at < end && heap.get(JAVA_BYTE, at) != 0) {
      at++;
    }
    return at;
  }

  /** Returns the position behind the payload of a string. */
  static long endOfString(MemorySegment heap, long payload) {
    long at = payload;
    while (true) {
      at = zero(heap, at, heap.byteSize());
      if (heap.get(JAVA_BYTE, at + 1) == 0) {
        return at + STRING_END_BYTES;
      }
      at += 2; // a byte 0 that belongs to the string
    }
  }

  /** Appends the string that a payload is. */
  static void decodeString(MemorySegment heap, long payload, long payloadEnd, TextWriter out) {
    long end = payloadEnd - STRING_END_BYTES;
    long from = payload;
    for (long at = zero(heap, from, end); at < end; at = zero(heap, from, end)) {
      out.append(heap, from, (int) (at + 1 - from));
      from = at + 2;
    }
    out.append(heap, from, (int) (end - from));
  }

  /** Whether the string that a payload is has a byte 0. */
  static boolean isEscaped(MemorySegment heap, long payload, long payloadEnd) {
    long end = payloadEnd - STRING_END_BYTES;
    return zero(heap, payload, end) < end;
  }

  /** Returns the string that a payload is. */
  static byte[] decodeString(MemorySegment heap, long payload, long payloadEnd) {
    ByteArrayOutputStream decoded = new ByteArrayOutputStream();
    for (long at = payload; at < payloadEnd - STRING_END_BYTES; at++) {
      byte value = heap.get(JAVA_BYTE, at);
      decoded.write(value);
      at += value == 0 ? 1 : 0;
    }
    return decoded.toByteArray();
  }

  static long decodeLong(MemorySegment heap, long payload) {
    return Long.reverseBytes(heap.get(JAVA_LONG_UNALIGNED, payload)) ^ Long.MIN_VALUE;
  }

  /** The low word of a payload of sixteen bytes. */
  static long decodeLow(MemorySegment heap, long payload) {
    return Long.reverseBytes(heap.get(JAVA_LONG_UNALIGNED, payload + Long.BYTES));
  }

  static long encode(double value) {
    return DoubleOrder.encode(value) ^ Long.MIN_VALUE;
  }

  static double decodeDouble(MemorySegment heap, long payload) {
    return DoubleOrder.decode(decodeLong(heap, payload));
  }

  /** Returns the position behind a list. */
  static long endOfList(MemorySegment heap, long list, DataType element) {
    long at = list;
    while (heap.get(JAVA_BYTE, at) != END) {
      at = endOfElement(heap, at, element);
    }
    return at + 1;
  }

  /** Returns the position behind an element that begins at a position. */
  static long endOfElement(MemorySegment heap, long at, DataType element) {
    int fixed = payloadBytes(element);
    if (fixed >= 0) {
      return at + 1 + fixed;
    }
    if (heap.get(JAVA_BYTE, at) == NULL) {
      return at + 1;
    }
    if (element.element() != null) {
      return endOfList(heap, at + 1, element.elementType());
    }
    return element.fields().isEmpty()
        ? endOfString(heap, at + 1)
        : fieldAt(heap, at + 1, element, element.fields().size());
  }

  /**
   * Returns where a field of a struct begins.
   *
   * @param index the number of fields for the position behind the last
   */
  static long fieldAt(MemorySegment heap, long struct, DataType type, int index) {
    long at = struct;
    for (int i = 0; i < index; i++) {
      at = endOfElement(heap, at, type.fields().get(i).type());
    }
    return at;
  }
}
