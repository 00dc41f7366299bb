package dev.paceline.core.expr.text;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextRun;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.kernel.StringKernels;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/**
 * Computes UPPER and LOWER: for all bytes of a batch at once if they are ASCII, otherwise string by
 * string with a table of the characters of one or two bytes, and with the library for those that
 * have special rules.
 */
final class CaseFunction implements VectorFunction {
  /** The first of the letters that are changed. */
  private final byte first;

  private final TextRun run = new TextRun();
  private final VectorFunction byRow;

  private CaseFunction(byte first, VectorFunction byRow) {
    this.first = first;
    this.byRow = byRow;
  }

  /**
   * Makes the function.
   *
   * @param upper whether to change letters to upper case
   */
  static Factory factory(boolean upper) {
    Factory byRow =
        RowFunctions.text((arguments, row, out) -> append(arguments[0], row, upper, out));
    return context -> new CaseFunction(first(upper), byRow.newFunction(context));
  }

  private static byte first(boolean upper) {
    return (byte) (upper ? 'a' : 'A');
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    ColumnVector texts = arguments[0];
    if (!run.find(texts, rows, nulls) || !changeRun(texts, rows, nulls, result)) {
      byRow.compute(arguments, rows, nulls, result);
    }
  }

  private boolean changeRun(ColumnVector texts, int rows, NullMask nulls, ColumnVector result) {
    MemorySegment heap = result.heapScratch(run.length(), 0);
    if (!StringKernels.current()
        .changeCase(texts.valueHeap(), run.start(), run.length(), first, heap, 0)) {
      return false;
    }
    MemorySegment views = result.scratch(8L * rows);
    long moved = StringView.of(run.start(), 0);
    for (int row = 0; row < rows; row++) {
      long view = texts.getView(row);
      boolean empty = StringView.length(view) == 0 || nulls.contains(row);
      views.set(JAVA_LONG, (long) row << 3, empty ? 0 : view - moved);
    }
    result.setViews(views, 0, heap);
    return true;
  }

  private static void append(ColumnVector texts, int row, boolean upper, TextWriter out) {
    MemorySegment heap = texts.valueHeap();
    long view = texts.getView(row);
    if (!out.append(heap, view, upper ? CaseTable.UPPER : CaseTable.LOWER)) {
      String text = Utf8.string(heap, view);
      out.append(upper ? text.toUpperCase(Locale.ROOT) : text.toLowerCase(Locale.ROOT));
    }
  }
}
