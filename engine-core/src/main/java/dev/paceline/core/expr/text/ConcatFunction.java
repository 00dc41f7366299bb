package dev.paceline.core.expr.text;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.expr.vector.VectorFunction;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Concatenates strings. It first reads the views of each argument in a loop for the form of that
 * argument, so that the loop over the rows only has to copy bytes.
 */
final class ConcatFunction implements VectorFunction {
  private MemorySegment[] heaps = new MemorySegment[0];
  private long[][] views = new long[0][];

  /** Rows that the arrays of views have room for. */
  private int capacity;

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    long bytes = readViews(arguments, rows);
    MemorySegment heap = result.heapScratch(bytes + StringView.SLACK, 0);
    MemorySegment lanes = result.scratch(8L * rows);
    boolean mayBeTooLong = bytes > StringView.MAX_LENGTH;
    long start = 0;
    for (int row = 0; row < rows; row++) {
      if (nulls.contains(row)) {
        lanes.set(JAVA_LONG, (long) row << 3, 0);
        continue;
      }
      if (mayBeTooLong) {
        checkLength(row);
      }
      long end = start;
      for (int i = 0; i < heaps.length; i++) {
        long view = views[i][row];
        int length = StringView.length(view);
        StringView.copyWithSlack(heaps[i], StringView.offset(view), heap, end, length);
        end += length;
      }
      lanes.set(JAVA_LONG, (long) row << 3, StringView.of(start, (int) (end - start)));
      start = end;
    }
    result.setViews(lanes, 0, heap);
  }

  /** Returns an upper bound of the bytes of all results. */
  private long readViews(ColumnVector[] arguments, int rows) {
    if (heaps.length != arguments.length || capacity < rows) {
      heaps = new MemorySegment[arguments.length];
      views = new long[arguments.length][rows];
      capacity = rows;
    }
    long bytes = 0;
    for (int i = 0; i < arguments.length; i++) {
      heaps[i] = arguments[i].valueHeap();
      bytes += readViews(arguments[i], rows, views[i]);
    }
    return bytes;
  }

  private static long readViews(ColumnVector argument, int rows, long[] views) {
    switch (argument.form()) {
      case CONSTANT -> Arrays.fill(views, 0, rows, argument.constantLong());
      case FLAT -> {
        for (int row = 0; row < rows; row++) {
          views[row] = argument.getView(row);
        }
      }
      case DICTIONARY -> {
        for (int row = 0; row < rows; row++) {
          views[row] = argument.dictionary().view(argument.getCode(row));
        }
      }
    }
    long bytes = 0;
    for (int row = 0; row < rows; row++) {
      bytes += StringView.length(views[row]);
    }
    return bytes;
  }

  private void checkLength(int row) {
    long length = 0;
    for (long[] ofArgument : views) {
      length += StringView.length(ofArgument[row]);
    }
    TextWriter.checkLength(length);
  }
}
