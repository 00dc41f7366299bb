package dev.paceline.core.expr.vector;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.StringKernels;
import java.lang.foreign.MemorySegment;

/**
 * Finds where some bytes occur in the strings of a batch, in the order of the rows. It searches all
 * strings at once if they lie one behind the other, and otherwise string by string. For one thread.
 *
 * <pre>
 * occurrences.begin(texts, rows, nulls, needle);
 * while (occurrences.next()) {
 *   ... occurrences.row(), occurrences.offset() ...
 * }
 * </pre>
 */
public final class Occurrences {
  private final TextRun run = new TextRun();
  private ColumnVector texts;
  private MemorySegment heap = MemorySegment.NULL;
  private NullMask nulls;
  private byte[] needle = new byte[0];
  private int rows;
  private boolean atOnce;
  private int row;
  private long offset;

  /** The byte at which the search continues. */
  private long from;

  /** The end of the string in which the search continues. */
  private long rowEnd;

  /**
   * Begins a search.
   *
   * @param nulls rows in which nothing is found
   * @param needle one byte or more, which the caller does not change before the search ends
   */
  public void begin(ColumnVector texts, int rows, NullMask nulls, byte[] needle) {
    this.texts = texts;
    this.nulls = nulls;
    this.needle = needle;
    this.rows = rows;
    heap = texts.valueHeap();
    atOnce = run.find(texts, rows, nulls) && run.isAscending();
    row = -1;
    from = run.start();
    rowEnd = from;
  }

  /** Returns whether the strings lie one behind the other, in the {@link #run}. */
  public boolean areAtOnce() {
    return atOnce;
  }

  /** Returns the range of bytes of the strings if they are searched at once. */
  public TextRun run() {
    return run;
  }

  /**
   * Goes to the next occurrence, which does not overlap the one before.
   *
   * @return false if there is none
   */
  public boolean next() {
    return atOnce ? nextOfAll() : nextOfEach();
  }

  /** Makes {@link #next} leave out further occurrences in the row of the last one. */
  public void skipRow() {
    from = rowEnd;
  }

  /** Returns the row of the occurrence. */
  public int row() {
    return row;
  }

  /** Returns where the occurrence begins in the heap of the strings. */
  public long offset() {
    return offset;
  }

  private boolean nextOfAll() {
    while (true) {
      long found = StringKernels.current().indexOf(heap, from, run.end(), needle);
      if (found < 0) {
        return false;
      }
      long end = found + needle.length;
      while (rowEnd < end) {
        row++;
        if (row == rows) {
          return false;
        }
        if (!nulls.contains(row)) {
          enterRow();
        }
      }
      if (from <= found) {
        return accept(found);
      }
      // The bytes were found across the start of the string, which is no occurrence.
    }
  }

  private boolean nextOfEach() {
    while (true) {
      if (row >= 0 && from < rowEnd) {
        long found = StringKernels.current().indexOf(heap, from, rowEnd, needle);
        if (found >= 0) {
          return accept(found);
        }
      }
      do {
        row++;
        if (row == rows) {
          row = -1;
          rows = 0;
          return false;
        }
      } while (nulls.contains(row));
      enterRow();
    }
  }

  private void enterRow() {
    long view = texts.getView(row);
    int length = StringView.length(view);
    if (length > 0) { // the view of an empty string need not point anywhere
      rowEnd = StringView.offset(view) + length;
    }
    from = rowEnd - length;
  }

  private boolean accept(long found) {
    offset = found;
    from = found + needle.length;
    return true;
  }
}
