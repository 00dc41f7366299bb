package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;

/**
 * Finds the range of bytes in which all strings of a batch lie, because a decoder has written them
 * one behind the other. A kernel can then process the whole range at once, without a call and a
 * mispredicted loop for each string. The range may also have bytes that belong to no string, but
 * not more than half. For one thread.
 */
public final class TextRun {
  private static final int FEWEST_ROWS = 8;

  private long start;
  private long end;
  private boolean ascending;

  /**
   * Looks for the range of the strings of a vector. The other methods describe the range that the
   * last call has found.
   *
   * @param nulls rows whose strings are ignored
   * @return whether the strings lie closely enough together
   */
  public boolean find(ColumnVector texts, int rows, NullMask nulls) {
    if (texts.form() != Form.FLAT || rows < FEWEST_ROWS) {
      return false;
    }
    MemorySegment views = texts.data();
    long from = texts.offset();
    long first = Long.MAX_VALUE;
    long last = 0;
    long bytes = 0;
    boolean inOrder = true;
    for (int row = 0; row < rows; row++) {
      long view = views.get(JAVA_LONG_UNALIGNED, from + ((long) row << 3));
      int length = StringView.length(view);
      if (length != 0 && !nulls.contains(row)) {
        long offset = StringView.offset(view);
        inOrder &= offset >= last;
        first = Math.min(first, offset);
        last = Math.max(last, offset + length);
        bytes += length;
      }
    }
    start = Math.min(first, last);
    end = last;
    ascending = inOrder;
    return end - start <= 2 * bytes && end - start <= Integer.MAX_VALUE;
  }

  /** Returns the offset of the first byte in the heap of the strings. */
  public long start() {
    return start;
  }

  /** Returns the offset behind the last byte in the heap of the strings. */
  public long end() {
    return end;
  }

  /** Returns the number of bytes. */
  public int length() {
    return (int) (end - start);
  }

  /** Returns whether the strings lie in the order of their rows and do not overlap. */
  public boolean isAscending() {
    return ascending;
  }
}
