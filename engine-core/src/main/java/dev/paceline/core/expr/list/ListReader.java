package dev.paceline.core.expr.list;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/** Goes through the elements of one list after the other. One thread. */
public final class ListReader {
  private final DataType element;
  private final int payloadBytes;
  private MemorySegment heap = MemorySegment.NULL;
  private long start;
  private int length;
  private long current;
  private long next;

  /**
   * @param element the type of the elements
   */
  public ListReader(DataType element) {
    this.element = element;
    payloadBytes = ListFormat.payloadBytes(element);
  }

  /** Goes to the start of the list in a row, which must not be NULL. */
  public ListReader reset(ColumnVector lists, int row) {
    return reset(lists.valueHeap(), lists.getView(row));
  }

  /** Goes to the start of a list. */
  public ListReader reset(MemorySegment listHeap, long view) {
    heap = listHeap;
    start = StringView.offset(view);
    length = StringView.length(view);
    current = start;
    next = start;
    return this;
  }

  /** Returns the number of elements, which takes one step for each unless all have one length. */
  public long count() {
    if (payloadBytes >= 0) {
      return (length - 1L) / (1 + payloadBytes);
    }
    long count = 0;
    for (long at = start; heap.get(JAVA_BYTE, at) != ListFormat.END; count++) {
      at = ListFormat.endOfElement(heap, at, element);
    }
    return count;
  }

  /** Goes to the next element; returns false if there is none. */
  public boolean next() {
    current = next;
    if (heap.get(JAVA_BYTE, current) == ListFormat.END) {
      return false;
    }
    next = ListFormat.endOfElement(heap, current, element);
    return true;
  }

  /**
   * Goes to an element.
   *
   * @param index from 0, less than {@link #count}
   */
  public void seek(long index) {
    next = start;
    if (payloadBytes >= 0) {
      next += index * (1 + payloadBytes);
    } else {
      for (long i = 0; i < index; i++) {
        next = ListFormat.endOfElement(heap, next, element);
      }
    }
    next();
  }

  /** Returns where the next element begins, for {@link #resume}. */
  long position() {
    return next;
  }

  /** Goes to the list in a row, behind the element after which {@link #position} was asked. */
  void resume(ColumnVector lists, int row, long position) {
    reset(lists, row);
    next = position;
  }

  /** Whether there is a next element. */
  boolean hasNext() {
    return heap.get(JAVA_BYTE, next) != ListFormat.END;
  }

  /** Whether the element is NULL. */
  public boolean isNull() {
    return heap.get(JAVA_BYTE, current) == ListFormat.NULL;
  }

  /** Returns the bytes of the element, which are equal for equal elements, as a view. */
  long view() {
    return StringView.of(current, (int) (next - current));
  }

  /** Compares the bytes of the element with those of another one of the same list. */
  int compareTo(long view) {
    return StringView.compare(heap, view(), heap, view);
  }

  MemorySegment heap() {
    return heap;
  }

  /** Returns the element if it is FLOATING and not NULL. */
  double getDouble() {
    return ListFormat.decodeDouble(heap, current + 1);
  }

  /** Returns the low word of the element if it is INTEGRAL and not NULL. */
  long getLong() {
    return payloadBytes == Long.BYTES
        ? ListFormat.decodeLong(heap, current + 1)
        : ListFormat.decodeLow(heap, current + 1);
  }

  /** Returns the high word of the element if it is INTEGRAL and not NULL. */
  long getHigh() {
    long first = ListFormat.decodeLong(heap, current + 1);
    return payloadBytes == Long.BYTES ? first >> 63 : first;
  }

  /** Appends the element to another list. */
  void copyTo(TextWriter out) {
    out.append(heap, current, (int) (next - current));
  }

  /**
   * Makes a vector the constant value of the element, which may point at the bytes of the list.
   *
   * @param constant of the type of the elements
   */
  public void read(ColumnVector constant) {
    if (isNull()) {
      constant.setConstantNull();
      return;
    }
    switch (element.family()) {
      case BOOLEAN -> constant.setConstantBoolean(heap.get(JAVA_BYTE, current + 1) != 0);
      case FLOATING -> constant.setConstantDouble(getDouble());
      case INTEGRAL -> constant.setConstantInt128(getHigh(), getLong());
      case BYTES -> {
        int bytes = (int) (next - current - 1);
        if (element.element() != null) {
          constant.setConstantView(heap, StringView.of(current + 1, bytes));
        } else if (ListFormat.isEscaped(heap, current + 1, next)) {
          byte[] decoded = ListFormat.decodeString(heap, current + 1, next);
          constant.setConstantView(
              MemorySegment.ofArray(decoded), StringView.of(0, decoded.length));
        } else {
          constant.setConstantView(
              heap, StringView.of(current + 1, bytes - ListFormat.STRING_END_BYTES));
        }
      }
    }
  }

  /** Appends the value of the element to a column. */
  public void appendTo(ElementVector out) {
    if (isNull()) {
      out.appendNull();
      return;
    }
    switch (element.family()) {
      case BOOLEAN -> out.appendBoolean(heap.get(JAVA_BYTE, current + 1) != 0);
      case FLOATING -> out.appendDouble(getDouble());
      case INTEGRAL -> out.appendInt128(getHigh(), getLong());
      case BYTES -> {
        if (element.element() != null) {
          out.text().append(heap, current + 1, (int) (next - current - 1));
        } else {
          ListFormat.decodeString(heap, current + 1, next, out.text());
        }
        out.endText();
      }
    }
  }
}
