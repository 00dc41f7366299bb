package dev.paceline.core.expr.list;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/**
 * Goes through the elements of one list after the other, or through the entries of maps. One
 * thread.
 */
public final class ListReader extends EncodedValue {
  private long start;
  private int length;

  /**
   * @param element the type of the elements
   */
  public ListReader(DataType element) {
    super(element);
  }

  /** Goes to the start of the list in a row, which must not be NULL. */
  public ListReader reset(ColumnVector lists, int row) {
    return reset(lists.valueHeap(), lists.getView(row));
  }

  /** Goes to an element alone, whose bytes a view tells. */
  ListReader resetTo(MemorySegment listHeap, long element) {
    reset(listHeap, element);
    next();
    return this;
  }

  /** Goes to the start of a list. */
  public ListReader reset(MemorySegment listHeap, long view) {
    start = StringView.offset(view);
    length = StringView.length(view);
    set(listHeap, start, start);
    return this;
  }

  /** Returns the number of elements, which takes one step for each unless all have one length. */
  public long count() {
    if (payloadBytes() >= 0) {
      return (length - 1L) / (1 + payloadBytes());
    }
    long count = 0;
    for (long at = start; heap().get(JAVA_BYTE, at) != NestedFormat.END; count++) {
      at = NestedFormat.endOfElement(heap(), at, type());
    }
    return count;
  }

  /** Goes to the next element; returns false if there is none. */
  public boolean next() {
    long next = to();
    if (heap().get(JAVA_BYTE, next) == NestedFormat.END) {
      return false;
    }
    set(heap(), next, end(next));
    return true;
  }

  private long end(long at) {
    return payloadBytes() >= 0
        ? at + 1 + payloadBytes()
        : NestedFormat.endOfElement(heap(), at, type());
  }

  /**
   * Goes to an element.
   *
   * @param index from 0, less than {@link #count}
   */
  public void seek(long index) {
    long next = start;
    if (payloadBytes() >= 0) {
      next += index * (1 + payloadBytes());
    } else {
      for (long i = 0; i < index; i++) {
        next = end(next);
      }
    }
    set(heap(), next, end(next));
  }

  /** Returns where the next element begins, for {@link #resume}. */
  long position() {
    return to();
  }

  /** Goes to the list in a row, behind the element after which {@link #position} was asked. */
  void resume(ColumnVector lists, int row, long position) {
    reset(lists, row);
    set(heap(), position, position);
  }

  /** Whether there is a next element. */
  boolean hasNext() {
    return heap().get(JAVA_BYTE, to()) != NestedFormat.END;
  }

  /** Compares the bytes of the element with those of another one of the same list. */
  int compareTo(long view) {
    return StringView.compare(heap(), view(), heap(), view);
  }
}
