package dev.paceline.storage.load.parquet.page;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** Numbers of another form as a wider type: with more digits behind the point, or as doubles. */
abstract class ConvertedForm extends NumberForm {
  private static final int VALUES = 512;

  private final NumberForm source;

  private ConvertedForm(NumberForm source, int width) {
    super(width);
    this.source = source;
  }

  /**
   * Decimals with more digits behind the point.
   *
   * @param source of at most 64 bits
   * @param digits how many more, 1 to 18
   * @param width bytes of a lane: 8 or 16; values that do not fit fail
   */
  static NumberForm scaled(NumberForm source, int digits, int width) {
    long factor = powerOfTen(digits);
    return new ConvertedForm(source, width) {
      @Override
      void convert(long value, long high, MemorySegment lanes, long to) {
        if (width == Long.BYTES) {
          lanes.set(JAVA_LONG, to, Math.multiplyExact(value, factor));
        } else {
          lanes.set(JAVA_LONG, to, value * factor);
          lanes.set(JAVA_LONG, to + Long.BYTES, Math.multiplyHigh(value, factor));
        }
      }
    };
  }

  /**
   * Integers or decimals as doubles.
   *
   * @param scale digits behind the point, 0 to 38
   */
  static NumberForm doubles(NumberForm source, int scale) {
    double divisor = Math.pow(10, scale);
    return new ConvertedForm(source, Double.BYTES) {
      @Override
      void convert(long value, long high, MemorySegment lanes, long to) {
        double number =
            high == value >> 63
                ? value
                : Math.scalb((double) high, Long.SIZE) + (value >>> 1) * 2.0 + (value & 1);
        lanes.set(JAVA_DOUBLE, to, number / divisor);
      }
    };
  }

  private static long powerOfTen(int digits) {
    long power = 1;
    for (int i = 0; i < digits; i++) {
      power *= 10;
    }
    return power;
  }

  @Override
  final void read(PlainValues values, int skip, int count, MemorySegment lanes, int lane) {
    int width = source.width();
    MemorySegment read = MemorySegment.ofArray(new long[VALUES * width / Long.BYTES]);
    for (int done = 0; done < count; done += VALUES) {
      int part = Math.min(VALUES, count - done);
      source.read(values, skip + done, part, read, 0);
      for (int i = 0; i < part; i++) {
        long from = (long) i * width;
        long value = width == Integer.BYTES ? read.get(JAVA_INT, from) : read.get(JAVA_LONG, from);
        long high = width > Long.BYTES ? read.get(JAVA_LONG, from + Long.BYTES) : value >> 63;
        convert(value, high, lanes, (long) (lane + done + i) * width());
      }
    }
  }

  /**
   * Writes a lane.
   *
   * @param value the lower 64 bits
   * @param high the upper ones
   * @param to position of the lane
   */
  abstract void convert(long value, long high, MemorySegment lanes, long to);
}
