package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;

/**
 * The texts of a batch as one run of bytes, as decoding writes them: kernels then work on all bytes
 * at once, without a call and a mispredicted loop for each text. Bytes of the run that belong to no
 * text are worked on in vain, so a run has at most as many of them as others. For one thread.
 */
public final class TextRun {
  private static final int FEWEST_ROWS = 8;

  private long start;
  private long end;
  private boolean ascending;

  /**
   * Finds the run of the texts of a vector.
   *
   * @param nulls rows that are not looked at
   * @return whether there is one
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

  /** Returns where the run starts in the heap of the texts. */
  public long start() {
    return start;
  }

  /** Returns where the run ends in the heap of the texts. */
  public long end() {
    return end;
  }

  /** Returns the bytes of the run. */
  public int length() {
    return (int) (end - start);
  }

  /** Returns whether each text that is not empty lies behind those of the rows before. */
  public boolean isAscending() {
    return ascending;
  }
}
