package dev.paceline.core.expr.text;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.Occurrences;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.kernel.StringKernels;
import java.lang.foreign.MemorySegment;

/**
 * Finds the character, counted from 1, at which a string is first in another; 0 if it is nowhere. A
 * constant is looked for in all strings of a batch at once.
 */
final class PositionFunction implements VectorFunction {
  private final Occurrences occurrences = new Occurrences();
  private final VectorFunction byRow;

  private PositionFunction(VectorFunction byRow) {
    this.byRow = byRow;
  }

  /**
   * Makes the function.
   *
   * @param hasStart whether the third argument is the character where the search begins
   */
  static Factory factory(boolean hasStart) {
    Factory byRow =
        RowFunctions.longs((a, row) -> position(a, row, hasStart ? a[2].getLong(row) : 1));
    return hasStart ? byRow : context -> new PositionFunction(byRow.newFunction(context));
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    ColumnVector texts = arguments[1];
    byte[] needle = arguments[0].isConstant() ? arguments[0].getBytes(0) : new byte[0];
    if (needle.length == 0) {
      byRow.compute(arguments, rows, nulls, result);
      return;
    }
    MemorySegment heap = texts.valueHeap();
    MemorySegment lanes = result.scratch(8L * rows);
    lanes.asSlice(0, 8L * rows).fill((byte) 0);
    long max = 0;
    occurrences.begin(texts, rows, nulls, needle);
    while (occurrences.next()) {
      int row = occurrences.row();
      long start = StringView.offset(texts.getView(row));
      long before = StringView.of(start, (int) (occurrences.offset() - start));
      long position = Utf8.length(heap, before) + 1L;
      lanes.set(JAVA_LONG, (long) row << 3, position);
      max = Math.max(max, position);
      occurrences.skipRow();
    }
    result.setLongs(lanes, 0);
    result.setBounds(0, max);
  }

  private static long position(ColumnVector[] a, int row, long from) {
    MemorySegment heap = a[1].valueHeap();
    long view = a[1].getView(row);
    if (from != 1 && (from < 1 || from > Utf8.length(heap, view) + 1L)) {
      return 0;
    }
    byte[] needle = a[0].getBytes(row);
    if (needle.length == 0) {
      return from;
    }
    long offset = StringView.offset(view);
    long start = offset + Utf8.byteIndex(heap, view, from - 1);
    long found =
        StringKernels.current().indexOf(heap, start, offset + StringView.length(view), needle);
    return found < 0 ? 0 : Utf8.length(heap, StringView.of(offset, (int) (found - offset))) + 1L;
  }
}
