package dev.paceline.storage.load.arrow.write;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.IntervalText;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.UuidText;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.arrow.write.MessageWriter.Node;
import dev.paceline.storage.load.column.IntegralValues;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The values of one field of a record batch that is being filled. Not thread-safe. */
abstract class FieldBuffer {
  /** Values that are appended at once, at most. */
  static final int PIECE_ROWS = 2048;

  /** Bits that are 1 for values that are not NULL. */
  private final BitBuffer valid;

  private int rows;
  private int nullCount;

  FieldBuffer(MemoryScope memory) {
    this.valid = new BitBuffer(memory);
  }

  /** Returns a buffer for values of a type. */
  static FieldBuffer of(DataType type, MemoryScope memory) {
    return switch (type.kind()) {
      case LIST, MAP -> new ListBuffer(type, memory);
      case STRUCT -> new StructBuffer(type, memory);
      case BOOLEAN -> new Booleans(memory);
      case CHAR, VARCHAR, BINARY, VARBINARY -> new Strings(memory);
      case INT8 -> new Numbers(Byte.BYTES, memory);
      case INT16 -> new Numbers(Short.BYTES, memory);
      case INT32, DATE -> new Numbers(Integer.BYTES, memory);
      case INT64, TIME, TIMESTAMP, TIMESTAMP_LTZ -> new Numbers(Long.BYTES, memory);
      case INTERVAL -> new Intervals(memory);
      case DECIMAL -> new Numbers(2 * Long.BYTES, memory);
      case FLOAT32 -> new FloatingNumbers(Float.BYTES, memory);
      case FLOAT64 -> new FloatingNumbers(Double.BYTES, memory);
      case UUID -> new FixedStrings(UuidText.BYTES, memory);
    };
  }

  /** Appends some rows of a vector. */
  final void append(ColumnVector vector, int from, int count) {
    for (int done = 0; done < count; done += PIECE_ROWS) {
      int piece = Math.min(PIECE_ROWS, count - done);
      appendNulls(vector, from + done, piece);
      appendValues(vector, from + done, piece);
      rows += piece;
    }
  }

  private void appendNulls(ColumnVector vector, int from, int count) {
    valid.extend(count);
    boolean mayHaveNulls = vector.mayHaveNulls();
    for (int i = 0; i < count; i++) {
      if (mayHaveNulls && vector.isNull(from + i)) {
        nullCount++;
      } else {
        valid.set((long) rows + i);
      }
    }
  }

  /**
   * Appends values, at most {@link #PIECE_ROWS}; anything for those that are NULL.
   *
   * @param from the row of the first one
   */
  abstract void appendValues(ColumnVector vector, int from, int count);

  /** Adds the buffers of the values to those of a record batch, and then what the children add. */
  abstract void addBuffers(List<Node> nodes, List<GrowingBuffer> buffers);

  /** Removes the values. */
  abstract void clearValues();

  /** Returns the bytes of the values, without those of NULLs. */
  abstract long valueBytes();

  /** Gives the memory of the values back. */
  abstract void releaseValues();

  /** Returns the number of values. */
  final int rows() {
    return rows;
  }

  /** Adds the nodes and buffers of the field, and of those within it, to those of a batch. */
  final void addTo(List<Node> nodes, List<GrowingBuffer> buffers) {
    nodes.add(new Node(rows, nullCount));
    if (nullCount == 0) {
      valid.clear(); // no bits say that no value is NULL
    }
    buffers.add(valid.bytes());
    addBuffers(nodes, buffers);
  }

  final void clear() {
    valid.clear();
    rows = 0;
    nullCount = 0;
    clearValues();
  }

  final long bytes() {
    return valueBytes() + valid.bytes().length();
  }

  final void release() {
    valid.bytes().release();
    releaseValues();
  }

  private static final class Booleans extends FieldBuffer {
    private final BitBuffer bits;

    Booleans(MemoryScope memory) {
      super(memory);
      bits = new BitBuffer(memory);
    }

    @Override
    void appendValues(ColumnVector vector, int from, int count) {
      bits.extend(count);
      for (int i = 0; i < count; i++) {
        if (!vector.isNull(from + i) && vector.getBoolean(from + i)) {
          bits.set((long) rows() + i);
        }
      }
    }

    @Override
    void addBuffers(List<Node> nodes, List<GrowingBuffer> buffers) {
      buffers.add(bits.bytes());
    }

    @Override
    void clearValues() {
      bits.clear();
    }

    @Override
    long valueBytes() {
      return bits.bytes().length();
    }

    @Override
    void releaseValues() {
      bits.bytes().release();
    }
  }

  /** Values of a fixed number of bytes. */
  private abstract static class FixedWidth extends FieldBuffer {
    final int width;
    final GrowingBuffer values;

    FixedWidth(int width, MemoryScope memory) {
      super(memory);
      this.width = width;
      this.values = new GrowingBuffer(memory);
    }

    @Override
    void addBuffers(List<Node> nodes, List<GrowingBuffer> buffers) {
      buffers.add(values);
    }

    @Override
    void clearValues() {
      values.clear();
    }

    @Override
    long valueBytes() {
      return values.length();
    }

    @Override
    void releaseValues() {
      values.release();
    }
  }

  /** INTEGRAL values of 1, 2, 4, 8 or 16 bytes. */
  private static final class Numbers extends FixedWidth {
    private final MemorySegment longs;

    Numbers(int width, MemoryScope memory) {
      super(width, memory);
      this.longs = memory.allocate((long) PIECE_ROWS * Long.BYTES);
    }

    @Override
    void appendValues(ColumnVector vector, int from, int count) {
      long at = values.extend((long) count * width);
      MemorySegment to = values.segment();
      if (vector.isConstantNull()) {
        to.asSlice(at, (long) count * width).fill((byte) 0);
        return;
      }
      boolean isWide = vector.form() != Form.CONSTANT && vector.width() > Long.BYTES;
      if (isWide && width > Long.BYTES) {
        MemorySegment.copy(
            vector.data(), vector.offset() + (long) from * width, to, at, (long) count * width);
        return;
      }
      IntegralValues.read(vector, from, count, longs);
      boolean isWideConstant =
          vector.form() == Form.CONSTANT && vector.constantHigh() != vector.constantLong() >> 63;
      for (int i = 0; i < count; i++) {
        long value = longs.get(JAVA_LONG, (long) i << 3);
        switch (width) {
          case 1 -> to.set(JAVA_BYTE, at, (byte) value);
          case 2 -> to.set(JAVA_SHORT_UNALIGNED, at, (short) value);
          case 4 -> to.set(JAVA_INT_UNALIGNED, at, (int) value);
          case 8 -> to.set(JAVA_LONG_UNALIGNED, at, value);
          default -> {
            to.set(JAVA_LONG_UNALIGNED, at, value);
            long high = isWideConstant ? vector.constantHigh() : value >> 63;
            to.set(JAVA_LONG_UNALIGNED, at + Long.BYTES, high);
          }
        }
        at += width;
      }
    }
  }

  /** Months and days of 4 bytes each, and nanoseconds. */
  private static final class Intervals extends FixedWidth {
    Intervals(MemoryScope memory) {
      super(2 * Long.BYTES, memory);
    }

    @Override
    void appendValues(ColumnVector vector, int from, int count) {
      long at = values.extend((long) count * width);
      MemorySegment to = values.segment();
      for (int i = 0; i < count; i++) {
        boolean isNull = vector.isNull(from + i);
        long high = isNull ? 0 : vector.getHigh(from + i);
        long low = isNull ? 0 : vector.getLong(from + i);
        long micros = IntervalFields.micros(high, low);
        if (micros * Micros.NANOS_PER_MICRO / Micros.NANOS_PER_MICRO != micros) {
          throw new PacelineException(
              ErrorCode.NOT_SUPPORTED,
              "the interval "
                  + IntervalText.of(high, low)
                  + " cannot be written to an Arrow file, whose intervals have up to 2^63"
                  + " nanoseconds; cast the column to VARCHAR");
        }
        to.set(JAVA_INT_UNALIGNED, at, (int) IntervalFields.months(low));
        to.set(JAVA_INT_UNALIGNED, at + Integer.BYTES, (int) IntervalFields.days(low));
        to.set(JAVA_LONG_UNALIGNED, at + Long.BYTES, micros * Micros.NANOS_PER_MICRO);
        at += width;
      }
    }
  }

  private static final class FloatingNumbers extends FixedWidth {
    FloatingNumbers(int width, MemoryScope memory) {
      super(width, memory);
    }

    @Override
    void appendValues(ColumnVector vector, int from, int count) {
      long at = values.extend((long) count * width);
      MemorySegment to = values.segment();
      for (int i = 0; i < count; i++) {
        double value = vector.getDouble(from + i);
        if (width == Float.BYTES) {
          to.set(JAVA_FLOAT_UNALIGNED, at, (float) value);
        } else {
          to.set(JAVA_LONG_UNALIGNED, at, Double.doubleToRawLongBits(value));
        }
        at += width;
      }
    }
  }

  /** Strings that all have the same number of bytes. */
  private static final class FixedStrings extends FixedWidth {
    FixedStrings(int width, MemoryScope memory) {
      super(width, memory);
    }

    @Override
    void appendValues(ColumnVector vector, int from, int count) {
      long at = values.extend((long) count * width);
      MemorySegment to = values.segment();
      MemorySegment source = vector.valueHeap();
      boolean mayHaveNulls = vector.mayHaveNulls();
      for (int i = 0; i < count; i++) {
        if (mayHaveNulls && vector.isNull(from + i)) {
          to.asSlice(at, width).fill((byte) 0);
        } else {
          StringView.copy(source, vector.getView(from + i), to, at);
        }
        at += width;
      }
    }
  }

  /** Strings one behind the other, and where each ends. */
  private static final class Strings extends FieldBuffer {
    private final EndsBuffer ends;
    private final GrowingBuffer heap;

    Strings(MemoryScope memory) {
      super(memory);
      this.ends = new EndsBuffer(memory);
      this.heap = new GrowingBuffer(memory);
    }

    @Override
    void appendValues(ColumnVector vector, int from, int count) {
      MemorySegment source = vector.valueHeap();
      boolean mayHaveNulls = vector.mayHaveNulls();
      for (int i = 0; i < count; i++) {
        if (!mayHaveNulls || !vector.isNull(from + i)) {
          long view = vector.getView(from + i);
          long at = heap.extend(StringView.length(view));
          StringView.copy(source, view, heap.segment(), at);
        }
        ends.add(heap.length());
      }
    }

    @Override
    void addBuffers(List<Node> nodes, List<GrowingBuffer> buffers) {
      buffers.add(ends.bytes());
      buffers.add(heap);
    }

    @Override
    void clearValues() {
      ends.clear();
      heap.clear();
    }

    @Override
    long valueBytes() {
      return ends.bytes().length() + heap.length();
    }

    @Override
    void releaseValues() {
      ends.bytes().release();
      heap.release();
    }
  }
}
