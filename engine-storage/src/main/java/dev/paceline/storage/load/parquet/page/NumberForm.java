package dev.paceline.storage.load.parquet.page;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import java.lang.foreign.MemorySegment;

/** How numbers of the encoding PLAIN become lanes. Stateless. */
public abstract class NumberForm {
  /** The Julian day of 1970-01-01. */
  private static final int JULIAN_EPOCH_DAY = 2_440_588;

  private final int width;

  NumberForm(int width) {
    this.width = width;
  }

  /** Returns the bytes of a lane: 4, 8 or 16; signed, or doubles of 8 bytes. */
  public final int width() {
    return width;
  }

  /**
   * Converts values.
   *
   * @param skip values to leave out first
   * @param count values to convert
   * @param lane where the first one goes, counted in lanes
   */
  abstract void read(PlainValues values, int skip, int count, MemorySegment lanes, int lane);

  /** INT32 as they are. */
  public static final NumberForm INTS = new Copy(Integer.BYTES);

  /** INT64 and DOUBLE as they are. */
  public static final NumberForm LONGS = new Copy(Long.BYTES);

  /** INT32 without a sign, in lanes of 8 bytes. */
  public static final NumberForm UNSIGNED_INTS =
      new Fixed(Long.BYTES, Integer.BYTES) {
        @Override
        void convert(MemorySegment source, long from, int count, MemorySegment lanes, long to) {
          for (int i = 0; i < count; i++) {
            long value = source.get(JAVA_INT_UNALIGNED, from + 4L * i) & 0xffff_ffffL;
            lanes.set(JAVA_LONG, to + 8L * i, value);
          }
        }
      };

  /** INT64 without a sign, in lanes of 16 bytes. */
  public static final NumberForm UNSIGNED_LONGS =
      new Fixed(2 * Long.BYTES, Long.BYTES) {
        @Override
        void convert(MemorySegment source, long from, int count, MemorySegment lanes, long to) {
          for (int i = 0; i < count; i++) {
            lanes.set(JAVA_LONG, to + 16L * i, source.get(JAVA_LONG_UNALIGNED, from + 8L * i));
            lanes.set(JAVA_LONG, to + 16L * i + 8, 0);
          }
        }
      };

  /** FLOAT as doubles. */
  public static final NumberForm FLOATS =
      new Fixed(Double.BYTES, Float.BYTES) {
        @Override
        void convert(MemorySegment source, long from, int count, MemorySegment lanes, long to) {
          for (int i = 0; i < count; i++) {
            lanes.set(JAVA_DOUBLE, to + 8L * i, source.get(JAVA_FLOAT_UNALIGNED, from + 4L * i));
          }
        }
      };

  /** FLOAT16 as doubles. */
  public static final NumberForm HALFS =
      new Fixed(Double.BYTES, Short.BYTES) {
        @Override
        void convert(MemorySegment source, long from, int count, MemorySegment lanes, long to) {
          for (int i = 0; i < count; i++) {
            float value = Float.float16ToFloat(source.get(JAVA_SHORT_UNALIGNED, from + 2L * i));
            lanes.set(JAVA_DOUBLE, to + 8L * i, value);
          }
        }
      };

  /** INT96 as microseconds since 1970-01-01T00:00:00; digits beyond are cut off. */
  public static final NumberForm INT96 =
      new Fixed(Long.BYTES, 12) {
        @Override
        void convert(MemorySegment source, long from, int count, MemorySegment lanes, long to) {
          for (int i = 0; i < count; i++) {
            long nanos = source.get(JAVA_LONG_UNALIGNED, from + 12L * i);
            long day = source.get(JAVA_INT_UNALIGNED, from + 12L * i + 8) - (long) JULIAN_EPOCH_DAY;
            long time = Math.floorDiv(nanos, (long) Micros.NANOS_PER_MICRO);
            lanes.set(JAVA_LONG, to + 8L * i, Micros.at(day, time));
          }
        }
      };

  /** INT32, milliseconds, as microseconds. */
  public static final NumberForm INT_MILLIS =
      new Fixed(Long.BYTES, Integer.BYTES) {
        @Override
        void convert(MemorySegment source, long from, int count, MemorySegment lanes, long to) {
          for (int i = 0; i < count; i++) {
            long value = source.get(JAVA_INT_UNALIGNED, from + 4L * i);
            lanes.set(JAVA_LONG, to + 8L * i, value * Micros.PER_MILLI);
          }
        }
      };

  /** INT64, milliseconds, as microseconds. */
  public static final NumberForm LONG_MILLIS =
      new Fixed(Long.BYTES, Long.BYTES) {
        @Override
        void convert(MemorySegment source, long from, int count, MemorySegment lanes, long to) {
          for (int i = 0; i < count; i++) {
            long value = source.get(JAVA_LONG_UNALIGNED, from + 8L * i);
            lanes.set(JAVA_LONG, to + 8L * i, Micros.ofMillis(value));
          }
        }
      };

  /** INT64, nanoseconds, as microseconds, rounded down. */
  public static final NumberForm LONG_NANOS =
      new Fixed(Long.BYTES, Long.BYTES) {
        @Override
        void convert(MemorySegment source, long from, int count, MemorySegment lanes, long to) {
          for (int i = 0; i < count; i++) {
            long value = source.get(JAVA_LONG_UNALIGNED, from + 8L * i);
            lanes.set(JAVA_LONG, to + 8L * i, Math.floorDiv(value, (long) Micros.NANOS_PER_MICRO));
          }
        }
      };

  /** Months, days and milliseconds, each of 32 bits without a sign, as intervals. */
  public static final NumberForm INTERVALS =
      new Fixed(2 * Long.BYTES, 3 * Integer.BYTES) {
        @Override
        void convert(MemorySegment source, long from, int count, MemorySegment lanes, long to) {
          IntervalFields interval = new IntervalFields();
          for (int i = 0; i < count; i++) {
            long at = from + 12L * i;
            long length =
                interval
                    .set(
                        Integer.toUnsignedLong(source.get(JAVA_INT_UNALIGNED, at)),
                        Integer.toUnsignedLong(source.get(JAVA_INT_UNALIGNED, at + 4)),
                        Integer.toUnsignedLong(source.get(JAVA_INT_UNALIGNED, at + 8))
                            * Micros.PER_MILLI)
                    .length();
            lanes.set(JAVA_LONG, to + 16L * i, interval.low(length));
            lanes.set(JAVA_LONG, to + 16L * i + 8, interval.high(length));
          }
        }
      };

  /**
   * Numbers in two's complement, highest byte first, of a fixed length.
   *
   * @param length bytes, at least 1
   * @param width bytes of a lane: 8 or 16; values that do not fit fail
   */
  public static NumberForm fixedBytes(int length, int width) {
    return new Fixed(width, length) {
      @Override
      void convert(MemorySegment source, long from, int count, MemorySegment lanes, long to) {
        for (int i = 0; i < count; i++) {
          bigEndian(source, from + (long) i * length, length, lanes, to + (long) i * width, width);
        }
      }
    };
  }

  /** See {@link ConvertedForm#scaled}. */
  public final NumberForm scaled(int digits, int laneWidth) {
    return ConvertedForm.scaled(this, digits, laneWidth);
  }

  /** See {@link ConvertedForm#doubles}. */
  public final NumberForm asDoubles(int scale) {
    return ConvertedForm.doubles(this, scale);
  }

  /** The same of BYTE_ARRAY, where each value has a length of its own. */
  public static NumberForm variableBytes(int width) {
    return new Variable(width);
  }

  private static void bigEndian(
      MemorySegment source, long from, int length, MemorySegment lanes, long to, int width) {
    long high = length > 0 && source.get(JAVA_BYTE, from) < 0 ? -1 : 0;
    long low = high;
    for (int i = 0; i < length; i++) {
      long carried = low >>> 56;
      if (i + 16 < length && source.get(JAVA_BYTE, from + i) != (byte) high) {
        throw new IllegalArgumentException("a decimal has more than 128 bits");
      }
      high = high << 8 | carried;
      low = low << 8 | source.get(JAVA_BYTE, from + i) & 0xff;
    }
    if (width == Long.BYTES && high != low >> 63) {
      throw new IllegalArgumentException("a decimal has more digits than its type");
    }
    lanes.set(JAVA_LONG, to, low);
    if (width > Long.BYTES) {
      lanes.set(JAVA_LONG, to + Long.BYTES, high);
    }
  }

  /** Values of a fixed length. */
  private abstract static class Fixed extends NumberForm {
    private final int length;

    Fixed(int width, int length) {
      super(width);
      this.length = length;
    }

    @Override
    final void read(PlainValues values, int skip, int count, MemorySegment lanes, int lane) {
      values.checkFixed(skip + count, length);
      long from = values.from() + (long) skip * length;
      convert(values.bytes(), from, count, lanes, (long) lane * width());
    }

    /** Converts values from one byte position to another. */
    abstract void convert(MemorySegment source, long from, int count, MemorySegment lanes, long to);
  }

  private static final class Copy extends Fixed {
    Copy(int width) {
      super(width, width);
    }

    @Override
    void convert(MemorySegment source, long from, int count, MemorySegment lanes, long to) {
      MemorySegment.copy(source, from, lanes, to, (long) count * width());
    }
  }

  private static final class Variable extends NumberForm {
    Variable(int width) {
      super(width);
    }

    @Override
    void read(PlainValues values, int skip, int count, MemorySegment lanes, int lane) {
      long at = values.from();
      for (int i = 0; i < skip + count; i++) {
        if (values.to() - at < Integer.BYTES) {
          throw new IndexOutOfBoundsException("values end too early");
        }
        int length = values.bytes().get(JAVA_INT_UNALIGNED, at);
        at += Integer.BYTES;
        if (length < 0 || length > values.to() - at) {
          throw new IndexOutOfBoundsException("values end too early");
        }
        if (i >= skip) {
          bigEndian(values.bytes(), at, length, lanes, (long) (lane + i - skip) * width(), width());
        }
        at += length;
      }
    }
  }
}
