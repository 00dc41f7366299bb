package dev.paceline.storage.table.rowgroup;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.encoding.profile.ColumnValues;
import dev.paceline.storage.encoding.profile.StringCodes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column of the row group that an appender fills. The latest rows are staged in
 * an array, which is cheap to write one value at a time, and {@link #flush} moves them on. Grows
 * with its rows; memory is kept for the next row group. One thread at a time.
 */
public final class ValueBuffer {
  /** Rows are flushed at multiples of this, a power of 2. */
  public static final int STAGED_ROWS = 256;

  private final DataType type;
  private final MemoryScope scope;
  private final Failures failures;
  private final StagedLanes lanes;

  /** Null if the values are no strings. */
  private final @Nullable StringRows strings;

  /** The rows so far, while their numbers are kept as codes; lanes are undefined then. */
  private @Nullable CodedNumbers coded;

  /** Kept for the next row group. */
  private @Nullable CodedNumbers spareCoded;

  private @Nullable MemorySegment highs;
  private boolean wide;
  private final MemorySegment nulls;
  private int nullCount;

  /** Makes the errors of a column. */
  @FunctionalInterface
  public interface Failures {
    /**
     * @param row of the row group
     * @param what is wrong with the value
     */
    PacelineException at(ErrorCode code, int row, String what);
  }

  public ValueBuffer(DataType type, MemoryScope scope, Failures failures) {
    this.type = type;
    this.scope = scope;
    this.failures = failures;
    this.lanes = new StagedLanes(scope);
    this.nulls = scope.allocateZeroed(Bitmaps.bytes(RowGroup.MAX_ROWS));
    this.strings =
        type.family() == TypeFamily.BYTES ? new StringRows(type, scope, lanes, failures) : null;
  }

  public boolean isString() {
    return strings != null;
  }

  /** Makes room for {@code count} rows, and for those that may be staged behind them. */
  public void reserve(int count) {
    if (coded == null && lanes.reserve(count)) {
      MemorySegment high = highs;
      if (high != null) {
        highs = scope.reallocate(high, 8L * lanes.capacity());
      }
      if (strings != null) {
        strings.reserve();
      }
    }
  }

  /** Moves staged rows on. */
  public void flush(int rows) {
    if (strings != null) {
      strings.flush(rows);
    } else if (coded == null) {
      lanes.flush(rows);
    }
  }

  /** Makes lanes of the codes so far, and takes further rows as lanes. */
  private void useLanes() {
    CodedNumbers numbers = coded;
    if (numbers != null) {
      coded = null;
      reserve(numbers.rows());
      numbers.widen(lanes.flushed());
      lanes.skipTo(numbers.rows());
    }
  }

  public long heapLength() {
    return strings == null ? 0 : strings.heapLength();
  }

  public int nullCount() {
    return nullCount;
  }

  /** Forgets all rows. */
  public void reset(int rows) {
    Bitmaps.zero(nulls, 0, rows);
    nullCount = 0;
    wide = false;
    coded = null;
    lanes.clear();
    if (strings != null) {
      strings.clear();
    }
  }

  /**
   * Returns the values of all rows, until rows are added.
   *
   * @param scratch takes the lanes of numbers that are kept as codes; the values are valid as long
   *     as these are
   */
  public ColumnValues values(int rows, LaneScratch scratch) {
    flush(rows);
    CodedNumbers numbers = coded;
    if (numbers != null) {
      MemorySegment widened = scratch.lanes(rows);
      numbers.widen(widened);
      return new ColumnValues(type, rows, 0, widened, null, MemorySegment.NULL, 0, nulls);
    }
    MemorySegment views = lanes.flushed();
    if (strings == null) {
      MemorySegment high = wide ? highs : null;
      return new ColumnValues(type, rows, nullCount, views, high, MemorySegment.NULL, 0, nulls);
    }
    StringCodes codes = strings.codes(rows);
    MemorySegment heap = strings.heap();
    long heapLength = strings.heapLength();
    return codes == null
        ? new ColumnValues(type, rows, nullCount, views, null, heap, heapLength, nulls)
        : new ColumnValues(type, rows, nullCount, views, null, heap, heapLength, nulls, codes);
  }

  public void setNull(int row) {
    useLanes();
    if (strings != null) {
      strings.setNull(row);
    } else {
      lanes.stage(row, 0);
    }
    if (wide) {
      setHigh(row, 0);
    }
    if (!Bitmaps.get(nulls, 0, row)) {
      Bitmaps.set(nulls, 0, row);
      nullCount++;
    }
  }

  public void setLong(int row, long value) {
    useLanes();
    lanes.stage(row, value);
    if (wide) {
      setHigh(row, value >> 63);
    }
  }

  public void setInt128(int row, long high, long low) {
    useLanes();
    if (!wide && high != low >> 63) {
      widen(row);
    }
    lanes.stage(row, low);
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
    flush(rows);
    MemorySegment segment = highs;
    if (segment == null || segment.byteSize() < 8L * lanes.capacity()) {
      segment = scope.allocate(8L * lanes.capacity());
      highs = segment;
    }
    for (int row = 0; row < rows; row++) {
      long at = (long) row << 3;
      segment.set(ValueLayout.JAVA_LONG, at, lanes.get(row) >> 63);
    }
    wide = true;
  }

  public void setDouble(int row, double value) {
    double stored = value;
    if (type.kind() == TypeKind.FLOAT32) {
      stored = (float) value;
      if (Double.isInfinite(stored) && !Double.isInfinite(value)) {
        throw failures.at(
            ErrorCode.NUMERIC_OVERFLOW, row, "the value " + value + " is too great for REAL");
      }
    }
    lanes.stage(row, Double.doubleToRawLongBits(stored));
  }

  public void setBytes(int row, byte[] source, int offset, int length) {
    requireNonNull(strings).set(row, source, offset, length);
  }

  /**
   * Takes rows of a vector.
   *
   * @param fromRow of the vector
   * @param row of the row group
   */
  public void appendAll(ColumnVector vector, int fromRow, int count, int row) {
    if (appendCodes(vector, fromRow, count, row)) {
      return;
    }
    useLanes();
    reserve(row + count);
    if (areWidened(vector)) {
      append(vector, fromRow, count, row);
      return;
    }
    for (int done = 0; done < count; ) {
      int part = Math.min(count - done, STAGED_ROWS - (row + done & STAGED_ROWS - 1));
      append(vector, fromRow + done, part, row + done);
      done += part;
      if ((row + done & STAGED_ROWS - 1) == 0) {
        flush(row + done);
      }
    }
  }

  /**
   * Keeps rows of a vector as codes, if all rows so far are such with the same code.
   *
   * @return whether it took the rows
   */
  private boolean appendCodes(ColumnVector vector, int fromRow, int count, int row) {
    CodedNumbers numbers = coded;
    if (row > 0 && numbers == null
        || !areWidened(vector)
        || vector.width() == Long.BYTES
        || vector.mayHaveNulls()) {
      return false;
    }
    if (numbers == null) {
      numbers = spareCoded;
      if (numbers == null) {
        numbers = new CodedNumbers(scope);
        spareCoded = numbers;
      }
      numbers.clear();
    }
    if (!numbers.append(vector, fromRow, count)) {
      return false;
    }
    coded = numbers;
    return true;
  }

  /** Whether values are not staged, because their lanes become wider and change in no other way. */
  private boolean areWidened(ColumnVector vector) {
    return type.family() == TypeFamily.INTEGRAL
        && vector.form() == Form.FLAT
        && vector.width() <= Long.BYTES
        && !wide;
  }

  /**
   * Takes rows of a vector; room is reserved. They are all before the next multiple of {@link
   * #STAGED_ROWS}, or end at it, unless they are not staged.
   *
   * @param fromRow of the vector
   * @param row of the row group
   */
  private void append(ColumnVector vector, int fromRow, int count, int row) {
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
      case BYTES -> requireNonNull(strings).append(vector, fromRow, count, row);
    }
    if (vector.mayHaveNulls()) {
      for (int i = 0; i < count; i++) {
        if (vector.isNull(fromRow + i)) {
          setNull(row + i);
        }
      }
    }
  }

  /**
   * Takes rows of another buffer of the same type, whose staged rows have been moved on; room is
   * reserved. They are all before the next multiple of {@link #STAGED_ROWS}, or end at it.
   *
   * @param fromRow of the other buffer
   * @param row of the row group
   */
  public void append(ValueBuffer other, int fromRow, int count, int row) {
    useLanes();
    other.useLanes();
    if (strings != null) {
      strings.append(requireNonNull(other.strings), fromRow, count, row);
    } else if (wide || other.wide) {
      for (int i = 0; i < count; i++) {
        setInt128(row + i, other.high(fromRow + i), other.lanes.get(fromRow + i));
      }
    } else {
      flush(row);
      MemorySegment.copy(
          other.lanes.flushed(), (long) fromRow << 3, lanes.flushed(), (long) row << 3, 8L * count);
      lanes.skipTo(row + count);
    }
    if (other.nullCount > 0) {
      for (int i = 0; i < count; i++) {
        if (Bitmaps.get(other.nulls, 0, fromRow + i)) {
          setNull(row + i);
        }
      }
    }
  }

  private long high(int row) {
    MemorySegment segment = highs;
    return wide && segment != null
        ? segment.get(ValueLayout.JAVA_LONG, (long) row << 3)
        : lanes.get(row) >> 63;
  }

  private void appendIntegers(ColumnVector vector, int fromRow, int count, int row) {
    if (areWidened(vector)) {
      int width = vector.width();
      flush(row);
      DecodeKernels.current()
          .widen(
              vector.data(),
              vector.offset() + (long) fromRow * width,
              width,
              vector.base(),
              vector.multiplier(),
              count,
              lanes.flushed(),
              (long) row << 3);
      lanes.skipTo(row + count);
      return;
    }
    for (int i = 0; i < count; i++) {
      if (!vector.isNull(fromRow + i)) {
        setInt128(row + i, vector.getHigh(fromRow + i), vector.getLong(fromRow + i));
      }
    }
  }

  /** Finds the first of some rows whose value the type cannot hold, and fails there. */
  public void checkRange(int rows) {
    useLanes();
    flush(rows);
    MemorySegment high = wide ? highs : null;
    for (int row = 0; row < rows; row++) {
      long low = lanes.get(row);
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
  public int firstNull() {
    int row = 0;
    while (!Bitmaps.get(nulls, 0, row)) {
      row++;
    }
    return row;
  }
}
