package dev.paceline.core.operator.aggregate.index;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.AggregateKernels;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * The values of a batch as affine lanes of at most 8 bytes, with bounds: of an INTEGRAL vector
 * without copying, of bits and constants in scratch. A constant is a lane of zeros with itself as
 * base. Re-pointed from batch to batch; one worker uses it.
 */
public final class AffineLanes {

  private final MemoryScope scope;
  private final int capacity;
  private final long[] extremes = new long[2];

  private MemorySegment data = MemorySegment.NULL;
  private long offset;
  private int width;
  private long base;
  private long multiplier;
  private long min;
  private long max;
  private @Nullable MemorySegment nulls;
  private long nullsOffset;
  private boolean constantNull;
  private boolean widened;

  private @Nullable MemorySegment longs;
  private @Nullable MemorySegment bytes;
  private @Nullable MemorySegment zeros;
  private @Nullable MemorySegment notNull;

  /**
   * @param capacity the most rows of a batch
   */
  public AffineLanes(MemoryScope scope, int capacity) {
    this.scope = scope;
    this.capacity = capacity;
  }

  public MemorySegment data() {
    return data;
  }

  public long offset() {
    return offset;
  }

  public int width() {
    return width;
  }

  public long base() {
    return base;
  }

  public long multiplier() {
    return multiplier;
  }

  /** Least non-NULL value; greater than {@link #max} if there is none. */
  public long min() {
    return min;
  }

  public long max() {
    return max;
  }

  public @Nullable MemorySegment nulls() {
    return nulls;
  }

  public long nullsOffset() {
    return nullsOffset;
  }

  /** Whether all rows are NULL by a constant. */
  public boolean isConstantNull() {
    return constantNull;
  }

  /** An INTEGRAL FLAT vector whose values fit longs, whatever its lanes. */
  public void setIntegers(ColumnVector vector, int rows) {
    if (vector.width() == 16) {
      MemorySegment lows = setFull(vector.nulls(), vector.nullsOffset());
      for (int i = 0; i < rows; i++) {
        lows.set(ValueLayout.JAVA_LONG, (long) i << 3, vector.getLong(i));
      }
      measure(rows);
      return;
    }
    set(vector.data(), vector.offset(), vector.width(), vector.base(), vector.multiplier());
    setNulls(vector.nulls(), vector.nullsOffset());
    if (vector.hasBounds()) {
      setBounds(vector.min(), vector.max());
    } else {
      MemorySegment values = widen(rows);
      set(values, 0, 8, 0, 1);
      widened = true;
      measure(rows);
    }
  }

  /** A FLAT vector of bits. */
  public void setBits(ColumnVector vector, int rows) {
    MemorySegment lanes = bytes;
    if (lanes == null) {
      lanes = scope.allocateScratch(capacity);
      bytes = lanes;
    }
    for (int i = 0; i < rows; i++) {
      lanes.set(ValueLayout.JAVA_BYTE, i, vector.getBoolean(i) ? (byte) 1 : 0);
    }
    set(lanes, 0, 1, 0, 1);
    setNulls(vector.nulls(), vector.nullsOffset());
    setBounds(0, 1);
  }

  public void setConstant(long value) {
    MemorySegment lanes = zeros;
    if (lanes == null) {
      lanes = scope.allocateZeroed(capacity);
      zeros = lanes;
    }
    set(lanes, 0, 1, value, 0);
    setNulls(null, 0);
    setBounds(value, value);
  }

  public void setConstantNull() {
    setConstant(0);
    setBounds(Long.MAX_VALUE, Long.MIN_VALUE);
    constantNull = true;
  }

  /**
   * Any longs, which the caller writes.
   *
   * @return where to
   */
  MemorySegment setFull(@Nullable MemorySegment nulls, long nullsOffset) {
    MemorySegment lanes = own();
    set(lanes, 0, 8, 0, 1);
    widened = true;
    setNulls(nulls, nullsOffset);
    setBounds(Long.MIN_VALUE, Long.MAX_VALUE);
    return lanes;
  }

  void setNulls(@Nullable MemorySegment nulls, long nullsOffset) {
    this.nulls = nulls;
    this.nullsOffset = nullsOffset;
  }

  /** Forgets the bitmap of NULLs if none of the rows is NULL. */
  void dropEmptyNulls(int rows) {
    if (nulls != null && Bitmaps.count(nulls, nullsOffset, rows) == 0) {
      nulls = null;
    }
  }

  void setBounds(long min, long max) {
    this.min = min;
    this.max = max;
  }

  /** Sets the bounds of 8-byte lanes from the non-NULL values. */
  void measure(int rows) {
    MemorySegment mask = nulls == null ? null : notNull(nulls, rows);
    AggregateKernels.current().extremes(data, offset, 8, rows, mask, 0, extremes);
    setBounds(extremes[0], extremes[1]);
  }

  /** The values as plain longs; for rows that are NULL, anything. */
  public MemorySegment longs(int rows) {
    if (!widened) {
      widen(rows);
      widened = true;
    }
    return requireNonNull(longs, "longs");
  }

  private MemorySegment widen(int rows) {
    MemorySegment values = own();
    DecodeKernels.current().widen(data, offset, width, base, multiplier, rows, values, 0);
    return values;
  }

  private MemorySegment own() {
    MemorySegment lanes = longs;
    if (lanes == null) {
      lanes = scope.allocateScratch(8L * capacity);
      longs = lanes;
    }
    return lanes;
  }

  private MemorySegment notNull(MemorySegment bitmap, int rows) {
    MemorySegment mask = notNull;
    if (mask == null) {
      mask = scope.allocateScratch(Bitmaps.bytes(capacity));
      notNull = mask;
    }
    Masks.complement(bitmap, nullsOffset, rows, mask);
    return mask;
  }

  private void set(MemorySegment lanes, long at, int bytes, long least, long step) {
    data = lanes;
    offset = at;
    width = bytes;
    base = least;
    multiplier = step;
    widened = false;
    constantNull = false;
  }
}
