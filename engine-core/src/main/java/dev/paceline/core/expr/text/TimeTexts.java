package dev.paceline.core.expr.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.kernel.digit.TimeDigits;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;

/**
 * Writes dates, times and timestamps as strings. Each has a slot of the same size in the heap. A
 * date that is that of the row before is copied from there.
 */
public final class TimeTexts implements VectorFunction {
  private final TypeKind kind;

  /**
   * @param kind DATE, TIME or TIMESTAMP
   */
  public TimeTexts(TypeKind kind) {
    this.kind = kind;
  }

  @Override
  public void compute(ColumnVector[] arguments, int rows, NullMask nulls, ColumnVector result) {
    ColumnVector times = arguments[0];
    MemorySegment heap =
        result.heapScratch((long) rows * TimeDigits.MOST_BYTES + StringView.SLACK, 0);
    MemorySegment lanes = result.scratch(8L * rows);
    long lastDay = 0;
    long lastDate = 0;
    for (int row = 0; row < rows; row++) {
      if (nulls.contains(row)) {
        lanes.set(JAVA_LONG, (long) row << 3, 0);
        continue;
      }
      long value = times.getLong(row);
      long start = (long) row * TimeDigits.MOST_BYTES;
      long at = start;
      if (kind != TypeKind.TIME) {
        long day = kind == TypeKind.DATE ? value : Micros.toDay(value);
        if (lastDate != 0 && day == lastDay) {
          int length = StringView.length(lastDate);
          StringView.copyWithSlack(heap, StringView.offset(lastDate), heap, at, length);
          at += length;
        } else {
          at = TimeDigits.writeDate(day, heap, at);
          lastDay = day;
          lastDate = StringView.of(start, (int) (at - start));
        }
      }
      if (kind == TypeKind.TIMESTAMP) {
        heap.set(JAVA_BYTE, at++, (byte) ' ');
      }
      if (kind != TypeKind.DATE) {
        at =
            TimeDigits.writeTime(
                kind == TypeKind.TIME ? value : Micros.toTimeOfDay(value), heap, at);
      }
      lanes.set(JAVA_LONG, (long) row << 3, StringView.of(start, (int) (at - start)));
    }
    result.setViews(lanes, 0, heap);
  }
}
