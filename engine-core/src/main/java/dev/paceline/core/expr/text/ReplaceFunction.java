package dev.paceline.core.expr.text;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.Occurrences;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.kernel.StringKernels;
import java.lang.foreign.MemorySegment;

/**
 * Replaces all occurrences of a string. A constant is looked for in all strings of a batch at once;
 * a batch without an occurrence is not copied.
 */
final class ReplaceFunction implements VectorFunction {
  private final Occurrences occurrences = new Occurrences();
  private final VectorFunction byRow;

  private ReplaceFunction(VectorFunction byRow) {
    this.byRow = byRow;
  }

  /** Makes the function of a string, what is replaced in it, and by what. */
  static Factory factory() {
    Factory byRow = RowFunctions.text(ReplaceFunction::replace);
    return context -> new ReplaceFunction(byRow.newFunction(context));
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    boolean constant = arguments[1].isConstant() && arguments[2].isConstant();
    byte[] replaced = constant ? arguments[1].getBytes(0) : new byte[0];
    if (replaced.length == 0) {
      byRow.compute(arguments, rows, nulls, result);
      return;
    }
    ColumnVector texts = arguments[0];
    MemorySegment heap = texts.valueHeap();
    MemorySegment lanes = result.scratch(8L * rows);
    occurrences.begin(texts, rows, nulls, replaced);
    if (occurrences.next()) {
      TextWriter out = new TextWriter(result);
      replaceFound(texts, rows, nulls, replaced.length, arguments[2].getBytes(0), lanes, out);
      heap = out.heap();
    } else {
      for (int row = 0; row < rows; row++) {
        lanes.set(JAVA_LONG, (long) row << 3, nulls.contains(row) ? 0 : texts.getView(row));
      }
    }
    result.setViews(lanes, 0, heap);
  }

  /** Replaces the occurrence that has been found and all that follow. */
  private void replaceFound(
      ColumnVector texts,
      int rows,
      NullMask nulls,
      int length,
      byte[] replacement,
      MemorySegment lanes,
      TextWriter out) {
    MemorySegment heap = texts.valueHeap();
    boolean found = true;
    for (int row = 0; row < rows; row++) {
      if (nulls.contains(row)) {
        lanes.set(JAVA_LONG, (long) row << 3, 0);
        continue;
      }
      long view = texts.getView(row);
      long at = StringView.offset(view);
      long end = at + StringView.length(view);
      while (found && occurrences.row() == row) {
        out.append(heap, at, (int) (occurrences.offset() - at));
        out.append(replacement);
        at = occurrences.offset() + length;
        found = occurrences.next();
      }
      out.append(heap, at, (int) (end - at));
      lanes.set(JAVA_LONG, (long) row << 3, out.finish());
    }
  }

  private static void replace(ColumnVector[] a, int row, TextWriter out) {
    MemorySegment heap = a[0].valueHeap();
    long view = a[0].getView(row);
    long at = StringView.offset(view);
    long end = at + StringView.length(view);
    byte[] replaced = a[1].getBytes(row);
    while (replaced.length > 0) {
      long found = StringKernels.current().indexOf(heap, at, end, replaced);
      if (found < 0) {
        break;
      }
      out.append(heap, at, (int) (found - at));
      out.append(a[2].valueHeap(), a[2].getView(row));
      at = found + replaced.length;
    }
    out.append(heap, at, (int) (end - at));
  }
}
