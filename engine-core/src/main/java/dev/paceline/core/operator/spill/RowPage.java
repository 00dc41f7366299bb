package dev.paceline.core.operator.spill;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.spill.TemporaryFile;
import dev.paceline.core.spill.TemporaryFile.Extent;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;

/**
 * A page that is being filled, in memory that serves one page after the other. One worker uses it.
 */
final class RowPage {
  /** The bytes by which the last string of a full page may exceed it without moving the page. */
  private static final int SLACK_BYTES = 1 << 10;

  private final PageLayout layout;
  private final MemoryScope scope;
  private MemorySegment page;
  private int rows;
  private long used;

  RowPage(PageLayout layout, MemoryScope scope) {
    this(layout, scope, 0);
  }

  /**
   * @param stringBytes that are expected
   */
  private RowPage(PageLayout layout, MemoryScope scope, int stringBytes) {
    this.layout = layout;
    this.scope = scope;
    this.page = scope.allocateAlone(layout.fixedBytes() + stringBytes);
    clear();
  }

  /** A page that stays in memory when it is full. */
  static RowPage toKeep(PageLayout layout, MemoryScope scope) {
    return new RowPage(
        layout, scope, layout.hasStrings() ? layout.fullStringBytes() + SLACK_BYTES : 0);
  }

  int rows() {
    return rows;
  }

  /** Returns whether a page with these numbers of rows and bytes of strings is full. */
  boolean isFull(int rowCount, long stringBytes) {
    return rowCount >= layout.rows() || stringBytes >= layout.fullStringBytes();
  }

  /** Bytes of strings so far. */
  long stringBytes() {
    return used - layout.fixedBytes();
  }

  /**
   * How many of a batch's rows can be added before the page is full: 0 if it must be written first.
   *
   * @param count of rows that are to be added
   */
  int room(LaneEncoder source, int from, int count) {
    int most = Math.min(layout.rows() - rows, count);
    if (!layout.hasStrings()) {
      return most;
    }
    long bytes = stringBytes();
    int taken = 0;
    while (taken < most && !isFull(rows + taken, bytes)) {
      bytes += source.stringBytes(from + taken);
      taken++;
    }
    return taken;
  }

  /**
   * Copies rows of a batch.
   *
   * @param count at most {@link #room}, which is not 0
   */
  void append(LaneEncoder source, int from, int count) {
    for (int i = 0; i < layout.columnCount(); i++) {
      ColumnVector vector = source.batch().column(i);
      if (vector.isConstantNull()) {
        appendNulls(i, count);
      } else {
        copyLanes(i, source, from, count);
        copyNulls(i, vector, from, count);
      }
      joinBounds(i, vector);
    }
    rows += count;
  }

  private void appendNulls(int column, int count) {
    for (int row = 0; row < count; row++) {
      setNull(column, rows + row);
    }
    if (layout.isString(column)) {
      // views lie inside the page under NULLs, too
      long first = layout.lanes(column) + 8L * rows;
      page.asSlice(first, 8L * count).fill((byte) 0);
    }
  }

  /**
   * Copies rows of pages.
   *
   * @param pages batches of the same layout, as {@link PageReader} makes them
   * @param sources for each row the number of its page
   * @param positions for each row its number in that page
   * @param count at most {@link #room}
   */
  void gather(Batch[] pages, int[] sources, int[] positions, int count) {
    for (int column = 0; column < layout.columnCount(); column++) {
      int previous = -1;
      for (int i = 0; i < count; i++) {
        ColumnVector vector = pages[sources[i]].column(column);
        gatherValue(column, vector, positions[i], rows + i);
        if (sources[i] != previous) {
          previous = sources[i];
          joinBounds(column, vector);
        }
      }
    }
    rows += count;
  }

  private void gatherValue(int column, ColumnVector vector, int from, int to) {
    boolean isNull = vector.isNull(from);
    if (isNull) {
      setNull(column, to);
    }
    int width = layout.width(column);
    long source = vector.offset() + (long) width * from;
    long target = layout.lanes(column) + (long) width * to;
    switch (width) {
      case 0 -> {
        if (vector.getBoolean(from)) {
          Bitmaps.set(page, target, to);
        }
      }
      case 4 -> page.set(JAVA_INT, target, vector.data().get(JAVA_INT, source));
      case 8 -> {
        long lane = vector.data().get(JAVA_LONG, source);
        if (layout.isString(column)) {
          lane = addString(vector.heap(), lane, isNull); // may move the page
        }
        page.set(JAVA_LONG, target, lane);
      }
      default -> {
        page.set(JAVA_LONG, target, vector.data().get(JAVA_LONG, source));
        page.set(JAVA_LONG, target + 8, vector.data().get(JAVA_LONG, source + 8));
      }
    }
  }

  /** Bytes of a full page whose last string is short. */
  private long largestUsualBytes() {
    return (long) layout.fixedBytes() + layout.fullStringBytes() + SLACK_BYTES;
  }

  /** Copies a string behind the others; returns its view. */
  private long addString(MemorySegment heap, long view, boolean isNull) {
    int length = isNull ? 0 : StringView.length(view);
    if (used + length > page.byteSize()) {
      // no more than a full page has, unless this string is the one that makes it full
      long usual = Math.min(2 * (used + length), largestUsualBytes());
      MemorySegment grown = scope.allocateAlone(Math.max(usual, used + length));
      MemorySegment.copy(page, 0, grown, 0, used);
      scope.release(page);
      page = grown;
    }
    if (used + length + StringView.SLACK <= page.byteSize()) {
      // The view of a row that is NULL may lead anywhere.
      if (length > 0) {
        StringView.copyWithSlack(heap, StringView.offset(view), page, used, length);
      }
    } else if (length > 0) {
      StringView.copy(heap, view, page, used);
    }
    long copied = StringView.of(used, length);
    used += length;
    return copied;
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
      long view = views.get(JAVA_LONG_UNALIGNED, first + 8L * row);
      long copied = addString(heap, view, nullable && vector.isNull(from + row));
      page.set(JAVA_LONG, layout.lanes(column) + 8L * (rows + row), copied);
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
    long flags = page.get(JAVA_LONG, layout.header(column));
    page.set(JAVA_LONG, layout.header(column), flags | PageLayout.HAS_NULLS);
  }

  private void joinBounds(int column, ColumnVector vector) {
    if (layout.types().get(column).family() != TypeFamily.INTEGRAL || vector.isConstantNull()) {
      return;
    }
    int header = layout.header(column);
    if (vector.hasBounds()) {
      long min = Math.min(vector.min(), page.get(JAVA_LONG, header + 8));
      long max = Math.max(vector.max(), page.get(JAVA_LONG, header + 16));
      page.set(JAVA_LONG, header + 8, min);
      page.set(JAVA_LONG, header + 16, max);
    } else {
      long flags = page.get(JAVA_LONG, header);
      page.set(JAVA_LONG, header, flags & ~PageLayout.HAS_BOUNDS);
    }
  }

  /** Makes a batch the rows so far, valid until rows are added. */
  Batch point(Batch batch) {
    return PageReader.point(layout, page, rows, batch);
  }

  /** Writes the page, which has rows, and empties it. */
  Extent write(TemporaryFile file) {
    Extent extent = file.append(page, Math.toIntExact(used));
    if (used > 2 * largestUsualBytes()) {
      scope.release(page); // one very long string must not make every page as large
      page = scope.allocateAlone(layout.fixedBytes());
    }
    clear();
    return extent;
  }

  void clear() {
    rows = 0;
    used = layout.fixedBytes();
    for (int i = 0; i < layout.columnCount(); i++) {
      int header = layout.header(i);
      page.set(JAVA_LONG, header, PageLayout.HAS_BOUNDS);
      page.set(JAVA_LONG, header + 8, Long.MAX_VALUE);
      page.set(JAVA_LONG, header + 16, Long.MIN_VALUE);
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
