package dev.paceline.storage.load.parquet.write;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.StringView;
import dev.paceline.storage.load.parquet.metadata.ColumnBounds;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Finds the smallest and the largest of values in the encoding PLAIN. */
final class BoundsBuilder {
  /** Longer strings are no bounds: they would make the footer large. */
  private static final int MAX_BOUND_BYTES = 256;

  private BoundsBuilder() {}

  /**
   * Returns the statistics of values.
   *
   * @param values that are not NULL, or each of them once
   * @param count how many they are
   * @param nullCount of those that are NULL
   */
  static ColumnBounds of(StoredType type, MemorySegment values, int count, long nullCount) {
    byte[][] bounds = count == 0 ? null : bounds(type, values, count);
    return bounds == null
        ? new ColumnBounds(null, null, false, nullCount, -1)
        : new ColumnBounds(bounds[0], bounds[1], false, nullCount, -1);
  }

  /**
   * Returns the statistics of strings that are codes.
   *
   * @param from the first value
   * @param to the one behind the last
   * @param nullCount of those that are NULL
   */
  static ColumnBounds ofEntries(DictionaryBuilder dictionary, int from, int to, long nullCount) {
    MemorySegment entries = dictionary.entries().segment();
    BitSet used = dictionary.usedEntries(from, to);
    long min = 0;
    long max = 0;
    boolean isFirst = true;
    for (int code = used.nextSetBit(0); code >= 0; code = used.nextSetBit(code + 1)) {
      long entry = dictionary.entryView(code);
      long view =
          StringView.of(
              StringView.offset(entry) + Integer.BYTES, StringView.length(entry) - Integer.BYTES);
      min = isFirst || StringView.compare(entries, view, entries, min) < 0 ? view : min;
      max = isFirst || StringView.compare(entries, view, entries, max) > 0 ? view : max;
      isFirst = false;
    }
    byte[][] bounds = isFirst ? null : strings(entries, min, max);
    return bounds == null
        ? new ColumnBounds(null, null, false, nullCount, -1)
        : new ColumnBounds(bounds[0], bounds[1], false, nullCount, -1);
  }

  private static byte @Nullable [][] bounds(StoredType type, MemorySegment values, int count) {
    return switch (type.physical()) {
      case BOOLEAN -> booleans(values, count);
      case INT32 -> ints(values, count);
      case INT64 -> longs(values, count);
      case FLOAT, DOUBLE -> doubles(values, count, type.width());
      case BYTE_ARRAY -> strings(values, count);
      case FIXED_LEN_BYTE_ARRAY -> type.isInterval() ? null : wide(values, count, type);
      case INT96 -> null;
    };
  }

  private static byte[][] booleans(MemorySegment values, int count) {
    int min = 1;
    int max = 0;
    for (int i = 0; i < count; i++) {
      int value = values.get(JAVA_BYTE, i);
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    return new byte[][] {{(byte) min}, {(byte) max}};
  }

  private static byte[][] ints(MemorySegment values, int count) {
    int min = Integer.MAX_VALUE;
    int max = Integer.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      int value = values.get(JAVA_INT_UNALIGNED, 4L * i);
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    return new byte[][] {little(4).putInt(min).array(), little(4).putInt(max).array()};
  }

  private static byte[][] longs(MemorySegment values, int count) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long value = values.get(JAVA_LONG_UNALIGNED, 8L * i);
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    return new byte[][] {little(8).putLong(min).array(), little(8).putLong(max).array()};
  }

  /** NaN has no place in the order of the format: then there are no bounds. */
  private static byte @Nullable [][] doubles(MemorySegment values, int count, int width) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      double value =
          width == Float.BYTES
              ? values.get(JAVA_FLOAT_UNALIGNED, 4L * i)
              : values.get(JAVA_DOUBLE_UNALIGNED, 8L * i);
      if (Double.isNaN(value)) {
        return null;
      }
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    // Readers may compare bits: zero is written with the sign that includes the other one.
    double low = min == 0 ? -0.0 : min;
    double high = max == 0 ? 0.0 : max;
    return width == Float.BYTES
        ? new byte[][] {
          little(4).putFloat((float) low).array(), little(4).putFloat((float) high).array()
        }
        : new byte[][] {little(8).putDouble(low).array(), little(8).putDouble(high).array()};
  }

  private static byte @Nullable [][] strings(MemorySegment values, int count) {
    long min = 0;
    long max = 0;
    long at = 0;
    for (int i = 0; i < count; i++) {
      int length = values.get(JAVA_INT_UNALIGNED, at);
      long view = StringView.of(at + Integer.BYTES, length);
      if (i == 0 || StringView.compare(values, view, values, min) < 0) {
        min = view;
      }
      if (i == 0 || StringView.compare(values, view, values, max) > 0) {
        max = view;
      }
      at += (long) Integer.BYTES + length;
    }
    return strings(values, min, max);
  }

  private static byte @Nullable [][] strings(MemorySegment values, long min, long max) {
    return StringView.length(min) > MAX_BOUND_BYTES || StringView.length(max) > MAX_BOUND_BYTES
        ? null
        : new byte[][] {StringView.bytes(values, min), StringView.bytes(values, max)};
  }

  private static byte[][] wide(MemorySegment values, int count, StoredType type) {
    int width = type.width();
    long min = 0;
    long max = 0;
    for (int i = 1; i < count; i++) {
      long at = (long) i * width;
      if (compareWide(values, at, min, type) < 0) {
        min = at;
      }
      if (compareWide(values, at, max, type) > 0) {
        max = at;
      }
    }
    return new byte[][] {
      values.asSlice(min, width).toArray(JAVA_BYTE), values.asSlice(max, width).toArray(JAVA_BYTE)
    };
  }

  /** Compares numbers with a sign, and UUIDs without one. */
  private static int compareWide(MemorySegment values, long left, long right, StoredType type) {
    var layout = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    long sign = type.isUuid() ? Long.MIN_VALUE : 0;
    int high = Long.compare(values.get(layout, left) ^ sign, values.get(layout, right) ^ sign);
    return high != 0
        ? high
        : Long.compareUnsigned(values.get(layout, left + 8), values.get(layout, right + 8));
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
