package dev.paceline.core.testing;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes vectors of plain values, in any form and width, and reads them back. Values are what {@link
 * ColumnVector#getObject} gives; any other Number than BigDecimal is an unscaled value.
 */
public final class Vectors {
  private final MemoryScope scope;

  /**
   * @param scope where the vectors live
   */
  public Vectors(MemoryScope scope) {
    this.scope = scope;
  }

  /** The plain form: 64-bit or, for values that need it, 128-bit lanes; doubles; bits; views. */
  public ColumnVector of(DataType type, @Nullable Object... values) {
    return switch (type.family()) {
      case BOOLEAN -> bits(type, values);
      case FLOATING -> doubles(type, values);
      case BYTES -> views(type, values);
      case INTEGRAL -> {
        for (Object value : values) {
          if (value != null && unscaled(type, value).bitLength() > 63) {
            yield int128s(type, values);
          }
        }
        yield affine(type, 8, 0, 1, values);
      }
    };
  }

  /**
   * INTEGRAL lanes of 1, 2, 4 (unsigned) or 8 bytes with value = base + multiplier × lane, and with
   * the values' bounds.
   */
  public ColumnVector affine(
      DataType type, int width, long base, long multiplier, @Nullable Object... values) {
    MemorySegment data = scope.allocateZeroed((long) width * values.length);
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < values.length; i++) {
      Object given = values[i];
      if (given == null) {
        continue;
      }
      long value = unscaled(type, given).longValueExact();
      min = Math.min(min, value);
      max = Math.max(max, value);
      long lane = (value - base) / multiplier;
      if (base + multiplier * lane != value || width < 8 && lane >>> (8 * width) != 0) {
        throw new IllegalArgumentException(value + " has no code");
      }
      switch (width) {
        case 1 -> data.set(ValueLayout.JAVA_BYTE, i, (byte) lane);
        case 2 -> data.set(ValueLayout.JAVA_SHORT, 2L * i, (short) lane);
        case 4 -> data.set(ValueLayout.JAVA_INT, 4L * i, (int) lane);
        default -> data.set(ValueLayout.JAVA_LONG, 8L * i, lane);
      }
    }
    ColumnVector vector = new ColumnVector(type, scope);
    vector.setIntegers(data, 0, width, base, multiplier);
    if (min <= max) {
      vector.setBounds(min, max);
    }
    return withNulls(vector, values);
  }

  /** Signed 128-bit INTEGRAL lanes, without bounds. */
  public ColumnVector int128s(DataType type, @Nullable Object... values) {
    MemorySegment data = scope.allocateZeroed(16L * values.length);
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value != null) {
        BigInteger unscaled = unscaled(type, value);
        data.set(ValueLayout.JAVA_LONG, 16L * i, unscaled.longValue());
        data.set(ValueLayout.JAVA_LONG, 16L * i + 8, unscaled.shiftRight(64).longValue());
      }
    }
    return withNulls(new ColumnVector(type, scope).setInt128s(data, 0), values);
  }

  /** The same value in every row. */
  public ColumnVector constant(DataType type, @Nullable Object value) {
    ColumnVector vector = new ColumnVector(type, scope);
    if (value == null) {
      return vector.setConstantNull();
    }
    return switch (type.family()) {
      case BOOLEAN -> vector.setConstantBoolean((Boolean) value);
      case FLOATING -> vector.setConstantDouble(((Number) value).doubleValue());
      case INTEGRAL -> {
        BigInteger unscaled = unscaled(type, value);
        yield vector.setConstantInt128(unscaled.shiftRight(64).longValue(), unscaled.longValue());
      }
      case BYTES -> {
        ColumnVector single = views(type, value);
        yield vector.setConstantView(single.heap(), single.getView(0));
      }
    };
  }

  /**
   * BYTES codes into a dictionary of the distinct values.
   *
   * @param width bytes of a code
   */
  public ColumnVector dictionary(
      DataType type, int width, boolean sorted, @Nullable Object... values) {
    Map<String, Integer> codes = new LinkedHashMap<>();
    List<String> entries = new ArrayList<>();
    for (Object value : values) {
      if (value != null && !entries.contains((String) value)) {
        entries.add((String) value);
      }
    }
    if (entries.isEmpty()) {
      entries.add("");
    }
    if (sorted) {
      entries.sort(Vectors::compareBytes);
    }
    for (String entry : entries) {
      codes.put(entry, codes.size());
    }
    ColumnVector strings = views(type, entries.toArray());
    Dictionary dictionary =
        new Dictionary(entries.size(), strings.data(), 0, strings.heap(), sorted);
    MemorySegment data = scope.allocateZeroed((long) width * values.length);
    for (int i = 0; i < values.length; i++) {
      int code = values[i] == null ? 0 : codes.get((String) values[i]);
      switch (width) {
        case 1 -> data.set(ValueLayout.JAVA_BYTE, i, (byte) code);
        case 2 -> data.set(ValueLayout.JAVA_SHORT, 2L * i, (short) code);
        default -> data.set(ValueLayout.JAVA_INT, 4L * i, code);
      }
    }
    return withNulls(
        new ColumnVector(type, scope).setDictionary(data, 0, width, dictionary), values);
  }

  /** The first {@code rows} values as objects. */
  public static List<@Nullable Object> read(ColumnVector vector, int rows) {
    List<@Nullable Object> values = new ArrayList<>(rows);
    for (int i = 0; i < rows; i++) {
      values.add(vector.getObject(i));
    }
    return values;
  }

  private ColumnVector bits(DataType type, @Nullable Object... values) {
    MemorySegment data = scope.allocateZeroed(Bitmaps.bytes(values.length));
    for (int i = 0; i < values.length; i++) {
      if (Boolean.TRUE.equals(values[i])) {
        Bitmaps.set(data, 0, i);
      }
    }
    return withNulls(new ColumnVector(type, scope).setBits(data, 0), values);
  }

  private ColumnVector doubles(DataType type, @Nullable Object... values) {
    MemorySegment data = scope.allocateZeroed(8L * values.length);
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof Number number) {
        data.set(ValueLayout.JAVA_DOUBLE, 8L * i, number.doubleValue());
      }
    }
    return withNulls(new ColumnVector(type, scope).setDoubles(data, 0), values);
  }

  private ColumnVector views(DataType type, @Nullable Object... values) {
    MemorySegment data = scope.allocateZeroed(8L * values.length);
    byte[][] strings = new byte[values.length][];
    int total = 0;
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      strings[i] =
          value == null
              ? new byte[0]
              : value instanceof byte[] bytes
                  ? bytes
                  : ((String) value).getBytes(StandardCharsets.UTF_8);
      total += strings[i].length;
    }
    MemorySegment heap = scope.allocateZeroed(Math.max(1, total));
    long at = 0;
    for (int i = 0; i < values.length; i++) {
      MemorySegment.copy(strings[i], 0, heap, ValueLayout.JAVA_BYTE, at, strings[i].length);
      data.set(ValueLayout.JAVA_LONG, 8L * i, StringView.of(at, strings[i].length));
      at += strings[i].length;
    }
    return withNulls(new ColumnVector(type, scope).setViews(data, 0, heap), values);
  }

  private ColumnVector withNulls(ColumnVector vector, @Nullable Object... values) {
    boolean any = false;
    MemorySegment nulls = scope.allocateZeroed(Bitmaps.bytes(values.length));
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        Bitmaps.set(nulls, 0, i);
        any = true;
      }
    }
    return any ? vector.setNulls(nulls, 0) : vector;
  }

  private static BigInteger unscaled(DataType type, Object value) {
    return switch (value) {
      case BigDecimal decimal -> decimal.setScale(type.scale()).unscaledValue();
      case BigInteger integer -> integer;
      case Number number -> BigInteger.valueOf(number.longValue());
      default -> throw new IllegalArgumentException("not a number: " + value);
    };
  }

  private static int compareBytes(String left, String right) {
    return java.util.Arrays.compareUnsigned(
        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }
}
