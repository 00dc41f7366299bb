package dev.paceline.storage.load.arrow.body;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import dev.paceline.storage.load.arrow.metadata.ArrowField;
import dev.paceline.storage.load.column.DoubleColumn;
import dev.paceline.storage.load.column.IntegralLanes;
import dev.paceline.storage.load.column.NullRows;
import java.lang.foreign.MemorySegment;

/** Makes columns of numbers. */
final class NumberLanes {
  private final ArrowField field;
  private final NullRows nulls;
  private final MemorySegment raw;
  private final int count;
  private final MemoryScope memory;

  /** Bytes of a lane. */
  private int width = Long.BYTES;

  private NumberLanes(ArrowField field, NullRows nulls, MemorySegment raw, MemoryScope memory) {
    this.field = field;
    this.nulls = nulls;
    this.raw = raw;
    this.count = nulls.rowCount();
    this.memory = memory;
  }

  /**
   * Returns a column.
   *
   * @param field whose layout is FIXED
   * @param raw the values as they are in the file, which may be changed
   * @throws IllegalArgumentException or ArithmeticException if a number does not fit its type
   */
  static ChunkColumn column(
      ArrowField field, NullRows nulls, MemorySegment raw, MemoryScope memory) {
    NumberLanes numbers = new NumberLanes(field, nulls, raw, memory);
    numbers.clearNulls();
    MemorySegment lanes = numbers.lanes();
    DataType type = field.type();
    return switch (field.numberKind()) {
      case HALF, FLOAT, DOUBLE -> DoubleColumn.of(type, nulls, lanes);
      default -> IntegralLanes.column(type, nulls, lanes, numbers.width, memory);
    };
  }

  /**
   * Overwrites the bytes of NULL values. They are arbitrary: read as numbers they could be out of
   * the range of the type, or make the lanes of the column wider.
   */
  private void clearNulls() {
    if (nulls.nullCount() == 0) {
      return;
    }
    for (int row = 0; row < count; row++) {
      if (Bitmaps.get(nulls.bitmap(), 0, row)) {
        raw.asSlice((long) row * field.width(), field.width()).fill((byte) 0);
      }
    }
  }

  private MemorySegment lanes() {
    return switch (field.numberKind()) {
      case SIGNED -> signed();
      case UNSIGNED -> unsigned();
      case WIDE -> wide();
      case SCALED -> scaled();
      case DIVIDED -> divided();
      case MONTHS ->
          intervals((at, interval) -> interval.set(raw.get(JAVA_INT_UNALIGNED, at), 0, 0));
      case NANOS -> intervals((at, interval) -> interval.set(0, 0, micros(at)));
      case TIME ->
          intervals(
              (at, interval) ->
                  interval.set(
                      0, 0, Math.multiplyExact(raw.get(JAVA_LONG_UNALIGNED, at), field.factor())));
      case MONTHS_DAYS_AND_NANOS ->
          intervals(
              (at, interval) ->
                  interval.set(
                      raw.get(JAVA_INT_UNALIGNED, at),
                      raw.get(JAVA_INT_UNALIGNED, at + Integer.BYTES),
                      micros(at + Long.BYTES)));
      case DAYS_AND_MILLIS ->
          intervals(
              (at, interval) ->
                  interval.set(
                      0,
                      raw.get(JAVA_INT_UNALIGNED, at),
                      raw.get(JAVA_INT_UNALIGNED, at + Integer.BYTES) * Micros.PER_MILLI));
      case HALF -> halves();
      case FLOAT -> floats();
      case DOUBLE -> raw;
    };
  }

  private MemorySegment signed() {
    switch (field.width()) {
      case 1 -> {
        MemorySegment lanes = ints();
        for (int i = 0; i < count; i++) {
          lanes.set(JAVA_INT, 4L * i, raw.get(JAVA_BYTE, i));
        }
        return lanes;
      }
      case 2 -> {
        MemorySegment lanes = ints();
        for (int i = 0; i < count; i++) {
          lanes.set(JAVA_INT, 4L * i, raw.get(JAVA_SHORT_UNALIGNED, 2L * i));
        }
        return lanes;
      }
      default -> {
        width = field.width();
        return raw;
      }
    }
  }

  private MemorySegment unsigned() {
    switch (field.width()) {
      case 1 -> {
        MemorySegment lanes = ints();
        for (int i = 0; i < count; i++) {
          lanes.set(JAVA_INT, 4L * i, raw.get(JAVA_BYTE, i) & 0xff);
        }
        return lanes;
      }
      case 2 -> {
        MemorySegment lanes = ints();
        for (int i = 0; i < count; i++) {
          lanes.set(JAVA_INT, 4L * i, raw.get(JAVA_SHORT_UNALIGNED, 2L * i) & 0xffff);
        }
        return lanes;
      }
      case 4 -> {
        MemorySegment lanes = longs();
        for (int i = 0; i < count; i++) {
          lanes.set(JAVA_LONG, 8L * i, raw.get(JAVA_INT_UNALIGNED, 4L * i) & 0xffff_ffffL);
        }
        return lanes;
      }
      default -> {
        width = 2 * Long.BYTES;
        MemorySegment lanes = memory.allocate((long) count * width);
        for (int i = 0; i < count; i++) {
          lanes.set(JAVA_LONG, 16L * i, raw.get(JAVA_LONG_UNALIGNED, 8L * i));
          lanes.set(JAVA_LONG, 16L * i + 8, 0);
        }
        return lanes;
      }
    }
  }

  private MemorySegment wide() {
    boolean fits = field.type().fitsLong();
    if (!fits && field.width() == 2 * Long.BYTES) {
      width = field.width();
      return raw;
    }
    width = fits ? Long.BYTES : 2 * Long.BYTES;
    MemorySegment lanes = memory.allocate((long) count * width);
    for (int i = 0; i < count; i++) {
      long at = (long) i * field.width();
      long low = raw.get(JAVA_LONG_UNALIGNED, at);
      long last = fits ? low : raw.get(JAVA_LONG_UNALIGNED, at + Long.BYTES);
      for (int word = width; word < field.width(); word += Long.BYTES) {
        if (raw.get(JAVA_LONG_UNALIGNED, at + word) != last >> 63) {
          throw new IllegalArgumentException("a decimal has more digits than its type");
        }
      }
      lanes.set(JAVA_LONG, (long) i * width, low);
      if (!fits) {
        lanes.set(JAVA_LONG, (long) i * width + Long.BYTES, last);
      }
    }
    return lanes;
  }

  private MemorySegment scaled() {
    long factor = field.factor();
    MemorySegment lanes = longs();
    boolean isInt = field.width() == Integer.BYTES;
    for (int i = 0; i < count; i++) {
      long value =
          isInt ? raw.get(JAVA_INT_UNALIGNED, 4L * i) : raw.get(JAVA_LONG_UNALIGNED, 8L * i);
      lanes.set(JAVA_LONG, 8L * i, Math.multiplyExact(value, factor));
    }
    return lanes;
  }

  private MemorySegment divided() {
    long factor = field.factor();
    for (int i = 0; i < count; i++) {
      raw.set(
          JAVA_LONG_UNALIGNED, 8L * i, Math.floorDiv(raw.get(JAVA_LONG_UNALIGNED, 8L * i), factor));
    }
    return raw;
  }

  /** Sets an interval to what the bytes from some position on mean. */
  @FunctionalInterface
  private interface IntervalReader {
    void read(long at, IntervalFields interval);
  }

  private MemorySegment intervals(IntervalReader reader) {
    width = 2 * Long.BYTES;
    MemorySegment lanes = memory.allocate((long) count * width);
    IntervalFields interval = new IntervalFields();
    for (int i = 0; i < count; i++) {
      reader.read((long) i * field.width(), interval);
      long length = interval.length();
      lanes.set(JAVA_LONG, 16L * i, interval.low(length));
      lanes.set(JAVA_LONG, 16L * i + 8, interval.high(length));
    }
    return lanes;
  }

  private long micros(long at) {
    return Math.floorDiv(raw.get(JAVA_LONG_UNALIGNED, at), (long) Micros.NANOS_PER_MICRO);
  }

  private MemorySegment halves() {
    MemorySegment lanes = longs();
    for (int i = 0; i < count; i++) {
      lanes.set(JAVA_DOUBLE, 8L * i, Float.float16ToFloat(raw.get(JAVA_SHORT_UNALIGNED, 2L * i)));
    }
    return lanes;
  }

  private MemorySegment floats() {
    MemorySegment lanes = longs();
    for (int i = 0; i < count; i++) {
      lanes.set(JAVA_DOUBLE, 8L * i, raw.get(JAVA_FLOAT_UNALIGNED, 4L * i));
    }
    return lanes;
  }

  private MemorySegment ints() {
    width = Integer.BYTES;
    return memory.allocate((long) count * Integer.BYTES);
  }

  private MemorySegment longs() {
    return memory.allocate((long) count * Long.BYTES);
  }
}
