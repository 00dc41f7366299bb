package dev.paceline.core.expr.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Replaces characters by others, and removes those that have no other. If all of them are constants
 * and ASCII, a table has the byte that takes the place of each byte.
 */
public final class TranslateFunction implements VectorFunction {
  private static final int ASCII = 128;
  private static final byte REMOVED = -1;

  private final VectorFunction byRow;

  private TranslateFunction(VectorFunction byRow) {
    this.byRow = byRow;
  }

  /** Makes the function of a string, characters of it, and those that take their places. */
  public static Factory factory() {
    Factory byRow =
        RowFunctions.text(
            (a, row, out) ->
                out.append(
                    translate(
                        Utf8.string(a[0], row), Utf8.string(a[1], row), Utf8.string(a[2], row))));
    return context -> new TranslateFunction(byRow.newFunction(context));
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    byte[] table =
        arguments[1].isConstant() && arguments[2].isConstant()
            ? table(arguments[1].getBytes(0), arguments[2].getBytes(0))
            : null;
    if (table == null) {
      byRow.compute(arguments, rows, nulls, result);
      return;
    }
    ColumnVector texts = arguments[0];
    MemorySegment source = texts.valueHeap();
    long bytes = 0;
    for (int row = 0; row < rows; row++) {
      bytes += nulls.contains(row) ? 0 : StringView.length(texts.getView(row));
    }
    MemorySegment heap = result.heapScratch(bytes + StringView.SLACK, 0);
    MemorySegment lanes = result.scratch(8L * rows);
    long start = 0;
    for (int row = 0; row < rows; row++) {
      long view = 0;
      if (!nulls.contains(row)) {
        long end = translate(table, source, texts.getView(row), heap, start);
        view = StringView.of(start, (int) (end - start));
        start = end;
      }
      lanes.set(JAVA_LONG, (long) row << 3, view);
    }
    result.setViews(lanes, 0, heap);
  }

  /** Returns the end of the bytes that are written. */
  private static long translate(
      byte[] table, MemorySegment source, long view, MemorySegment target, long to) {
    long at = StringView.offset(view);
    long end = at + StringView.length(view);
    long written = to;
    for (; at < end; at++) {
      byte value = source.get(JAVA_BYTE, at);
      byte other = value < 0 ? value : table[value];
      target.set(JAVA_BYTE, written, other);
      written += value >= 0 && other == REMOVED ? 0 : 1;
    }
    return written;
  }

  /** Returns what takes the place of each byte; null if some characters are not ASCII. */
  private static byte @Nullable [] table(byte[] searched, byte[] replacing) {
    byte[] table = new byte[ASCII];
    for (int i = 0; i < ASCII; i++) {
      table[i] = (byte) i;
    }
    for (int i = searched.length - 1; i >= 0; i--) { // the first of equal characters counts
      byte other = i < replacing.length ? replacing[i] : REMOVED;
      if (searched[i] < 0 || i < replacing.length && other < 0) {
        return null;
      }
      table[searched[i]] = other;
    }
    return table;
  }

  private static String translate(String text, String from, String to) {
    int[] searched = from.codePoints().toArray();
    int[] replacing = to.codePoints().toArray();
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              int at = 0;
              while (at < searched.length && searched[at] != c) {
                at++;
              }
              if (at == searched.length) {
                out.appendCodePoint(c);
              } else if (at < replacing.length) {
                out.appendCodePoint(replacing[at]);
              }
            });
    return out.toString();
  }
}
