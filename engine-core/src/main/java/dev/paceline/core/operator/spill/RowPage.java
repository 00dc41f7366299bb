package dev.paceline.core.operator.spill;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.spill.TemporaryFile;
import dev.paceline.core.spill.TemporaryFile.Extent;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A page that is being filled, in memory that serves one page after the other. One worker uses it.
 */
final class RowPage {
  /** A page with so many bytes of strings is full. */
  private static final int FULL_STRING_BYTES = 64 << 10;

  private final PageLayout layout;
  private final MemoryScope scope;
  private MemorySegment page;
  private int rows;
  private long used;

  RowPage(PageLayout layout, MemoryScope scope) {
    this.layout = layout;
    this.scope = scope;
    this.page = scope.allocate(layout.fixedBytes());
    clear();
  }

  int rows() {
    return rows;
  }

  /** Rows that can be added; 0 if the page must be written first. */
  int room() {
    return used - layout.fixedBytes() >= FULL_STRING_BYTES ? 0 : layout.rows() - rows;
  }

  /**
   * Copies rows of a batch.
   *
   * @param count at most {@link #room}
   */
  void append(LaneEncoder source, int from, int count) {
    for (int i = 0; i < layout.columnCount(); i++) {
      ColumnVector vector = source.batch().column(i);
      if (vector.isConstantNull()) {
        for (int row = 0; row < count; row++) {
          setNull(i, rows + row);
        }
      } else {
        copyLanes(i, source, from, count);
        copyNulls(i, vector, from, count);
      }
      joinBounds(i, vector);
    }
    rows += count;
  }

  private void copyLanes(int column, LaneEncoder source, int from, int count) {
    ColumnVector vector = source.batch().column(column);
    int width = layout.width(column);
    if (width == 0) {
      for (int row = 0; row < count; row++) {
        if (vector.getBoolean(from + row)) {
          Bitmaps.set(page, layout.lanes(column), rows + row);
        }
      }
      return;
    }
    MemorySegment lanes = source.lanes(column);
    long first = source.offset(column) + (long) width * from;
    if (layout.isString(column)) {
      copyStrings(column, vector, lanes, first, from, count);
    } else {
      long target = layout.lanes(column) + (long) width * rows;
      MemorySegment.copy(lanes, first, page, target, (long) width * count);
    }
  }

  private void copyStrings(
      int column, ColumnVector vector, MemorySegment views, long first, int from, int count) {
    MemorySegment heap = vector.valueHeap();
    boolean nullable = vector.mayHaveNulls();
    for (int row = 0; row < count; row++) {
      long view = views.get(ValueLayout.JAVA_LONG_UNALIGNED, first + 8L * row);
      if (nullable && vector.isNull(from + row)) {
        view = 0; // it may lead anywhere
      }
      int length = StringView.length(view);
      if (used + length > page.byteSize()) {
        page = scope.reallocate(page, 2 * (used + length));
      }
      MemorySegment.copy(heap, StringView.offset(view), page, used, length);
      long at = layout.lanes(column) + 8L * (rows + row);
      page.set(ValueLayout.JAVA_LONG, at, StringView.of(used, length));
      used += length;
    }
  }

  private void copyNulls(int column, ColumnVector vector, int from, int count) {
    if (vector.mayHaveNulls()) {
      for (int row = 0; row < count; row++) {
        if (vector.isNull(from + row)) {
          setNull(column, rows + row);
        }
      }
    }
  }

  private void setNull(int column, int row) {
    Bitmaps.set(page, layout.nulls(column), row);
    long flags = page.get(ValueLayout.JAVA_LONG, layout.header(column));
    page.set(ValueLayout.JAVA_LONG, layout.header(column), flags | PageLayout.HAS_NULLS);
  }

  private void joinBounds(int column, ColumnVector vector) {
    if (layout.types().get(column).family() != TypeFamily.INTEGRAL || vector.isConstantNull()) {
      return;
    }
    int header = layout.header(column);
    if (vector.hasBounds()) {
      long min = Math.min(vector.min(), page.get(ValueLayout.JAVA_LONG, header + 8));
      long max = Math.max(vector.max(), page.get(ValueLayout.JAVA_LONG, header + 16));
      page.set(ValueLayout.JAVA_LONG, header + 8, min);
      page.set(ValueLayout.JAVA_LONG, header + 16, max);
    } else {
      long flags = page.get(ValueLayout.JAVA_LONG, header);
      page.set(ValueLayout.JAVA_LONG, header, flags & ~PageLayout.HAS_BOUNDS);
    }
  }

  /** Writes the page, which has rows, and empties it. */
  Extent write(TemporaryFile file) {
    Extent extent = file.append(page, Math.toIntExact(used));
    clear();
    return extent;
  }

  private void clear() {
    rows = 0;
    used = layout.fixedBytes();
    for (int i = 0; i < layout.columnCount(); i++) {
      int header = layout.header(i);
      page.set(ValueLayout.JAVA_LONG, header, PageLayout.HAS_BOUNDS);
      page.set(ValueLayout.JAVA_LONG, header + 8, Long.MAX_VALUE);
      page.set(ValueLayout.JAVA_LONG, header + 16, Long.MIN_VALUE);
      if (layout.width(i) == 0) {
        Bitmaps.zero(page, layout.lanes(i), layout.rows());
      }
      Bitmaps.zero(page, layout.nulls(i), layout.rows());
    }
  }

  void release() {
    scope.release(page);
  }
}
