package dev.paceline.core.operator.sort;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Packs the first sort keys of a row into one long whose unsigned order never contradicts the order
 * of the rows, and is that order if the prefix {@linkplain #isExact is exact}. Each key takes one
 * bit for NULL and as many as its range needs; the last one that finds room may be cut. Immutable.
 */
final class SortPrefix {
  private static final ValueLayout.OfLong BIG_ENDIAN_LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(java.nio.ByteOrder.BIG_ENDIAN);

  /**
   * What is known about a key's values.
   *
   * @param min and max bounds of an INTEGRAL key; values outside count as these
   * @param clamped whether values may be outside
   * @param skip leading bytes that all strings share
   * @param nullable whether there may be NULLs
   */
  record Range(long min, long max, boolean clamped, int skip, boolean nullable) {
    /**
     * @param skip leading bytes that all strings of the column share
     */
    static Range of(ColumnVector column, int skip) {
      boolean nullable = column.mayHaveNulls();
      if (column.type().family() != TypeFamily.INTEGRAL) {
        return new Range(0, 0, false, skip, nullable);
      }
      return column.hasBounds()
          ? new Range(column.min(), column.max(), false, 0, nullable)
          : new Range(Long.MIN_VALUE, Long.MAX_VALUE, true, 0, nullable);
    }

    /** What is known about the values of both; strings of different columns share no bytes. */
    Range or(Range other) {
      return new Range(
          Math.min(min, other.min),
          Math.max(max, other.max),
          clamped || other.clamped,
          0,
          nullable || other.nullable);
    }
  }

  /**
   * @param shift of the field in the prefix
   * @param bits of the value, without the one for NULL
   * @param drop lowest bits of the value that found no room
   */
  private record Field(SortKey key, DataType type, Range range, int shift, int bits, int drop) {}

  private final List<Field> fields = new ArrayList<>();
  private final boolean exact;
  private final int usedBits;

  /**
   * @param types of all columns
   * @param ranges one a key
   */
  SortPrefix(List<DataType> types, List<SortKey> keys, List<Range> ranges) {
    int free = Long.SIZE;
    boolean complete = true;
    for (int i = 0; i < keys.size() && complete; i++) {
      SortKey key = keys.get(i);
      DataType type = types.get(key.column());
      Range range = ranges.get(i);
      int wanted =
          switch (type.family()) {
            case BOOLEAN -> 1;
            case INTEGRAL -> Long.SIZE - Long.numberOfLeadingZeros(range.max - range.min);
            case FLOATING, BYTES -> Long.SIZE;
          };
      int nullBits = range.nullable ? 1 : 0;
      int bits = Math.min(wanted, free - nullBits);
      if (bits < 0 || bits == 0 && wanted > 0) {
        complete = false;
        break;
      }
      free -= bits + nullBits;
      fields.add(new Field(key, type, range, free, bits, wanted - bits));
      complete = bits == wanted && !range.clamped && type.family() != TypeFamily.BYTES;
    }
    exact = complete;
    usedBits = Long.SIZE - free;
    for (int i = 0; i < fields.size(); i++) {
      Field f = fields.get(i);
      fields.set(i, new Field(f.key, f.type, f.range, f.shift - free, f.bits, f.drop));
    }
  }

  /** Whether rows with equal prefixes are equal in all keys. */
  boolean isExact() {
    return exact;
  }

  /** Bits of a prefix that may be set, from the lowest. */
  int bits() {
    return usedBits;
  }

  /**
   * prefixes[i] = the prefix of row from + i.
   *
   * @param columns vectors by column number
   */
  void encode(ColumnVector[] columns, int from, int count, MemorySegment prefixes) {
    for (int f = 0; f < fields.size(); f++) {
      Field field = fields.get(f);
      encode(field, columns[field.key.column()], from, count, prefixes, f == 0);
    }
    if (fields.isEmpty()) {
      prefixes.asSlice(0, 8L * count).fill((byte) 0);
    }
  }

  private static void encode(
      Field field,
      ColumnVector vector,
      int from,
      int count,
      MemorySegment prefixes,
      boolean first) {
    boolean flip = field.key.descending();
    long mask = field.bits == 0 ? 0 : -1L >>> (Long.SIZE - field.bits);
    boolean nullable = field.range.nullable;
    long nullBits = field.key.nullsFirst() ? 0 : 1L << field.bits;
    long valueBit = nullable && field.key.nullsFirst() ? 1L << field.bits : 0;
    boolean mayBeNull = vector.mayHaveNulls();
    if (!mayBeNull && isPlain(field, vector)) {
      encodeLanes(field, vector, from, count, prefixes, first, valueBit, mask);
      return;
    }
    for (int i = 0; i < count; i++) {
      int row = from + i;
      long code;
      if (mayBeNull && vector.isNull(row)) {
        code = nullBits;
      } else {
        long value = value(field, vector, row) >>> field.drop;
        code = valueBit | (flip ? ~value & mask : value & mask);
      }
      long at = (long) i << 3;
      long before = first ? 0 : prefixes.get(ValueLayout.JAVA_LONG, at);
      prefixes.set(ValueLayout.JAVA_LONG, at, before | code << field.shift);
    }
  }

  private static boolean isPlain(Field field, ColumnVector vector) {
    return vector.form() == Form.FLAT
        && field.type.family() == TypeFamily.INTEGRAL
        && vector.width() <= 8
        && !field.range.clamped;
  }

  /** Integers without NULLs, by the affine kernel and a loop without branches. */
  private static void encodeLanes(
      Field field,
      ColumnVector vector,
      int from,
      int count,
      MemorySegment prefixes,
      boolean first,
      long valueBit,
      long mask) {
    // A later key would overwrite what is there: only the first goes straight into the prefixes.
    if (first) {
      DecodeKernels.INSTANCE.widen(
          vector.data(),
          vector.offset() + (long) vector.width() * from,
          vector.width(),
          vector.base() - field.range.min,
          vector.multiplier(),
          count,
          prefixes,
          0);
    }
    long flip = field.key.descending() ? mask : 0;
    for (int i = 0; i < count; i++) {
      long at = (long) i << 3;
      long before = prefixes.get(ValueLayout.JAVA_LONG, at);
      long value = first ? before : vector.getLong(from + i) - field.range.min;
      long code = (valueBit | (value >>> field.drop & mask) ^ flip) << field.shift;
      prefixes.set(ValueLayout.JAVA_LONG, at, first ? code : before | code);
    }
  }

  /** An unsigned number that orders as the values do. */
  private static long value(Field field, ColumnVector vector, int row) {
    return switch (field.type.family()) {
      case BOOLEAN -> vector.getBoolean(row) ? 1 : 0;
      case INTEGRAL -> {
        long low = vector.getLong(row);
        long high = field.type.fitsLong() ? low >> 63 : vector.getHigh(row);
        long value = high == low >> 63 ? low : high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        yield Math.min(Math.max(value, field.range.min), field.range.max) - field.range.min;
      }
      case FLOATING -> ofDouble(vector.getDouble(row));
      case BYTES -> ofBytes(vector.valueHeap(), vector.getView(row), field.range.skip);
    };
  }

  static long ofDouble(double value) {
    // One bit pattern for both zeros and one, the greatest, for all NaNs.
    long bits = Double.doubleToLongBits(value + 0.0);
    return bits ^ (bits >> 63 | Long.MIN_VALUE);
  }

  /** The first eight bytes behind {@code skip}, with zeros behind the end. */
  static long ofBytes(MemorySegment heap, long view, int skip) {
    int length = StringView.length(view) - skip;
    long at = StringView.offset(view) + skip;
    if (length >= 8) {
      return heap.get(BIG_ENDIAN_LONG, at);
    }
    long result = 0;
    for (int i = 0; i < length; i++) {
      result |= (heap.get(ValueLayout.JAVA_BYTE, at + i) & 0xffL) << (56 - 8 * i);
    }
    return result;
  }
}
