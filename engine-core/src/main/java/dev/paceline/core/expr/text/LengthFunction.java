package dev.paceline.core.expr.text;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.TextRun;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.kernel.StringKernels;
import java.lang.foreign.MemorySegment;

/**
 * Counts the characters of strings: from their lengths in bytes if all bytes of a batch are ASCII,
 * and otherwise string by string.
 */
final class LengthFunction implements VectorFunction {
  private final TextRun run = new TextRun();

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    ColumnVector texts = arguments[0];
    MemorySegment heap = texts.valueHeap();
    MemorySegment lanes = result.scratch(8L * rows);
    boolean ascii =
        run.find(texts, rows, nulls)
            && StringKernels.current().isAscii(heap, run.start(), run.length());
    for (int row = 0; row < rows; row++) {
      long length = 0;
      if (!nulls.contains(row)) {
        long view = texts.getView(row);
        length = ascii ? StringView.length(view) : Utf8.length(heap, view);
      }
      lanes.set(JAVA_LONG, (long) row << 3, length);
    }
    result.setLongs(lanes, 0);
  }
}
