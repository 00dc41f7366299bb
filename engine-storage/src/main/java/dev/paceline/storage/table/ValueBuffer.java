package dev.paceline.storage.table;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.encoding.ColumnValues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column of the row group that an appender fills. Grows with its rows; memory is
 * kept for the next row group. One thread at a time.
 */
final class ValueBuffer {
  private static final int FIRST_ROWS = 1024;
  private static final long FIRST_HEAP_BYTES = 16 << 10;

  private final DataType type;
  private final MemoryScope scope;
  private final Failures failures;
  private final StringLength stringLength;
  private int capacity = FIRST_ROWS;
  private MemorySegment lanes;
  private @Nullable MemorySegment highs;
  private boolean wide;
  private MemorySegment heap = MemorySegment.NULL;
  private long heapLength;
  private final MemorySegment nulls;
  private int nullCount;
  private int lastSet = -1;

  /** Makes the errors of a column. */
  @FunctionalInterface
  interface Failures {
    /**
     * @param row of the row group
     * @param what is wrong with the value
     */
    PacelineException at(ErrorCode code, int row, String what);
  }

  ValueBuffer(DataType type, MemoryScope scope, Failures failures) {
    this.type = type;
    this.scope = scope;
    this.failures = failures;
    this.stringLength = new StringLength(type);
    this.lanes = scope.allocate(8L * FIRST_ROWS);
    this.nulls = scope.allocateZeroed(Bitmaps.bytes(RowGroup.MAX_ROWS));
    if (type.family() == TypeFamily.BYTES) {
      heap = scope.allocate(FIRST_HEAP_BYTES);
    }
  }

  /** Makes room for so many rows. */
  void reserve(int rows) {
    if (rows > capacity) {
      capacity = Math.min(RowGroup.MAX_ROWS, Math.max(rows, 4 * capacity));
      lanes = scope.reallocate(lanes, 8L * capacity);
      MemorySegment high = highs;
      if (high != null) {
        highs = scope.reallocate(high, 8L * capacity);
      }
    }
  }

  long heapLength() {
    return heapLength;
  }

  int nullCount() {
    return nullCount;
  }

  /** Forgets all rows. */
  void reset(int rows) {
    Bitmaps.zero(nulls, 0, rows);
    nullCount = 0;
    heapLength = 0;
    wide = false;
    lastSet = -1;
  }

  /** Makes a row NULL unless it was set. */
  void endRow(int row) {
    if (lastSet != row) {
      setNull(row);
    }
  }

  ColumnValues values(int rows) {
    return new ColumnValues(
        type, rows, nullCount, lanes, wide ? highs : null, heap, heapLength, nulls);
  }

  void setNull(int row) {
    lastSet = row;
    lanes.set(ValueLayout.JAVA_LONG, (long) row << 3, StringView.of(0, 0));
    if (wide) {
      setHigh(row, 0);
    }
    if (!Bitmaps.get(nulls, 0, row)) {
      Bitmaps.set(nulls, 0, row);
      nullCount++;
    }
  }

  void setLong(int row, long value) {
    lastSet = row;
    lanes.set(ValueLayout.JAVA_LONG, (long) row << 3, value);
    if (wide) {
      setHigh(row, value >> 63);
    }
  }

  void setInt128(int row, long high, long low) {
    lastSet = row;
    if (!wide && high != low >> 63) {
      widen(row);
    }
    lanes.set(ValueLayout.JAVA_LONG, (long) row << 3, low);
    if (wide) {
      setHigh(row, high);
    }
  }

  private void setHigh(int row, long high) {
    MemorySegment segment = highs;
    if (segment != null) {
      segment.set(ValueLayout.JAVA_LONG, (long) row << 3, high);
    }
  }

  /** The first value of more than 64 bits: the rows before it get high words, too. */
  private void widen(int rows) {
    MemorySegment segment = highs;
    if (segment == null || segment.byteSize() < 8L * capacity) {
      segment = scope.allocate(8L * capacity);
      highs = segment;
    }
    for (int row = 0; row < rows; row++) {
      long at = (long) row << 3;
      segment.set(ValueLayout.JAVA_LONG, at, lanes.get(ValueLayout.JAVA_LONG, at) >> 63);
    }
    wide = true;
  }

  void setDouble(int row, double value) {
    lastSet = row;
    double stored = value;
    if (type.kind() == TypeKind.FLOAT32) {
      stored = (float) value;
      if (Double.isInfinite(stored) && !Double.isInfinite(value)) {
        throw failures.at(
            ErrorCode.NUMERIC_OVERFLOW, row, "the value " + value + " is too great for REAL");
      }
    }
    lanes.set(ValueLayout.JAVA_DOUBLE, (long) row << 3, stored);
  }

  void setBytes(int row, byte[] source, int offset, int length) {
    reserveHeap(row, length);
    MemorySegment.copy(source, offset, heap, ValueLayout.JAVA_BYTE, heapLength, length);
    addString(row, length);
  }

  private void setBytes(int row, MemorySegment source, long view) {
    int length = StringView.length(view);
    reserveHeap(row, length);
    MemorySegment.copy(source, StringView.offset(view), heap, heapLength, length);
    addString(row, length);
  }

  private void reserveHeap(int row, int length) {
    if (length > StringView.MAX_LENGTH) {
      throw failures.at(
          ErrorCode.STRING_TOO_LONG,
          row,
          "a string of " + length + " bytes is longer than any column can hold");
    }
    long needed = heapLength + Math.max(length, stringLength.paddedBytes(length));
    if (needed > heap.byteSize()) {
      heap = scope.reallocate(heap, Math.max(needed, 2 * heap.byteSize()));
    }
  }

  /** Accepts the string that was copied behind the last one. */
  private void addString(int row, int length) {
    lastSet = row;
    int kept = stringLength.fit(heap, heapLength, length);
    if (kept < 0) {
      throw failures.at(
          ErrorCode.STRING_TOO_LONG,
          row,
          "a value of " + stringLength.measure(heap, heapLength, length) + " does not fit " + type);
    }
    lanes.set(ValueLayout.JAVA_LONG, (long) row << 3, StringView.of(heapLength, kept));
    heapLength += kept;
  }

  /**
   * Takes rows of a vector; room is reserved.
   *
   * @param fromRow of the vector
   * @param row of the row group
   */
  void append(ColumnVector vector, int fromRow, int count, int row) {
    if (vector.isConstantNull()) {
      for (int i = 0; i < count; i++) {
        setNull(row + i);
      }
      return;
    }
    switch (type.family()) {
      case INTEGRAL -> appendIntegers(vector, fromRow, count, row);
      case FLOATING -> {
        for (int i = 0; i < count; i++) {
          setDouble(row + i, vector.isNull(fromRow + i) ? 0 : vector.getDouble(fromRow + i));
        }
      }
      case BOOLEAN -> {
        for (int i = 0; i < count; i++) {
          setLong(row + i, vector.getBoolean(fromRow + i) ? 1 : 0);
        }
      }
      case BYTES -> {
        MemorySegment source = vector.valueHeap();
        for (int i = 0; i < count; i++) {
          if (!vector.isNull(fromRow + i)) {
            setBytes(row + i, source, vector.getView(fromRow + i));
          }
        }
      }
    }
    if (vector.mayHaveNulls()) {
      for (int i = 0; i < count; i++) {
        if (vector.isNull(fromRow + i)) {
          setNull(row + i);
        }
      }
    }
  }

  private void appendIntegers(ColumnVector vector, int fromRow, int count, int row) {
    if (vector.form() == Form.FLAT && vector.width() <= 8 && !wide) {
      int width = vector.width();
      DecodeKernels.INSTANCE.widen(
          vector.data(),
          vector.offset() + (long) fromRow * width,
          width,
          vector.base(),
          vector.multiplier(),
          count,
          lanes,
          (long) row << 3);
      return;
    }
    for (int i = 0; i < count; i++) {
      if (!vector.isNull(fromRow + i)) {
        setInt128(row + i, vector.getHigh(fromRow + i), vector.getLong(fromRow + i));
      }
    }
  }

  /** Finds the first of some rows whose value the type cannot hold, and fails there. */
  void checkRange(int rows) {
    MemorySegment high = wide ? highs : null;
    for (int row = 0; row < rows; row++) {
      long low = lanes.get(ValueLayout.JAVA_LONG, (long) row << 3);
      long upper = high == null ? low >> 63 : high.get(ValueLayout.JAVA_LONG, (long) row << 3);
      if (!Bitmaps.get(nulls, 0, row) && !Int128Range.holds(type, upper, low)) {
        throw failures.at(
            ErrorCode.NUMERIC_OVERFLOW,
            row,
            "the value " + Int128Range.text(type, upper, low) + " is out of the range of " + type);
      }
    }
  }

  /** The first NULL row. */
  int firstNull() {
    int row = 0;
    while (!Bitmaps.get(nulls, 0, row)) {
      row++;
    }
    return row;
  }
}
