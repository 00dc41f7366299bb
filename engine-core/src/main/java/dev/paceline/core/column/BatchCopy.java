package dev.paceline.core.column;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * A batch that owns all its values, string bytes included, and can be filled again and again. Not
 * thread-safe; may be handed from thread to thread.
 */
public final class BatchCopy {
  private final ColumnVector[] columns;
  private final Batch batch;

  public BatchCopy(List<DataType> types, MemoryScope scope) {
    columns = new ColumnVector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ColumnVector(types.get(i), scope);
    }
    batch = new Batch(columns);
  }

  /** The rows of the last {@link #fill}, without a selection; valid until the next. */
  public Batch batch() {
    return batch;
  }

  /** Bytes of the memory that the copies of all batches so far have needed. */
  public long bytes() {
    long bytes = 0;
    for (ColumnVector column : columns) {
      bytes += column.scratchBytes();
    }
    return bytes;
  }

  /**
   * Copies all rows.
   *
   * @param source without a selection
   */
  public void fill(Batch source) {
    int rows = source.rowCount();
    for (int i = 0; i < columns.length; i++) {
      copy(source.column(i), rows, columns[i]);
    }
    batch.set(rows, null);
  }

  private static void copy(ColumnVector source, int rows, ColumnVector target) {
    TypeFamily family = source.type().family();
    if (family == TypeFamily.BYTES) {
      copyBytes(source, rows, target);
    } else if (source.isConstant()) {
      target.pointTo(source);
      return;
    } else {
      copyLanes(source, rows, target, family);
    }
    copyNulls(source, rows, target);
  }

  private static void copyLanes(
      ColumnVector source, int rows, ColumnVector target, TypeFamily family) {
    long bytes = family == TypeFamily.BOOLEAN ? Bitmaps.bytes(rows) : (long) source.width() * rows;
    MemorySegment lanes = target.scratch(bytes);
    MemorySegment.copy(source.data(), source.offset(), lanes, 0, bytes);
    switch (family) {
      case BOOLEAN -> target.setBits(lanes, 0);
      case FLOATING -> target.setDoubles(lanes, 0);
      case INTEGRAL -> {
        target.setIntegers(lanes, 0, source.width(), source.base(), source.multiplier());
        if (source.hasBounds()) {
          target.setBounds(source.min(), source.max());
        }
      }
      case BYTES -> throw new IllegalStateException("bytes have no lanes of their own");
    }
  }

  private static void copyBytes(ColumnVector source, int rows, ColumnVector target) {
    if (source.isConstant()) {
      if (source.isConstantNull()) {
        target.setConstantNull();
        return;
      }
      long view = source.constantLong();
      int length = StringView.length(view);
      MemorySegment heap = target.heapScratch(length, 0);
      MemorySegment.copy(source.heap(), StringView.offset(view), heap, 0, length);
      target.setConstantView(heap, StringView.of(0, length));
      return;
    }
    long total = 0;
    for (int i = 0; i < rows; i++) {
      total += source.isNull(i) ? 0 : StringView.length(source.getView(i));
    }
    MemorySegment heap = target.heapScratch(total, 0);
    MemorySegment views = target.scratch(8L * rows);
    MemorySegment from = source.valueHeap();
    long at = 0;
    for (int i = 0; i < rows; i++) {
      long view = source.isNull(i) ? 0 : source.getView(i);
      int length = StringView.length(view);
      MemorySegment.copy(from, StringView.offset(view), heap, at, length);
      views.set(ValueLayout.JAVA_LONG, (long) i << 3, StringView.of(at, length));
      at += length;
    }
    target.setViews(views, 0, heap);
  }

  private static void copyNulls(ColumnVector source, int rows, ColumnVector target) {
    if (target.isConstant() || source.nulls() == null) {
      return;
    }
    MemorySegment nulls = target.nullScratch(rows);
    MemorySegment.copy(
        requireNonNull(source.nulls()), source.nullsOffset(), nulls, 0, Bitmaps.bytes(rows));
    target.setNulls(nulls, 0);
  }
}
