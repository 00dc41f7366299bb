package dev.paceline.core.operator.spill;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.spill.TemporaryFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Makes batches of pages that are read again, one at a time. One worker uses it. */
final class PageReader {
  private final PageLayout layout;
  private final MemoryScope scope;
  private final Batch batch;
  private MemorySegment page;

  PageReader(PageLayout layout, MemoryScope scope) {
    this(layout, scope, layout.fixedBytes());
  }

  /**
   * @param pageBytes of the largest page, as far as that is known
   */
  PageReader(PageLayout layout, MemoryScope scope, int pageBytes) {
    this.layout = layout;
    this.scope = scope;
    this.page = scope.allocate(pageBytes);
    this.batch = newBatch(layout, scope);
  }

  /** A batch to be pointed at pages. */
  static Batch newBatch(PageLayout layout, MemoryScope scope) {
    ColumnVector[] columns = new ColumnVector[layout.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ColumnVector(layout.types().get(i), scope);
    }
    return new Batch(columns);
  }

  /** The rows of a page, valid until the next call. */
  Batch read(TemporaryFile file, SpilledRows.Page reference) {
    int bytes = reference.extent().bytes();
    if (page.byteSize() < bytes) {
      scope.release(page);
      page = scope.allocate(2L * bytes);
    }
    file.read(reference.extent(), page);
    return point(layout, page, reference.rows(), batch);
  }

  /** Makes a batch the rows of a page. */
  static Batch point(PageLayout layout, MemorySegment page, int rows, Batch batch) {
    for (int i = 0; i < batch.columnCount(); i++) {
      point(layout, page, i, batch.column(i));
    }
    return batch.set(rows, null);
  }

  private static void point(PageLayout layout, MemorySegment page, int column, ColumnVector out) {
    long lanes = layout.lanes(column);
    switch (out.type().family()) {
      case BOOLEAN -> out.setBits(page, lanes);
      case FLOATING -> out.setDoubles(page, lanes);
      case BYTES -> out.setViews(page, lanes, page);
      case INTEGRAL -> {
        int width = layout.width(column);
        if (width == 16) {
          out.setInt128s(page, lanes);
        } else {
          out.setIntegers(page, lanes, width, width == 4 ? PageLayout.INT_BASE : 0, 1);
        }
      }
    }
    long flags = page.get(ValueLayout.JAVA_LONG, layout.header(column));
    long min = page.get(ValueLayout.JAVA_LONG, layout.header(column) + 8);
    long max = page.get(ValueLayout.JAVA_LONG, layout.header(column) + 16);
    if ((flags & PageLayout.HAS_BOUNDS) != 0 && min <= max) {
      out.setBounds(min, max);
    }
    if ((flags & PageLayout.HAS_NULLS) != 0) {
      out.setNulls(page, layout.nulls(column));
    }
  }

  void release() {
    scope.release(page);
  }
}
