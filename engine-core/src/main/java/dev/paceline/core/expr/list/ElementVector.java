package dev.paceline.core.expr.list;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A vector to which values are appended one after the other. One worker uses it. */
public final class ElementVector {
  private final ColumnVector vector;
  private final boolean wide;
  private MemorySegment lanes = MemorySegment.NULL;
  private MemorySegment nulls = MemorySegment.NULL;
  private boolean hasNulls;
  private TextWriter writer;
  private int size;

  /**
   * @param memory of the values
   */
  public ElementVector(DataType type, MemoryScope memory) {
    vector = new ColumnVector(type, memory);
    wide = type.family() == TypeFamily.INTEGRAL && !type.fitsLong();
    writer = new TextWriter(vector);
  }

  /** Removes all values and makes room for some. */
  public void reset(int values) {
    int capacity = Math.max(1, values);
    TypeFamily family = vector.type().family();
    lanes =
        vector.scratch(
            family == TypeFamily.BOOLEAN ? Bitmaps.bytes(capacity) : (wide ? 16L : 8L) * capacity);
    nulls = vector.nullScratch(capacity);
    nulls.fill((byte) 0);
    hasNulls = false;
    size = 0;
    if (family == TypeFamily.BOOLEAN) {
      lanes.fill((byte) 0);
    } else if (family == TypeFamily.BYTES) {
      writer = new TextWriter(vector);
    }
  }

  /** Returns the number of values. */
  public int size() {
    return size;
  }

  /** Appends NULL. */
  public void appendNull() {
    Bitmaps.set(nulls, 0, size);
    hasNulls = true;
    if (vector.type().family() != TypeFamily.BOOLEAN) {
      lanes.set(JAVA_LONG, (wide ? 16L : 8L) * size, 0);
      if (wide) {
        lanes.set(JAVA_LONG, 16L * size + 8, 0);
      }
    }
    size++;
  }

  public void appendLong(long value) {
    appendInt128(value >> 63, value);
  }

  /** Appends an INTEGRAL value. */
  public void appendInt128(long high, long low) {
    if (wide) {
      lanes.set(JAVA_LONG, 16L * size, low);
      lanes.set(JAVA_LONG, 16L * size + 8, high);
    } else {
      lanes.set(JAVA_LONG, 8L * size, low);
    }
    size++;
  }

  public void appendDouble(double value) {
    lanes.set(ValueLayout.JAVA_DOUBLE, 8L * size, value);
    size++;
  }

  public void appendBoolean(boolean value) {
    if (value) {
      Bitmaps.set(lanes, 0, size);
    }
    size++;
  }

  /** Appends a value of another vector of the same type. */
  void append(ColumnVector values, int row) {
    if (values.isNull(row)) {
      appendNull();
      return;
    }
    switch (vector.type().family()) {
      case BOOLEAN -> appendBoolean(values.getBoolean(row));
      case FLOATING -> appendDouble(values.getDouble(row));
      case INTEGRAL -> {
        if (wide) {
          appendInt128(values.getHigh(row), values.getLong(row));
        } else {
          appendLong(values.getLong(row));
        }
      }
      case BYTES -> {
        writer.append(values.valueHeap(), values.getView(row));
        endText();
      }
    }
  }

  /** Returns what writes the bytes of the next value, until {@link #endText}. */
  public TextWriter text() {
    return writer;
  }

  /** Appends the bytes that were written as a value. */
  public void endText() {
    lanes.set(JAVA_LONG, 8L * size, writer.finish());
    size++;
  }

  /** Returns the vector of all values, which is valid until the next {@link #reset}. */
  public ColumnVector finish() {
    switch (vector.type().family()) {
      case BOOLEAN -> vector.setBits(lanes, 0);
      case FLOATING -> vector.setDoubles(lanes, 0);
      case INTEGRAL -> {
        if (wide) {
          vector.setInt128s(lanes, 0);
        } else {
          vector.setLongs(lanes, 0);
        }
      }
      case BYTES -> vector.setViews(lanes, 0, writer.heap());
    }
    if (hasNulls) {
      vector.setNulls(nulls, 0);
    }
    return vector;
  }
}
