package dev.paceline.storage.load.column;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.encoding.ValueColumn;
import dev.paceline.storage.encoding.filter.BytesFilters;
import dev.paceline.storage.encoding.filter.ValueFilter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Strings as views into one heap, such as the text of the file itself. */
public final class StringColumn extends ValueColumn implements CopyableColumn {
  private final NullRows nulls;
  private final MemorySegment views;
  private final MemorySegment heap;

  /**
   * @param views a {@link dev.paceline.core.column.StringView} a row, also under a NULL
   * @param heap what the views point into; ends at least 64 bytes behind them
   */
  public StringColumn(DataType type, NullRows nulls, MemorySegment views, MemorySegment heap) {
    super(
        type,
        ColumnStatistics.unknown(nulls.rowCount(), nulls.nullCount()),
        nulls.areSome(),
        nulls.bitmap(),
        0);
    this.nulls = nulls;
    this.views = views;
    this.heap = heap;
  }

  @Override
  public long copyBytes() {
    long bytes = nulls.copyBytes() + viewBytes();
    for (int row = 0; row < nulls.rowCount(); row++) {
      bytes += StringView.length(view(row));
    }
    return bytes;
  }

  /** Copies the bytes of the strings one behind the other. */
  @Override
  public ChunkColumn copyTo(MemorySegment to) {
    MemorySegment copiedViews = to.asSlice(nulls.copyBytes());
    MemorySegment copiedHeap = copiedViews.asSlice(viewBytes());
    long end = 0;
    for (int row = 0; row < nulls.rowCount(); row++) {
      long view = view(row);
      int length = StringView.length(view);
      StringView.copy(heap, view, copiedHeap, end);
      copiedViews.set(ValueLayout.JAVA_LONG, (long) row << 3, StringView.of(end, length));
      end += length;
    }
    return new StringColumn(type(), nulls.copyTo(to), copiedViews, copiedHeap);
  }

  private long viewBytes() {
    return 8L * nulls.rowCount() + 63 & -64;
  }

  private long view(int row) {
    return views.get(ValueLayout.JAVA_LONG, (long) row << 3);
  }

  @Override
  protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
    ValueFilter filter =
        BytesFilters.of(predicate, heap, row -> views.get(ValueLayout.JAVA_LONG, (long) row << 3));
    if (filter == null) {
      throw mismatch(predicate);
    }
    return filter;
  }

  @Override
  public void read(int fromRow, int rowCount, ColumnVector out) {
    out.setViews(views, (long) fromRow << 3, heap);
    windowNulls(fromRow, rowCount, out);
  }

  @Override
  public void read(int fromRow, Selection selection, ColumnVector out) {
    out.setViews(selectLanes(views, (long) fromRow << 3, 8, selection, out), 0, heap);
    selectedNulls(fromRow, selection, out);
  }
}
