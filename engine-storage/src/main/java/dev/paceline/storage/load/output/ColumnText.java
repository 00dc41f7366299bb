package dev.paceline.storage.load.output;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.library.StepTexts;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The texts of the values of one column of a batch. Each is a {@link StringView} into {@link
 * #heap}, or, if its sign bit is set, into {@link #rewrittenHeap}. One thread at a time.
 */
abstract class ColumnText {
  /** Stands for NULL. */
  static final long NULL = -1;

  /** Marks a view into the other heap. */
  static final long REWRITTEN = Long.MIN_VALUE;

  private final MemoryScope memory;
  private final int slotBytes;
  private int first;
  private long[] views = new long[0];
  private MemorySegment heap = MemorySegment.NULL;

  /** The text that this column has written itself. */
  private MemorySegment own = MemorySegment.NULL;

  /** Whether the views without a mark are into the memory of others. */
  private boolean isElsewhere;

  private long end;

  /**
   * @param slotBytes the most bytes of a value that has a limit; 0 for those that have none
   */
  ColumnText(MemoryScope memory, int slotBytes) {
    this.memory = memory;
    this.slotBytes = slotBytes;
  }

  static ColumnText of(
      DataType type,
      CsvStyle style,
      boolean forced,
      @Nullable DateTexts dates,
      MemoryScope memory) {
    if (isString(type)) {
      return new StringColumnText(new Quoting(style, forced), memory);
    }
    StepTexts formatted = style.times().texts(type.kind());
    ColumnText text =
        formatted == null
            ? plain(type, dates, memory)
            : new FormattedColumnText(type.kind() == TypeKind.DATE, formatted, memory);
    boolean quotes =
        formatted != null || type.isNested() || isBinary(type) || forced || style.touchesNumbers();
    return quotes ? new QuotedColumnText(text, new Quoting(style, forced), memory) : text;
  }

  /** Returns texts without quotes. */
  static ColumnText plain(DataType type, @Nullable DateTexts dates, MemoryScope memory) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64 -> new NumberColumnText(0, memory);
      case DECIMAL -> new NumberColumnText(type.scale(), memory);
      case DATE -> new DateColumnText(requireNonNull(dates), memory);
      case TIME, TIMESTAMP, TIMESTAMP_LTZ -> new TimeColumnText(type.kind(), dates, memory);
      case CHAR, VARCHAR -> new StringColumnText(null, memory);
      case BOOLEAN, FLOAT32, FLOAT64, BINARY, VARBINARY, INTERVAL, UUID, LIST, STRUCT, MAP ->
          new ObjectColumnText(type, memory);
    };
  }

  private static boolean isBinary(DataType type) {
    return type.kind() == TypeKind.BINARY || type.kind() == TypeKind.VARBINARY;
  }

  private static boolean isString(DataType type) {
    return type.kind() == TypeKind.CHAR || type.kind() == TypeKind.VARCHAR;
  }

  /**
   * Whether each value has as many bytes of the column's own heap as the longest one may need, so
   * that the heap of many rows does not fit into the processor's caches.
   */
  final boolean hasSlots() {
    return slotBytes > 0;
  }

  /**
   * Makes the texts of some rows of a batch. They replace those of earlier calls.
   *
   * @param positions the rows of the batch, as 32-bit integers; null for all
   * @param from the first row to take, counted among these
   * @param count how many rows
   * @param nullLength bytes of the text of a NULL
   * @return the bytes of all texts
   */
  final long encode(
      ColumnVector vector, @Nullable MemorySegment positions, int from, int count, int nullLength) {
    first = from;
    if (views.length < from + count) {
      views = new long[from + count];
    }
    end = 0;
    isElsewhere = false;
    reserve((long) slotBytes * count);
    heap = own;
    long bytes = write(vector, positions, count);
    if (!vector.mayHaveNulls()) {
      return bytes;
    }
    for (int i = 0; i < count; i++) {
      long view = views[from + i];
      if (view != NULL && vector.isNull(row(positions, i))) {
        bytes -= StringView.length(view);
        view = NULL;
        views[from + i] = NULL;
      }
      bytes += view == NULL ? nullLength : 0;
    }
    return bytes;
  }

  /**
   * Sets the views of all rows; those of NULLs need not mean anything.
   *
   * @return the bytes of all texts but those of views that are {@link #NULL}
   */
  abstract long write(ColumnVector vector, @Nullable MemorySegment positions, int count);

  /** Returns the row of the batch of a row to write, counted from the first of these. */
  final int row(@Nullable MemorySegment positions, int index) {
    int place = first + index;
    return positions == null
        ? place
        : positions.get(ValueLayout.JAVA_INT, (long) place * Integer.BYTES);
  }

  /** Returns the first row to write, counted as {@link #encode} does. */
  final int first() {
    return first;
  }

  /** Returns the view of a row, counted as {@link #encode} does. */
  final long view(int place) {
    return views[place];
  }

  /** Sets the view of a row to write, counted from the first of these. */
  final void set(int index, long view) {
    views[first + index] = view;
  }

  final MemorySegment heap() {
    return heap;
  }

  /** Uses texts that are elsewhere. */
  final void setHeap(MemorySegment segment) {
    heap = segment;
    isElsewhere = true;
  }

  /** Returns the heap of what this column has written itself. */
  final MemorySegment rewrittenHeap() {
    return own;
  }

  /** Makes room in its own heap, which may move. */
  final void reserve(long bytes) {
    if (end + bytes > own.byteSize()) {
      long size = Math.max(end + bytes, 2 * own.byteSize());
      own = memory.reallocate(own.byteSize() == 0 ? null : own, size);
      heap = isElsewhere ? heap : own;
    }
  }

  /** The position at which the next text of its own heap begins. */
  final long end() {
    return end;
  }

  final void setEnd(long position) {
    end = position;
  }
}
