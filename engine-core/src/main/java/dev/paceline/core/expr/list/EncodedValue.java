package dev.paceline.core.expr.list;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/**
 * The value at the present position of a reader within the bytes of a list or a struct. One thread
 * at a time may use it.
 */
public abstract sealed class EncodedValue permits ListReader, FieldReader {
  private final DataType type;
  private final int payloadBytes;
  private MemorySegment heap = MemorySegment.NULL;
  private long from;
  private long to;

  EncodedValue(DataType type) {
    this.type = type;
    payloadBytes = NestedFormat.payloadBytes(type);
  }

  /** Sets where the value is. */
  final void set(MemorySegment values, long begin, long end) {
    heap = values;
    from = begin;
    to = end;
  }

  /** Returns the type of the value. */
  public final DataType type() {
    return type;
  }

  /** Returns the length of each value behind its first byte; -1 if they differ. */
  final int payloadBytes() {
    return payloadBytes;
  }

  final MemorySegment heap() {
    return heap;
  }

  /** Returns the position behind the value. */
  final long to() {
    return to;
  }

  /** Whether the value is NULL. */
  public final boolean isNull() {
    return heap.get(JAVA_BYTE, from) == NestedFormat.NULL;
  }

  /** Returns the bytes of the value, which are equal for equal values, as a view. */
  final long view() {
    return StringView.of(from, (int) (to - from));
  }

  /** Returns the bytes of a nested value that is not NULL, without those around it. */
  final long nestedView() {
    return StringView.of(from + 1, (int) (to - from - 1));
  }

  /** Returns the value if it is FLOATING and not NULL. */
  public final double getDouble() {
    return NestedFormat.decodeDouble(heap, from + 1);
  }

  /** Returns the low word of the value if it is INTEGRAL and not NULL. */
  public final long getLong() {
    return payloadBytes == Long.BYTES
        ? NestedFormat.decodeLong(heap, from + 1)
        : NestedFormat.decodeLow(heap, from + 1);
  }

  /** Returns the high word of the value if it is INTEGRAL and not NULL. */
  public final long getHigh() {
    long first = NestedFormat.decodeLong(heap, from + 1);
    return payloadBytes == Long.BYTES ? first >> 63 : first;
  }

  /** Appends the value to another list or struct. */
  final void copyTo(TextWriter out) {
    out.append(heap, from, (int) (to - from));
  }

  /**
   * Makes a vector the constant value, which may point at the bytes of the list or struct.
   *
   * @param constant of the type of the value
   */
  public final void read(ColumnVector constant) {
    if (isNull()) {
      constant.setConstantNull();
      return;
    }
    switch (type.family()) {
      case BOOLEAN -> constant.setConstantBoolean(heap.get(JAVA_BYTE, from + 1) != 0);
      case FLOATING -> constant.setConstantDouble(getDouble());
      case INTEGRAL -> constant.setConstantInt128(getHigh(), getLong());
      case BYTES -> {
        if (type.isNested()) {
          constant.setConstantView(heap, nestedView());
        } else if (NestedFormat.isEscaped(heap, from + 1, to)) {
          byte[] decoded = NestedFormat.decodeString(heap, from + 1, to);
          constant.setConstantView(
              MemorySegment.ofArray(decoded), StringView.of(0, decoded.length));
        } else {
          int bytes = (int) (to - from - 1 - NestedFormat.STRING_END_BYTES);
          constant.setConstantView(heap, StringView.of(from + 1, bytes));
        }
      }
    }
  }

  /** Appends the value to a column. */
  public final void appendTo(ElementVector out) {
    if (isNull()) {
      out.appendNull();
      return;
    }
    switch (type.family()) {
      case BOOLEAN -> out.appendBoolean(heap.get(JAVA_BYTE, from + 1) != 0);
      case FLOATING -> out.appendDouble(getDouble());
      case INTEGRAL -> out.appendInt128(getHigh(), getLong());
      case BYTES -> {
        if (type.isNested()) {
          out.text().append(heap, nestedView());
        } else {
          NestedFormat.decodeString(heap, from + 1, to, out.text());
        }
        out.endText();
      }
    }
  }
}
