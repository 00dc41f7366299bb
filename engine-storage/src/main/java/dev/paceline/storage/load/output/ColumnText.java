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
  private final long reservedBytes;
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
    this.reservedBytes = slotBytes;
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
   * Makes the texts of a batch.
   *
   * @param positions the rows to take, as 32-bit integers; null for all
   * @param count how many rows
   * @param nullLength bytes of the text of a NULL
   * @return the bytes of all texts
   */
  final long encode(
      ColumnVector vector, @Nullable MemorySegment positions, int count, int nullLength) {
    if (views.length < count) {
      views = new long[count];
    }
    end = 0;
    isElsewhere = false;
    reserve(reservedBytes * count);
    heap = own;
    long bytes = write(vector, positions, count);
    if (!vector.mayHaveNulls()) {
      return bytes;
    }
    for (int i = 0; i < count; i++) {
      if (views[i] != NULL && vector.isNull(row(positions, i))) {
        bytes -= StringView.length(views[i]);
        views[i] = NULL;
      }
      bytes += views[i] == NULL ? nullLength : 0;
    }
    return bytes;
  }

  /**
   * Sets the views of all rows; those of NULLs need not mean anything.
   *
   * @return the bytes of all texts but those of views that are {@link #NULL}
   */
  abstract long write(ColumnVector vector, @Nullable MemorySegment positions, int count);

  static int row(@Nullable MemorySegment positions, int index) {
    return positions == null
        ? index
        : positions.get(ValueLayout.JAVA_INT, (long) index * Integer.BYTES);
  }

  final long view(int index) {
    return views[index];
  }

  final void set(int index, long view) {
    views[index] = view;
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
